import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { exampleDraft } from '../testing/example-draft.ts';
import {
  blankPackage,
  duplicatePackage,
  holdsWork,
  newOrderDraft,
  duplicateDraft,
  nextDraft,
  returnDraft,
  OrderDraft,
  salvageDraft,
  addressLine,
} from './order-draft.ts';

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

const order = exampleOrder({ refNumber: 'A-1', notes: 'Ring twice', service: 'NEXTDAY' });
const sender = {
  merchantLocation: order.dtoOriginAddress,
  name: 'Maple & Pine',
  email: 'hello@maple.example',
};

test('a duplicate has the recipient, packages and notes, and its own reference', () => {
  expect(duplicateDraft(order, sender)).toMatchObject({
    recipient: { name: order.recipient.name, phone: '416 555-0123' },
    recipientAddress: { postalCode: order.dtoRecipientAddress.postalCode },
    notes: 'Ring twice',
    refNumber: '',
    service: 'NEXTDAY',
  });
  expect(duplicateDraft(order, sender).packages).toHaveLength(order.packages.length);
});

test('a return swaps the addresses, goes to the sender, and keeps the reference', () => {
  expect(returnDraft(order, sender)).toMatchObject({
    originAddress: { postalCode: order.dtoRecipientAddress.postalCode },
    recipientAddress: { postalCode: order.dtoOriginAddress.postalCode, isBusinessAddress: true },
    recipient: { name: 'Maple & Pine', email: 'hello@maple.example' },
    returnFrom: { name: order.recipient.name, phone: '416 555-0123' },
    refNumber: 'A-1',
    notes: '',
  });
});

test('the return of a return goes to its sender and is a normal order', () => {
  const returned = { ...order, returnFrom: { name: 'Zoé Roy' } };
  expect(returnDraft(returned, sender)).toMatchObject({
    recipient: { name: 'Zoé Roy', phone: '' },
    returnFrom: null,
  });
  expect(duplicateDraft(returned, sender).returnFrom).toEqual({ name: 'Zoé Roy', phone: '' });
});

test('the next order keeps the origin and the service, except one that needs a window', () => {
  expect(nextDraft(order, sender)).toMatchObject({
    originAddress: { postalCode: order.dtoOriginAddress.postalCode },
    recipient: { name: '' },
    service: 'NEXTDAY',
  });
  expect(nextDraft({ ...order, service: 'SCHEDULED' }, sender).service).toBeNull();
});

const blank = exampleDraft({ recipient: { name: '', phone: '', email: '' }, service: null });
const kept = (draft: unknown) => JSON.parse(JSON.stringify(draft)) as unknown;

test('a draft of this version is taken over whole', () => {
  const draft = exampleDraft({
    service: 'SCHEDULED',
    window: { start: 1, end: 2 },
    tags: ['gift'],
  });
  expect(salvageDraft(kept(draft), blank)).toEqual({ draft, leftOut: [] });
});

test('a field unknown to an older version is blank, without a message', () => {
  const { customFields: _, recipientAddress, ...older } = exampleDraft();
  const { isBusinessAddress: _mark, ...address } = recipientAddress;
  const { draft, leftOut } = salvageDraft(kept({ ...older, recipientAddress: address }), blank);
  expect(leftOut).toEqual([]);
  expect(draft.recipientAddress).toEqual({ ...address, isBusinessAddress: false });
  expect(draft.customFields).toEqual([{ name: '', value: '' }]);
});

test('unreadable parts are named, and the others are kept', () => {
  const { packages } = exampleDraft();
  const other = {
    ...exampleDraft(),
    service: 'TELEPORT',
    packages: packages.map((one) => ({ ...one, weightOptions: 4.5 })),
    insurance: 100,
  };
  const { draft, leftOut } = salvageDraft(kept(other), blank);
  expect(leftOut.toSorted()).toEqual(['insurance', 'packages', 'service']);
  expect(draft.service).toBeNull();
  expect(draft.recipient.name).toBe('Zoé Tremblay');
  expect(draft.packages[0]?.sizeOptions.length).toBe('10');
});

test('any stored value becomes a draft', () => {
  const parts = Object.fromEntries(Object.keys(blank).map((part) => [part, fc.jsonValue()]));
  const anything = fc.oneof(fc.jsonValue(), fc.record(parts, { requiredKeys: [] }));
  fc.assert(
    fc.property(anything, (value) => {
      expect(OrderDraft.safeParse(salvageDraft(value, blank).draft).success).toBe(true);
    }),
  );
});

test('a unit that is a number leads the street, one in words follows, a missing one leaves nothing', () => {
  const withUnit = (unit: string) => addressLine({ ...exampleDraft().originAddress, unit });
  expect(withUnit('12B')).toBe('12B-120 Rue Saint-Paul O, Montréal, QC H2Y\u00a01Z3');
  expect(withUnit('Quai 2')).toBe('120 Rue Saint-Paul O, Quai 2, Montréal, QC H2Y\u00a01Z3');
  expect(withUnit('')).toBe('120 Rue Saint-Paul O, Montréal, QC H2Y\u00a01Z3');
});
