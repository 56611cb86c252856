import { expect, test } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import {
  edit,
  makePlacedOrder,
  readHistory,
  readOrder,
  refusedEdit,
} from '../testing/edit-orders.ts';
import type { TestMerchant } from '../testing/make-merchant.ts';
import { placesAfter } from '../testing/places-of-tests.ts';
import { editOrder } from './edit-order.ts';

const server = useTestServer();

function editAddressWhile(
  { merchant, username }: TestMerchant,
  id: string,
  meanwhile: () => Promise<unknown>,
) {
  const { db, clock, tariffs } = server.deps;
  const places = placesAfter(meanwhile);
  const session = { merchantId: merchant.id, username };
  const change = { recipientAddress: { street: '26 Dundas St E' } };
  return editOrder({ db, clock, tariffs, places }, session, id, change);
}

test('two people who edit different fields both succeed', async () => {
  const { merchant, id, version } = await makePlacedOrder(server);
  await edit(merchant, id, { version, notes: 'Ring twice' });
  await edit(merchant, id, { version, recipient: { email: 'new@example.com' } });
  const merged = await edit(merchant, id, {
    version,
    recipientAddress: { isBusinessAddress: true },
  });
  expect(merged).toMatchObject({
    notes: 'Ring twice',
    recipient: { email: 'new@example.com' },
    dtoRecipientAddress: { isBusinessAddress: true },
  });
});

test('an edit of a field that changed since is refused with its current value', async () => {
  const { merchant, id, version } = await makePlacedOrder(server, { notes: 'Ring once' });
  const theirs = await edit(merchant, id, {
    version,
    notes: 'Ring twice',
    recipient: { email: null },
  });
  const mine = { version, notes: 'Knock', recipient: { email: 'z@example.com', name: 'Zoë' } };
  expect(await refusedEdit(merchant, id, mine)).toMatchObject({
    status: 409,
    code: 'order_changed',
    errors: expect.arrayContaining([
      { path: 'notes', message: 'It is now “Ring twice”.' },
      { path: 'recipient.email', message: 'It is empty now.' },
    ]),
  });
  expect((await refusedEdit(merchant, id, mine, 'FR')).errors).toEqual(
    expect.arrayContaining([
      { path: 'notes', message: 'La valeur est maintenant «\u00A0Ring twice\u00A0».' },
      { path: 'recipient.email', message: 'Le champ est maintenant vide.' },
    ]),
  );
  expect(await readOrder(merchant, id)).toEqual(theirs);

  const again = await edit(merchant, id, { ...mine, version: theirs.version });
  expect(again).toMatchObject({ notes: 'Knock', recipient: { name: 'Zoë' } });
});

test('two addresses are never mixed', async () => {
  const { merchant, id, version } = await makePlacedOrder(server);
  await edit(merchant, id, { version, recipientAddress: { street: '1 Yonge St' } });
  expect(
    await refusedEdit(merchant, id, { version, recipientAddress: { unit: '9' } }),
  ).toMatchObject({
    errors: [{ path: 'recipientAddress.street', message: 'It is now “1 Yonge St”.' }],
  });
});

test('an edit to the current value is no conflict', async () => {
  const { merchant, id, version } = await makePlacedOrder(server);
  const theirs = await edit(merchant, id, { version, notes: 'Ring twice' });
  expect(await edit(merchant, id, { version, notes: 'Ring twice' })).toEqual(theirs);
});

test('marking ready, others’ tags and carrier events cause no edit conflict', async () => {
  const { merchant, id, version } = await makePlacedOrder(server);
  await merchant.call('PATCH', `/orders/${id}/pickupready`);
  await merchant.call('PATCH', `/orders/${id}/addTags`, { payload: ['gift'] });
  const after = await edit(merchant, id, { version, notes: 'Ring twice' });
  expect(after).toMatchObject({ orderStatus: 'PICKUP_READY', tags: ['gift'], notes: 'Ring twice' });
});

test('without a version the last edit wins, and the history has both', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  const notes = ['one', 'two', 'three', 'four', 'five', 'six'];
  await Promise.all(notes.map((note) => edit(merchant, id, { notes: note })));
  const after = await readOrder(merchant, id);
  const changes = (await readHistory(merchant, id)).flatMap((entry) => entry.changes);
  expect(new Set(changes.map(({ to }) => to))).toEqual(new Set(notes));
  expect(changes[0]?.to).toBe(after.notes);
  expect(changes.map(({ from }) => from).slice(0, -1)).toEqual(
    changes.slice(1).map(({ to }) => to),
  );
});

test('of many simultaneous edits with one version exactly one succeeds', async () => {
  const { merchant, id, version } = await makePlacedOrder(server);
  const answers = await Promise.all(
    ['one', 'two', 'three', 'four'].map((notes) =>
      merchant.call('PATCH', `/orders/${id}/updateOrder`, { payload: { version, notes } }),
    ),
  );
  const statusCodes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statusCodes).toEqual([200, 409, 409, 409]);
});

test('an order marked ready while its address is edited is ready at the new address', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  await editAddressWhile(merchant, id, () => merchant.call('PATCH', `/orders/${id}/pickupready`));
  expect(await readOrder(merchant, id)).toMatchObject({
    orderStatus: 'PICKUP_READY',
    recipientAddress: { street: '26 Dundas St E' },
  });
});

test('concurrent edits of two address parts are located together', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  await editAddressWhile(merchant, id, () =>
    edit(merchant, id, { recipientAddress: { postalCode: 'M4W 1A5' } }),
  );
  const { recipientAddress, dtoRecipientAddress } = await readOrder(merchant, id);
  const both = { street: '26 Dundas St E', postalCode: 'M4W 1A5' };
  expect(dtoRecipientAddress).toMatchObject(both);
  expect(recipientAddress).toMatchObject(both);
});

test('an order that is deleted while it is edited stays deleted', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  const edited = editAddressWhile(merchant, id, () => merchant.call('DELETE', `/orders/${id}`));
  await expect(edited).rejects.toMatchObject({ code: 'order_not_found' });
});
