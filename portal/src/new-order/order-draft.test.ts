import { expect, test } from 'vitest';
import {
  addressDraftOf,
  blankPackage,
  completeAddress,
  completeFromPostalCode,
  duplicatePackage,
  holdsWork,
  newOrderDraft,
} from './order-draft.ts';

const blank = addressDraftOf({});
const merchant = {
  merchantLocation: {
    number: '120',
    street: 'Rue Saint-Paul O',
    city: 'Montréal',
    province: 'QC',
    postalCode: 'H2Y 1Z3',
    country: 'CA' as const,
  },
};

test('a new order starts from the main location, at the door, without signature', () => {
  expect(newOrderDraft(merchant)).toMatchObject({
    originAddress: { street: '120 Rue Saint-Paul O', postalCode: 'H2Y 1Z3' },
    deliveryService: 'TO_THE_DOOR',
    signatureRequired: false,
    packages: [{ weightOptions: { weight: '', unit: 'lb' }, sizeOptions: { unit: 'inch' } }],
  });
});

test('the minimum age of the merchant is taken over when an order may ask for it', () => {
  expect(newOrderDraft({ ...merchant, minimumAge: 19 }).minimumAge).toBe('19');
  expect(newOrderDraft({ ...merchant, minimumAge: 12 }).minimumAge).toBe('');
});

test('a wizard just begun holds no work, and does once anything is entered', () => {
  const draft = newOrderDraft(merchant);
  expect(holdsWork(draft, merchant)).toBe(false);
  expect(holdsWork({ ...draft, notes: 'Ring twice' }, merchant)).toBe(true);
});

test('a duplicated package has the same measures under another id', () => {
  const original = { ...blankPackage('kg', 'cm'), refNumber: 'SKU-1' };
  const { id, ...copy } = duplicatePackage(original);
  expect(id).not.toBe(original.id);
  expect(original).toMatchObject(copy);
});

test('a place fills the parts it knows and leaves what was typed for the others', () => {
  const typed = { ...blank, street: '4200 rue Sherbrooke E', unit: '12' };
  const known = { city: 'Montréal', province: 'QC', country: 'CA' as const };
  expect(completeAddress(typed, known)).toEqual({ ...typed, ...known });
});

test('a whole postal code fills in the country and the Canadian province', () => {
  expect(completeFromPostalCode({ ...blank, postalCode: 'h1x2b1' })).toEqual({
    ...blank,
    postalCode: 'H1X 2B1',
    country: 'CA',
    province: 'QC',
  });
  expect(completeFromPostalCode({ ...blank, postalCode: '14201', province: 'ON' })).toMatchObject({
    country: 'US',
    province: '',
  });
});

test('a postal code that is not whole, or comes after the province, changes nothing else', () => {
  const half = { ...blank, postalCode: 'h1x' };
  expect(completeFromPostalCode(half)).toEqual(half);
  const chosen = { ...blank, postalCode: 'X0A 0H0', province: 'NU' };
  expect(completeFromPostalCode(chosen)).toEqual(chosen);
});
