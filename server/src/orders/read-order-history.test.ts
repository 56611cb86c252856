import { expect, test } from 'vitest';
import { MOST_HISTORY_ENTRIES } from '@portage/contract/orders/order-edits';
import { readOrderAudit, writeAudit } from '../audit/write-audit.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { edit, makePlacedOrder, placedOrder, readHistory } from '../testing/edit-orders.ts';
import { makeMerchant, openTestSession } from '../testing/make-merchant.ts';
import { restoreOrder } from './delete-orders.ts';

const server = useTestServer();

test('a history lists who did what and when, with old and new values, newest first', async () => {
  const { merchant, id } = await makePlacedOrder(server, { notes: 'Ring once' });
  await merchant.call('PATCH', `/orders/${id}/pickupready`);
  await edit(merchant, id, { notes: 'Ring twice', packageCount: 2 });
  await edit(merchant, id, { notes: null });
  await merchant.call('DELETE', `/orders/${id}`);
  await restoreOrder(server.deps, merchant.merchant.id, id);

  const by = merchant.username;
  const status = (who: string, from: string, to: string) => ({
    at: TEST_NOW,
    by: who,
    action: 'order.status_changed',
    from,
    to,
    changes: [],
  });
  const other = (who: string, action: string) => ({ at: TEST_NOW, by: who, action, changes: [] });
  expect(await readHistory(merchant, id)).toEqual([
    other('operator', 'order.restored'),
    other(by, 'order.deleted'),
    { ...other(by, 'order.edited'), changes: [{ field: 'notes', from: 'Ring twice' }] },
    status(by, 'GEOCODED', 'PICKUP_READY'),
    status('system', 'CREATED', 'GEOCODED'),
    status(by, 'PICKUP_READY', 'CREATED'),
    {
      ...other(by, 'order.edited'),
      changes: [
        { field: 'notes', from: 'Ring once', to: 'Ring twice' },
        { field: 'packageCount', from: '1', to: '2' },
      ],
    },
    status(by, 'GEOCODED', 'PICKUP_READY'),
    status('system', 'CREATED', 'GEOCODED'),
    other(by, 'order.created'),
  ]);
});

test('the audit names edited fields without recipient data', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  const { version } = await edit(merchant, id, {
    recipient: { name: 'Amélie Roy', phone: '+16475550199' },
    notes: 'Code 4711',
  });
  const entries = await readOrderAudit(server.deps.db, merchant.merchant.id, id);
  expect(entries.find(({ action }) => action === 'order.edited')?.details).toEqual({
    version: String(version),
    fields: 'recipient.name recipient.phone notes',
  });
  expect(JSON.stringify(entries)).not.toMatch(/Amélie|6475550199|4711|Tremblay/);
});

test('a service user’s edits show its name', async () => {
  const { merchant, id } = await makePlacedOrder(server);
  const made = await merchant.call('POST', '/users/service', { payload: { name: 'Warehouse' } });
  const { username, password } = made.json<{ username: string; password: string }>();
  const service = await openTestSession(server, username, password);
  await service.call('PATCH', `/orders/${id}/updateOrder`, { payload: { notes: 'Dock 4' } });
  const [newest] = await readHistory(merchant, id);
  expect(newest).toMatchObject({ by: username, changes: [{ field: 'notes', to: 'Dock 4' }] });
});

test('a long history shows the newest 500 entries', async () => {
  const merchant = await makeMerchant(server);
  const { id, merchantId } = await placedOrder(merchant);
  await writeAudit(
    server.deps.db,
    Array.from({ length: MOST_HISTORY_ENTRIES }, (_, index) => ({
      merchantId,
      at: TEST_NOW + 1 + index,
      actor: 'carrier',
      action: 'order.status_changed',
      subjectId: id,
      details: { from: 'DELIVERY_FAILED', to: 'OUT_FOR_DELIVERY' },
    })),
  );
  const history = await readHistory(merchant, id);
  expect(history.map(({ at }) => at)).toEqual(
    Array.from({ length: 500 }, (_, index) => TEST_NOW + 500 - index),
  );
});
