import { expect, test } from 'vitest';
import { type AddressOrderDraft, readAddressOrder } from './read-address-order.ts';

const saved = {
  id: '0198f3a0-1111-7000-8000-00000000abcd',
  merchantId: '0198f3a0-1111-7000-8000-00000000abce',
  createdAt: 0,
  recipient: { name: 'Zoé Tremblay', phone: '+14165550142' },
  address: {
    street: '25 Dundas St E',
    city: 'Toronto',
    province: 'ON',
    postalCode: 'M5B 1C6',
    country: 'CA' as const,
  },
};

const draft = (changes: Partial<AddressOrderDraft> = {}): AddressOrderDraft => ({
  service: 'NEXTDAY',
  packageCount: '2',
  refNumber: '',
  notes: '',
  originAddress: { ...saved.address, street: '100 King St W', unit: '', postalCode: 'm5x1a9' },
  ...changes,
});

test('a whole draft becomes the order of the specification', () => {
  expect(readAddressOrder(draft({ notes: 'Ring twice' }), saved).body).toMatchObject({
    recipient: saved.recipient,
    recipientAddress: { ...saved.address, isBusinessAddress: false },
    originAddress: { street: '100 King St W', postalCode: 'M5X 1A9' },
    packageCount: 2,
    service: 'NEXTDAY',
    notes: 'Ring twice',
    signatureRequired: false,
  });
});

test('service, package count and every part of the origin but the unit are required', () => {
  const originAddress = {
    ...{ street: '', unit: '', city: ' ', province: '', postalCode: '', country: '' },
  };
  const { body, errors } = readAddressOrder(
    draft({ service: '', packageCount: '', originAddress }),
    saved,
  );
  expect(body).toBeUndefined();
  expect(errors).toEqual({
    service: 'required',
    packageCount: 'required',
    'originAddress.street': 'required',
    'originAddress.city': 'required',
    'originAddress.province': 'required',
    'originAddress.postalCode': 'required',
    'originAddress.country': 'required',
  });
});

test.each(['0', '100', '1.5', '-1', 'two'])('the package count %s is not taken', (packageCount) => {
  expect(readAddressOrder(draft({ packageCount }), saved).errors).toEqual({
    packageCount: 'packageCountInvalid',
  });
});

test.each(['M5X', '1234', '14202'])(
  'the postal code %s of a Canadian origin is not valid',
  (code) => {
    const { originAddress } = draft();
    const { errors } = readAddressOrder(
      draft({ originAddress: { ...originAddress, postalCode: code } }),
      saved,
    );
    expect(errors).toEqual({ 'originAddress.postalCode': 'postalCodeInvalid' });
  },
);
