import { expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import { DAY, HOUR } from '@portage/contract/time';
import { queueMail } from '../mail/outbox.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { RESET_CODE } from '../testing/mailed-codes.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { deleteOldRows, retainedTables, retention } from './retention-queries.ts';

const server = useTestServer();

const deleteAt = (table: Parameters<typeof deleteOldRows>[1], now: number) =>
  deleteOldRows({ db: server.deps.db, clock: { now: () => now } }, table);

test('each table under retention is cleared at its own time', async () => {
  for (const table of retainedTables) await deleteAt(table, TEST_NOW);
  const times = Object.values(retention).map(({ cron }) => cron);
  expect(new Set(times).size).toBe(retainedTables.length);
});

test('an idempotency key is valid for two days and then deleted', async () => {
  const merchant = await makeMerchant(server);
  const create = async () => {
    const response = await merchant.call('POST', '/orders', {
      payload: newOrderPayload(),
      headers: { 'idempotency-key': 'kept' },
    });
    return response.json<Order>().id;
  };
  const first = await create();
  await deleteAt('idempotency_keys', TEST_NOW + 48 * HOUR);
  expect(await create()).toBe(first);
  await deleteAt('idempotency_keys', TEST_NOW + 48.1 * HOUR);
  expect(await create()).not.toBe(first);
});

test('a mail is deleted after 30 days', async () => {
  const { db } = server.deps;
  const queue = (recipient: string, daysAgo: number) => {
    const mail = { recipient, locale: 'en', content: RESET_CODE } as const;
    return queueMail(db, server.deps, mail, TEST_NOW - daysAgo * DAY);
  };
  await queue('old@client.example', 30.01);
  await queue('young@client.example', 29.99);

  await deleteAt('mails', TEST_NOW);
  const kept = await db.selectFrom('mails').select('recipient').execute();
  expect(kept).toEqual([{ recipient: 'young@client.example' }]);
});
