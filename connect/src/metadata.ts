/** Named by the carrier API's codes. Ids must not change once published. */
const SERVICES = [
  ['NEXTDAY', 'Next day', 'ND', '4f5c4d9e-5b0e-4b57-9a3e-6f3f0d0f7a01'],
  ['SAMEDAY', 'Same day', 'SD', '4f5c4d9e-5b0e-4b57-9a3e-6f3f0d0f7a02'],
  ['STANDARD', 'Standard', 'ST', '4f5c4d9e-5b0e-4b57-9a3e-6f3f0d0f7a03'],
  ['FLEX', 'Flex', 'FX', '4f5c4d9e-5b0e-4b57-9a3e-6f3f0d0f7a04'],
] as const;

const COUNTRIES = [{ FromCountry: 'CA' }, { FromCountry: 'US' }] as const;

/** Takes the key of the portal's ShipStation page. */
const CONNECTION_FORM = {
  formSchema: {
    jsonSchema: {
      type: 'object',
      title: 'Connect Portage',
      description: 'Copy the API key from Integrations > ShipStation in the Portage portal.',
      required: ['api_key'],
      properties: { api_key: { type: 'string', title: 'API key', minLength: 16 } },
    },
    uiSchema: { api_key: { 'ui:autofocus': true, 'ui:widget': 'password' } },
  },
} as const;

export const metadata = {
  Id: '0198f3a2-6a51-4c1e-9a57-3d1f6f0f6b11',
  Name: 'Portage',
  Carriers: [
    {
      Id: '0198f3a2-6a51-4c1e-9a57-3d1f6f0f6b12',
      Name: 'Portage',
      Description: 'Last-mile delivery on the same day, the next day and later.',
      ShippingServices: SERVICES.map(([Code, Name, Abbreviation, Id]) => ({
        Id,
        Name,
        Abbreviation,
        Code,
        International: false,
        SupportedCountries: COUNTRIES,
        SupportedLabelSizes: ['Inches4x6'],
        ServiceAttributes: ['Returns', 'MultiPackage', 'Tracking', 'ManifestDigital'],
      })),
      PackageTypes: [
        {
          Id: '4f5c4d9e-5b0e-4b57-9a3e-6f3f0d0f7b01',
          Name: 'Package',
          CarrierPackageTypeCode: 'package',
          Description: 'A box or a bag',
          Abbreviation: 'PKG',
          PackageAttributes: ['Domestic'],
          RequiredToShip: ['Weight'],
        },
      ],
      DefaultSupportedCountries: COUNTRIES,
      DefaultLabelSizes: ['Inches4x6'],
      LabelFormats: ['PDF', 'ZPL', 'PNG'],
      DefaultConfirmationTypes: {
        None: 'No confirmation',
        Signature: 'Signature',
        AdultSignature: 'Adult signature',
      },
      AccountModals: {
        RegistrationFormSchema: CONNECTION_FORM,
        SettingsFormSchema: CONNECTION_FORM,
      },
    },
  ],
} as const;
