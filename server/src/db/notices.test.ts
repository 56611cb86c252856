import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { insertJob } from '../jobs/job-queries.ts';
import { openLog } from '../log.ts';
import { insertOrders } from '../orders/order-queries.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { draftFor } from '../testing/insert-order.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { openDatabase, openPool } from './database.ts';
import { notifyAfterCommit } from './notices.ts';

const server = useTestServer();

async function listenTo(channel: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`listen "${channel}"`);
  return client;
}

const nextNotice = async (client: pg.Client) =>
  (await once(client, 'notification'))[0] as pg.Notification;

function openTwoConnections() {
  const db = openDatabase(openPool(server.databaseUrl, openLog('silent'), 2));
  onTestFinished(() => db.destroy());
  return db;
}

test.for(['order_changes', 'jobs:insert'])(
  'a transaction that places an order leaves its notice in %s to another connection',
  async (channel) => {
    const merchant = await makeMerchant(server);
    const order = draftFor(merchant, server.deps.clock.now());
    const notice = nextNotice(await listenTo(channel));
    await openTwoConnections()
      .connection()
      .execute(async (connection) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
          connection,
        );
        await connection.transaction().execute(async (trx) => {
          await insertOrders(trx, [order]);
          const { id, merchantId } = order;
          await insertJob(trx, 'locate-and-rate-orders', { merchantId, orderIds: [id] });
        });
        // The connection is held until the notice has come.
        expect((await notice).processId).not.toBe(rows[0]?.pid);
      });
  },
);

test('a rolled back transaction sends no notice', async () => {
  const db = openTwoConnections();
  const notice = nextNotice(await listenTo('of_a_test'));
  const undone = db.transaction().execute(async (trx) => {
    await notifyAfterCommit(trx, 'of_a_test', ['undone']);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await db.transaction().execute((trx) => notifyAfterCommit(trx, 'of_a_test', ['done']));
  expect((await notice).payload).toBe('done');
});

test('a database closed at once still sends its notices', async () => {
  const db = openDatabase(openPool(server.databaseUrl, openLog('silent'), 1));
  const notice = nextNotice(await listenTo('of_a_closed_database'));
  await db.transaction().execute((trx) => notifyAfterCommit(trx, 'of_a_closed_database', ['done']));
  await db.destroy();
  expect((await notice).payload).toBe('done');
});
