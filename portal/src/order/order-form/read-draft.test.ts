import { describe, expect, test } from 'vitest';
import { exampleDraft } from '../testing/example-draft.ts';
import { newOrderDraft, type OrderDraft } from './order-draft.ts';
import { readDraft } from './read-draft.ts';
import { moveExtension } from './RecipientFields.tsx';

const errorsOf = (draft: OrderDraft) => readDraft(draft, { phoneOptional: false }).errors;
const orderOf = (draft: OrderDraft) => readDraft(draft, { phoneOptional: false }).body;

describe('the order of a draft', () => {
  test('a complete draft becomes a payload with phone and postal codes in stored form', () => {
    expect(orderOf(exampleDraft())).toMatchObject({
      source: 'dashboard',
      originAddress: { street: '120 Rue Saint-Paul O', postalCode: 'H2Y 1Z3' },
      recipient: { name: 'Zoé Tremblay', phone: '+15145550123' },
      recipientAddress: { postalCode: 'H1X 2B1', isBusinessAddress: false },
      packageCount: 1,
      packages: [{ weightOptions: { weight: 2.5, unit: 'lb' } }],
      service: 'NEXTDAY',
      deliveryService: 'TO_THE_DOOR',
      signatureRequired: false,
    });
  });

  test('blank fields are not sent', () => {
    const { refNumber, notes, minimumAge, window } =
      orderOf(exampleDraft({ notes: '  ', refNumber: '' })) ?? {};
    expect([refNumber, notes, minimumAge, window]).toEqual(Array(4).fill(undefined));
    expect(orderOf(exampleDraft())?.recipient).not.toHaveProperty('email', '');
    expect(orderOf(exampleDraft())?.recipientAddress).not.toHaveProperty('unit', '');
  });

  test('a custom field is kept only when both its name and its value are given', () => {
    const customFields = [
      { name: 'Gate code', value: '4821' },
      { name: 'Floor', value: ' ' },
      { name: '', value: 'blue' },
    ];
    expect(orderOf(exampleDraft({ customFields }))?.customFields).toEqual([
      { name: 'Gate code', value: '4821' },
    ]);
  });

  test('a delivery window is sent only with the scheduled service', () => {
    const window = { start: 1_800_000_000_000, end: 1_800_010_800_000 };
    expect(orderOf(exampleDraft({ service: 'SCHEDULED', window }))?.window).toEqual(window);
    expect(orderOf(exampleDraft({ service: 'NEXTDAY', window }))?.window).toBeUndefined();
  });

  test('a signature hand-over requires a signature whether or not it was ticked', () => {
    const order = orderOf(exampleDraft({ deliveryService: 'THRESHOLD', signatureRequired: false }));
    expect(order?.signatureRequired).toBe(true);
  });
});

