import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { labelStatusOf } from '@portage/contract/orders/order-status';
import { insertJob } from '../jobs/job-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { edit, placedOrder, readHistory, readOrder } from '../testing/edit-orders.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { untilPrintsRecorded } from './record-prints.ts';

const server = useTestServer();

async function makePlacedOrder() {
  const merchant = await makeMerchant(server);
  const { id, version } = await placedOrder(merchant);
  return {
    merchant,
    id,
    read: () => readOrder(merchant, id),
    /** What is left of a print whose process was killed after it handed the labels out. */
    printAndDie: async () => {
      await insertJob(server.deps.db, 'record-print', {
        merchantId: merchant.merchant.id,
        username: merchant.username,
        format: 'zpl',
        printedAt: TEST_NOW,
        orders: [{ id, version, labelVersion: 1 }],
      });
      await expect.poll(async () => (await readOrder(merchant, id)).labelPrintedAt).toBe(TEST_NOW);
    },
  };
}

test('a print whose process was killed is recorded by its job', async () => {
  const { merchant, id, read, printAndDie } = await makePlacedOrder();
  await printAndDie();
  expect(labelStatusOf(await read())).toBe('PRINTED');
  const [entry] = await readHistory(merchant, id);
  expect(entry).toMatchObject({ action: 'label.printed', label: { version: 1, format: 'zpl' } });
});

test('its labels are stale when the order was edited meanwhile', async () => {
  const { merchant, id, read, printAndDie } = await makePlacedOrder();
  await edit(merchant, id, { notes: 'Ring twice' });
  await printAndDie();
  expect(labelStatusOf(await read())).toBe('STALE');
});

test('a print that is recorded at once leaves no job behind', async () => {
  const { merchant, id } = await makePlacedOrder();
  expect((await merchant.call('GET', `/labels/${id}`)).statusCode).toBe(200);
  await untilPrintsRecorded();
  const { rows } = await sql`select id from graphile_worker.jobs where key like 'print %'`.execute(
    server.deps.db,
  );
  expect(rows).toEqual([]);
});
