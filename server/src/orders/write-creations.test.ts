import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { openDatabase, openPool } from '../db/database.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { writeCreations } from './create-order.ts';

const server = useTestServer();

/** Asks for five orders at once, each with a key of its own. */
const createFive = ({ call }: TestMerchant) =>
  Promise.all(
    [1, 2, 3, 4, 5].map((index) =>
      call('POST', '/orders', {
        payload: newOrderPayload({ refNumber: `order-${index}` }),
        headers: { 'idempotency-key': `key-${index}` },
      }),
    ),
  );

/** What is stored of a merchant's creations: orders, audit entries, remembered answers. */
async function storedOf({ merchant: { id } }: TestMerchant): Promise<number[]> {
  const { db } = server.deps;
  const counts = (['orders', 'audit_entries', 'idempotency_keys'] as const).map((table) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('merchant_id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counts)).map(({ rows }) => rows);
}

test.each([
  ['ends the connection', 'pg_terminate_backend', 'not_ready'],
  ['ends the statement', 'pg_cancel_backend', 'busy'],
] as const)(
  'when the database %s, every order of a batch is refused with 503, and none is half done',
  async (_case, ending, code) => {
    const merchant = await makeMerchant(server);
    const admin = openDatabase(openPool(server.databaseUrl, server.deps.log, 2));
    onTestFinished(() => admin.destroy());
    const refused = await admin.transaction().execute(async (trx) => {
      // Inserts of orders wait for it, and are ended while they do.
      await sql`lock table orders in share mode`.execute(trx);
      const answers = createFive(merchant);
      for (let answered = false; !answered;) {
        await sql`
          select ${sql.raw(ending)}(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'portage'
            and wait_event_type = 'Lock'`.execute(admin);
        answered = await Promise.race([answers.then(() => true), setTimeout(20, false)]);
      }
      return answers;
    });
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503]);
    expect(new Set(refused.map((answer) => answer.json<Problem>().code))).toEqual(new Set([code]));
    expect(refused[0]?.headers['retry-after']).toBeDefined();
    expect(await storedOf(merchant)).toEqual([0, 0, 0]);

    const again = await createFive(merchant);
    expect(again.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(again.map((answer) => answer.json<Order>().id)).size).toBe(5);
    expect((await storedOf(merchant))[0]).toBe(5);
  },
);

test('an order that cannot be written does not fail those beside it', async () => {
  const { merchant, username } = await makeMerchant(server);
  const { db, clock } = server.deps;
  const now = clock.now();
  const requestOf = (body: NewOrder) => {
    return { merchantId: merchant.id, key: undefined, call: 'POST /orders', body, now };
  };
  const good = NewOrder.parse(newOrderPayload());
  // No call can send either: the first fails in our code, the second in PostgreSQL, which takes no NUL.
  const { recipientAddress: _none, ...incomplete } = good;
  const unwritable = { ...good, recipient: { ...good.recipient, name: 'Zo\u0000' } };
  const written = await writeCreations(
    db,
    { merchant, username, now },
    [good, incomplete as NewOrder, unwritable, good].map(requestOf),
  );
  expect(written.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});
