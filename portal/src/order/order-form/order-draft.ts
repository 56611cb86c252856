import { randomId } from '@mantine/hooks';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { MINIMUM_AGE } from '@portage/contract/orders/new-order';
import { byText } from '@portage/contract/orders/order-texts';
import { SizeUnit, WeightUnit } from '@portage/contract/orders/packages';
import {
  DEFAULT_DELIVERY_SERVICE,
  DeliveryService,
  Service,
} from '@portage/contract/rates/services';
import { z } from 'zod';
import {
  type AddressDraft,
  addressDraftOf,
  blankAddress,
} from '../../lib/address/address-draft.ts';
import { isBareUnit } from '@portage/contract/addresses/address';

/**
 * Writes an address on one line: `12-4200 rue Sherbrooke E, Montréal, QC H1X 2B1`. A unit that is
 * more than a number follows the street.
 */
export function addressLine({ street, unit, city, province, postalCode }: AddressDraft): string {
  const place = `${city}, ${province} ${postalCode.replaceAll(' ', '\u00a0')}`;
  if (!unit) return `${street}, ${place}`;
  return isBareUnit(unit) ? `${unit}-${street}, ${place}` : `${street}, ${unit}, ${place}`;
}

const AddressInDraft = z.object({
  street: z.string(),
  unit: z.string(),
  city: z.string(),
  province: z.string(),
  postalCode: z.string(),
  country: z.string(),
}) satisfies z.ZodType<AddressDraft>;

const PackageDraft = z.object({
  id: z.string().describe('Tells the packages apart on the screen; never sent.'),
  weightOptions: z.object({ weight: z.string(), unit: WeightUnit }),
  sizeOptions: z.object({
    length: z.string(),
    width: z.string(),
    height: z.string(),
    unit: SizeUnit,
  }),
  refNumber: z.string(),
});
export type PackageDraft = z.infer<typeof PackageDraft>;

const CustomFieldDraft = z.object({ name: z.string(), value: z.string() });

/**
 * The order as typed in the wizard. Its paths are those of the creation payload, so that server
 * errors find their fields.
 */
export const OrderDraft = z.object({
  originAddress: AddressInDraft,
  recipient: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  /** The sender of a return. */
  returnFrom: z.object({ name: z.string(), phone: z.string() }).nullable(),
  recipientAddress: AddressInDraft.extend({ isBusinessAddress: z.boolean() }),
  freeSearch: z.string(),
  saveAddress: z.boolean(),
  packages: z.array(PackageDraft).min(1),
  minimumAge: z.string(),
  ...byText(() => z.string()),
  tags: z.array(z.string()),
  customFields: z.array(CustomFieldDraft),
  service: Service.nullable(),
  window: z.object({ start: z.number(), end: z.number() }).nullable(),
  deliveryService: DeliveryService,
  signatureRequired: z.boolean(),
});
export type OrderDraft = z.infer<typeof OrderDraft>;

/** A package without measures, in the units given. */
export function blankPackage(
  weightUnit: PackageDraft['weightOptions']['unit'] = 'lb',
  sizeUnit: PackageDraft['sizeOptions']['unit'] = 'inch',
): PackageDraft {
  return {
    id: randomId(),
    weightOptions: { weight: '', unit: weightUnit },
    sizeOptions: { length: '', width: '', height: '', unit: sizeUnit },
    refNumber: '',
  };
}

/** The same package once more, under its own id. */
export function duplicatePackage(original: PackageDraft): PackageDraft {
  return { ...original, id: randomId() };
}

/** The defaults of the merchant's profile. */
type MerchantDefaults = Pick<Merchant, 'merchantLocation' | 'minimumAge'>;

/** A new draft: the main location, the minimum age, one package, the defaults of spec 2 §9. */
export function newOrderDraft(merchant: MerchantDefaults): OrderDraft {
  const { minimumAge = 0 } = merchant;
  return {
    originAddress: addressDraftOf(merchant.merchantLocation),
    recipient: { name: '', phone: '', email: '' },
    returnFrom: null,
    recipientAddress: { ...blankAddress, isBusinessAddress: false },
    freeSearch: '',
    saveAddress: false,
    packages: [blankPackage()],
    minimumAge: minimumAge >= MINIMUM_AGE.min ? String(minimumAge) : '',
    ...byText(() => ''),
    tags: [],
    customFields: [{ name: '', value: '' }],
    service: null,
    window: null,
    deliveryService: DEFAULT_DELIVERY_SERVICE,
    signatureRequired: false,
  };
}

/** Tells whether a draft holds anything that its author would miss. */
export function holdsWork(draft: OrderDraft, merchant: MerchantDefaults): boolean {
  const withoutIds = ({ packages, ...rest }: OrderDraft) =>
    JSON.stringify({ ...rest, packages: packages.map((one) => ({ ...one, id: '' })) });
  return withoutIds(draft) !== withoutIds(newOrderDraft(merchant));
}
