import { expect, test } from 'vitest';
import { blankPackage, duplicatePackage, holdsWork, newOrderDraft } from './order-draft.ts';

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

test('the merchant’s minimum age applies when an order may require it', () => {
  expect(newOrderDraft({ ...merchant, minimumAge: 19 }).minimumAge).toBe('19');
  expect(newOrderDraft({ ...merchant, minimumAge: 12 }).minimumAge).toBe('');
});

test('a new wizard has nothing to lose until something is entered', () => {
  const draft = newOrderDraft(merchant);
  expect(holdsWork(draft, newOrderDraft(merchant))).toBe(false);
  expect(holdsWork({ ...draft, notes: 'Ring twice' }, draft)).toBe(true);
});

test('a duplicated package has the same measures under another id', () => {
  const original = { ...blankPackage('kg', 'cm'), refNumber: 'SKU-1' };
  const { id, ...copy } = duplicatePackage(original);
  expect(id).not.toBe(original.id);
  expect(original).toMatchObject(copy);
});
