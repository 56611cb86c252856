import { expect, test } from 'vitest';
import { exampleOrder } from '../testing/example-order.ts';
import { duplicateDraft, nextDraft, returnDraft } from './order-draft.ts';

const order = exampleOrder({ refNumber: 'A-1', notes: 'Ring twice', service: 'NEXTDAY' });
const merchant = {
  merchantLocation: order.dtoOriginAddress,
  name: 'Maple & Pine',
  email: 'hello@maple.example',
};

test('a duplicate has the recipient, packages and notes, and its own reference', () => {
  expect(duplicateDraft(order, merchant)).toMatchObject({
    recipient: { name: order.recipient.name, phone: '416 555-0123' },
    recipientAddress: { postalCode: order.dtoRecipientAddress.postalCode },
    notes: 'Ring twice',
    refNumber: '',
    service: 'NEXTDAY',
  });
  expect(duplicateDraft(order, merchant).packages).toHaveLength(order.packages.length);
});

test('a return swaps the addresses, goes to the merchant, and keeps the reference', () => {
  expect(returnDraft(order, merchant)).toMatchObject({
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
  expect(returnDraft(returned, merchant)).toMatchObject({
    recipient: { name: 'Zoé Roy', phone: '' },
    returnFrom: null,
  });
  expect(duplicateDraft(returned, merchant).returnFrom).toEqual({ name: 'Zoé Roy', phone: '' });
});

test('the next order keeps the origin and the service, except one that needs a window', () => {
  expect(nextDraft(order, merchant)).toMatchObject({
    originAddress: { postalCode: order.dtoOriginAddress.postalCode },
    recipient: { name: '' },
    service: 'NEXTDAY',
  });
  expect(nextDraft({ ...order, service: 'SCHEDULED' }, merchant).service).toBeNull();
});
