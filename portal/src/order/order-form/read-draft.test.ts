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

  test('every part of the origin but the unit is required', () => {
    const blank = { street: ' ', unit: '', city: '', province: '', postalCode: '', country: '' };
    expect(errorsOf(exampleDraft({ originAddress: blank }))).toEqual({
      'originAddress.street': 'required',
      'originAddress.city': 'required',
      'originAddress.province': 'required',
      'originAddress.postalCode': 'required',
      'originAddress.country': 'required',
    });
  });

  test('text that is not a phone number is refused', () => {
    const recipient = { name: 'Zoé', phone: '514 555-012', email: '' };
    expect(errorsOf(exampleDraft({ recipient }))).toEqual({ 'recipient.phone': 'phoneInvalid' });
  });

  test('a phoneOptional merchant may leave the phone out, but not give a wrong one', () => {
    const withPhone = (phone: string) =>
      readDraft(exampleDraft({ recipient: { name: 'Zoé', phone, email: '' } }), {
        phoneOptional: true,
      });
    expect(withPhone('').body?.recipient).toEqual({ name: 'Zoé' });
    expect(withPhone('12').errors).toEqual({ 'recipient.phone': 'phoneInvalid' });
  });

  test('an e-mail address that was given must be one', () => {
    const recipient = { name: 'Zoé', phone: '5145550123', email: 'zoe@' };
    expect(errorsOf(exampleDraft({ recipient }))).toEqual({ 'recipient.email': 'emailInvalid' });
  });

  test('a postal code must be one of the country chosen', () => {
    const address = exampleDraft().recipientAddress;
    const withCode = (postalCode: string) =>
      errorsOf(exampleDraft({ recipientAddress: { ...address, postalCode } }));
    expect(withCode('M5V 1J')).toEqual({ 'recipientAddress.postalCode': 'postalCodeInvalid' });
    expect(withCode('14201')).toEqual({ 'recipientAddress.postalCode': 'postalCodeInvalid' });
    expect(withCode('K1A 0B1')).toEqual({});
  });

  test('a minimum age may be left out but not be under 16', () => {
    expect(errorsOf(exampleDraft({ minimumAge: '15' }))).toEqual({
      minimumAge: 'minimumAgeInvalid',
    });
    expect(errorsOf(exampleDraft({ minimumAge: '16' }))).toEqual({});
    expect(errorsOf(exampleDraft({ minimumAge: '' }))).toEqual({});
  });

  test('the scheduled service needs a delivery window', () => {
    expect(errorsOf(exampleDraft({ service: 'SCHEDULED' }))).toEqual({ window: 'windowRequired' });
  });

  test('a measure may be typed with a decimal comma, but must be a number', () => {
    const weighing = (weight: string) =>
      exampleDraft({
        packages: exampleDraft().packages.map((one) => ({
          ...one,
          weightOptions: { weight, unit: 'kg' as const },
        })),
      });
    expect(orderOf(weighing('2,5'))?.packages?.[0]?.weightOptions?.weight).toBe(2.5);
    expect(errorsOf(weighing('two'))).toEqual({
      'packages.0.weightOptions.weight': 'measureInvalid',
    });
  });

  test('a negative measure is refused at its package', () => {
    const { packages } = exampleDraft();
    const second = packages.map((one) => ({
      ...one,
      weightOptions: { weight: '-1', unit: 'kg' as const },
    }));
    expect(errorsOf(exampleDraft({ packages: [...packages, ...second] }))).toEqual({
      'packages.1.weightOptions.weight': 'measureInvalid',
    });
  });

  test('a province other than that of the postal code is named', () => {
    const { recipientAddress } = exampleDraft();
    expect(
      errorsOf(exampleDraft({ recipientAddress: { ...recipientAddress, province: 'ON' } })),
    ).toEqual({ 'recipientAddress.province': 'provinceMismatch' });
  });

  test.each([
    ['0.05', undefined],
    ['1,5', undefined],
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
    const errors = errorsOf(exampleDraft({ packages: [...packages, ...metric] }));
    expect(errors['packages.1.weightOptions.weight']).toBe(error);
    expect(Object.keys(errors)).toHaveLength(error === undefined ? 0 : 1);
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