describe('reasons to refuse a draft', () => {
  test('a new wizard lacks the recipient, the measures and the service', () => {
    const { originAddress } = exampleDraft();
    const begun = newOrderDraft({ merchantLocation: { ...originAddress, country: 'CA' } });
    expect(errorsOf(begun)).toEqual({
      'recipient.name': 'required',
      'recipient.phone': 'required',
      'recipientAddress.street': 'required',
      'recipientAddress.city': 'required',
      'recipientAddress.province': 'required',
      'recipientAddress.postalCode': 'required',
      'packages.0.weightOptions.weight': 'required',
      'packages.0.sizeOptions.length': 'required',
      'packages.0.sizeOptions.width': 'required',
      'packages.0.sizeOptions.height': 'required',
      service: 'serviceMissing',
    });
  });

  const part = exampleDraft();
  const recipientOf = (phone: string, email = '') =>
    exampleDraft({ recipient: { name: 'Zoé', phone, email } });
  const toAddress = (changes: Partial<OrderDraft['recipientAddress']>) =>
    exampleDraft({ recipientAddress: { ...part.recipientAddress, ...changes } });
  const blank = {
    street: ' ',
    unit: '',
    city: '',
    province: '',
    postalCode: '',
    country: '',
  } as const;
  const badCode = { 'recipientAddress.postalCode': 'postalCodeInvalid' };

  test.each<[string, OrderDraft, Record<string, string>]>([
    [
      'every part of the origin but the unit is required',
      exampleDraft({ originAddress: blank }),
      {
        'originAddress.street': 'required',
        'originAddress.city': 'required',
        'originAddress.province': 'required',
        'originAddress.postalCode': 'required',
        'originAddress.country': 'required',
      },
    ],
    [
      'nine digits are no phone number',
      recipientOf('514 555-012'),
      { 'recipient.phone': 'phoneInvalid' },
    ],
    [
      'an e-mail address that was given must be one',
      recipientOf('5145550123', 'zoe@'),
      { 'recipient.email': 'emailInvalid' },
    ],
    ['a postal code must be whole', toAddress({ postalCode: 'M5V 1J' }), badCode],
    [
      'a postal code must be one of the country chosen',
      toAddress({ postalCode: '14201' }),
      badCode,
    ],
    ['a postal code of two provinces may be of either', toAddress({ postalCode: 'K1A 0B1' }), {}],
    [
      'a province other than that of the postal code is named',
      toAddress({ province: 'ON' }),
      { 'recipientAddress.province': 'provinceMismatch' },
    ],
    [
      'a minimum age may not be under 16',
      exampleDraft({ minimumAge: '15' }),
      { minimumAge: 'minimumAgeInvalid' },
    ],
    ['a minimum age may be 16', exampleDraft({ minimumAge: '16' }), {}],
    ['a minimum age may be left out', exampleDraft({ minimumAge: '' }), {}],
    [
      'the scheduled service needs a delivery window',
      exampleDraft({ service: 'SCHEDULED' }),
      { window: 'windowRequired' },
    ],
  ])('%s', (_rule, draft, errors) => {
    expect(errorsOf(draft)).toEqual(errors);
  });

  test('a phoneOptional merchant may leave the phone out, but not give a wrong one', () => {
    const withPhone = (phone: string) => readDraft(recipientOf(phone), { phoneOptional: true });
    expect(withPhone('').body?.recipient).toEqual({ name: 'Zoé' });
    expect(withPhone('12').errors).toEqual({ 'recipient.phone': 'phoneInvalid' });
  });

  test.each([
    ['0.05', undefined],
    ['1,5', undefined],
    ['two', 'measureInvalid'],
    ['-1', 'measureInvalid'],
    ['1000000000', 'measureInvalid'],
    ['1.2.3', 'measureInvalid'],
  ])('a weight of %s is answered with %s, beside a package in other units', (weight, error) => {
    const { packages } = exampleDraft();
    const metric = packages.map((one) => ({
      ...one,
      weightOptions: { weight, unit: 'kg' as const },
      sizeOptions: { ...one.sizeOptions, unit: 'cm' as const },
    }));
    const draft = exampleDraft({ packages: [...packages, ...metric] });
    const errors = errorsOf(draft);
    expect(errors['packages.1.weightOptions.weight']).toBe(error);
    expect(Object.keys(errors)).toHaveLength(error === undefined ? 0 : 1);
    const read = error === undefined ? Number(weight.replace(',', '.')) : undefined;
    expect(orderOf(draft)?.packages?.[1]?.weightOptions?.weight).toBe(read);
  });
});

describe('an extension in a phone number', () => {
  const typed = (phone: string) =>
    exampleDraft({ recipient: { name: 'Zoé', phone, email: '' }, notes: 'Ring' });

  test.each(['416 555-0142 x12', '4165550142 ext. 12', '416-555-0142 poste 12'])('%s', (phone) => {
    expect(moveExtension(typed(phone), (extension) => `Poste ${extension}`)).toMatchObject({
      recipient: { phone: '416 555-0142' },
      notes: 'Ring\nPoste 12',
    });
  });

  test('is moved only from a phone number', () => {
    const draft = typed('416 555-0142');
    expect(moveExtension(draft, String)).toBe(draft);
  });
});
