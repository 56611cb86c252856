import { once } from 'node:events';
import net from 'node:net';
import type { Readable } from 'node:stream';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BYTE_ORDER_MARK } from '@portage/contract/csv';
import type { Problem } from '@portage/contract/errors';
import { orderCsvHeader, orderCsvWriter } from '@portage/contract/orders/order-csv';
import type { Order } from '@portage/contract/orders/orders';
import type { Executor } from '../db/database.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { listOrders, placedOrder } from '../testing/edit-orders.ts';
import { insertDrafts as insertDraftsAt, newestFirst } from '../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder } from '../testing/make-order.ts';
import { orderExports } from './export-orders.ts';

const server = useTestServer();

/** More than two pages. */
const MANY = 450;

const insertDrafts = (merchant: TestMerchant, count: number) =>
  insertDraftsAt(
    server,
    merchant,
    Array.from({ length: count }, (_, index) => TEST_NOW - (index % 7)),
    { notes: '=1+1, "Zoé" 玄関' },
  );

const fileOf = (orders: readonly Order[], timeZone: string) =>
  [BYTE_ORDER_MARK, orderCsvHeader, ...orders.map(orderCsvWriter(timeZone, 'en'))].join('');

const idsIn = (file: string) =>
  file
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(',')));

test('an export is a file with every order of the merchant once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: MANY }), async (count) => {
      const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
      await insertDrafts(stranger, 1);
      const orders = await insertDrafts(merchant, count);
      const response = await merchant.call('GET', '/orders/export');
      expect(response.body).toBe(fileOf(orders.sort(newestFirst), 'America/Toronto'));
    }),
    { numRuns: 8, examples: [[0], [200], [201], [MANY]] },
  );
});

test('the file is CSV and has a name', async () => {
  const { headers } = await (await makeMerchant(server)).call('GET', '/orders/export');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="my_orders.csv"');
});

test('timestamps are in the zone of the delivery, named if the merchant’s differs', async () => {
  const merchant = await makeMerchant(server, { timeZone: 'America/Vancouver' });
  await insertDrafts(merchant, 1);
  const { body } = await merchant.call('GET', '/orders/export');
  expect(body).toContain(',2026-06-10 09:00:00 EDT,');
});

test.each(['', 'freeSearch=roy', 'tags=gift', 'tags=gift&includeTags=false&freeSearch=zoe'])(
  'with the filter %j it has the orders that the list has, without those deleted',
  async (query) => {
    const merchant = await makeMerchant(server);
    for (const [index, name] of ['Zoé Tremblay', 'Ed Roy', 'Zoé Roy', 'Wei Chen'].entries()) {
      const recipient = { name, phone: '416-555-0142' };
      await makeOrder(merchant, { recipient, tags: index % 2 ? ['gift'] : [] });
    }
    const deleted = await makeOrder(merchant, { tags: ['gift'] });
    await merchant.call('DELETE', `/orders/${deleted.id}`);
    const { body } = await merchant.call('GET', `/orders/export?${query}`);
    const listed = await listOrders(merchant, query);
    expect(listed.length).toBeGreaterThan(0);
    expect(idsIn(body)).toEqual(listed.map(({ id }) => id));
  },
);

test('it reads at most a page ahead', async () => {
  const merchant = await makeMerchant(server);
  await insertDrafts(merchant, MANY);
  const { content } = orderExports(server.deps)(merchant.merchant.id, {}, 'en');
  const pieces = (content as Readable).iterator();
  let file = String((await pieces.next()).value);
  await server.deps.db
    .deleteFrom('orders')
    .where('merchant_id', '=', merchant.merchant.id)
    .execute();
  for await (const piece of pieces) file += String(piece);
  expect(idsIn(file).length).toBeLessThanOrEqual(400);
});

describe('over a connection', () => {
  let address: string;

  beforeAll(async () => {
    address = `${await server.app.listen({ host: '127.0.0.1', port: 0 })}/api/orders/export`;
  });

  const start = ({ token }: TestMerchant, caller?: AbortController) =>
    fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      signal: caller?.signal ?? null,
    });

  const spoil = (order: Order | undefined) =>
    server.deps.db
      .updateTable('orders')
      .set({ document: '{}' })
      .where('merchant_id', '=', order?.merchantId ?? '')
      .where('id', '=', order?.id ?? '')
      .execute();

  async function queriesUnderWay(db: Executor): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and state <> 'idle' and query like '%as "startAt"%'
        and pid <> pg_backend_pid()`.execute(db);
    return rows[0]?.count ?? 0;
  }

  test('a caller that leaves stops the query without an error, and makes room for another export', async () => {
    const printed = vi.spyOn(console, 'error');
    onTestFinished(() => printed.mockRestore());
    const merchant = await makeMerchant(server);
    const [order] = await insertDrafts(merchant, 1);
    const { db } = server.deps;
    await db.transaction().execute(async (trx) => {
      await sql`lock table orders in access exclusive mode`.execute(trx);
      for (let interrupted = 0; interrupted < 3; interrupted++) {
        const caller = new AbortController();
        const answer = start(merchant, caller);
        await expect.poll(() => queriesUnderWay(db)).toBe(1);
        caller.abort();
        await expect(answer).rejects.toThrow('aborted');
        await expect.poll(() => queriesUnderWay(db)).toBe(0);
      }
    });
    const response = await start(merchant);
    expect(idsIn(await response.text())).toEqual([order?.id]);
    expect(printed).not.toHaveBeenCalled();
  });

  test('an error in the middle breaks the file off, also for an HTTP/1.0 proxy', async () => {
    const merchant = await makeMerchant(server);
    const orders = await insertDrafts(merchant, MANY);
    await spoil(orders.sort(newestFirst).at(-1));
    const response = await start(merchant);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');

    const { port, pathname } = new URL(address);
    const proxy = net.connect(Number(port), '127.0.0.1').resume();
    proxy.write(`GET ${pathname} HTTP/1.0\r\nAuthorization: Bearer ${merchant.token}\r\n\r\n`);
    await expect(once(proxy, 'close')).rejects.toThrow('ECONNRESET');
  });

  test('an error before the first line is a problem', async () => {
    const warned = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => warned.mockRestore());
    const merchant = await makeMerchant(server);
    const [order] = await insertDrafts(merchant, 1);
    await spoil(order);
    const response = await start(merchant);
    expect(response.status).toBe(500);
    expect(response.headers.get('content-disposition')).toBe(null);
    expect(((await response.json()) as Problem).code).toBe('internal_error');
    // Node warns of too many listeners.
    expect(warned).not.toHaveBeenCalled();
  });

  test('a third export of a merchant at the same time is refused', async () => {
    const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
    await insertDrafts(merchant, 1);
    const { db } = server.deps;
    const answers = await db.transaction().execute(async (trx) => {
      await sql`lock table orders in access exclusive mode`.execute(trx);
      const [first, second] = [start(merchant), start(merchant)];
      await expect.poll(() => queriesUnderWay(db)).toBe(2);
      const third = await start(merchant);
      expect(third.status).toBe(429);
      expect(third.headers.get('retry-after')).toBe('10');
      expect(((await third.json()) as Problem).code).toBe('too_many_exports');
      const others = start(other);
      await expect.poll(() => queriesUnderWay(db)).toBe(3);
      return [first, second, others];
    });
    const files = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect(files.map((file) => idsIn(file).length)).toEqual([1, 1, 0]);
  });
});

test('rate texts are in the reader’s language, not the merchant’s', async () => {
  const merchant = await makeMerchant(server, { language: 'fr' });
  const { rateChoice } = await placedOrder(merchant);
  expect(rateChoice?.name).toBe('Next day');
  for (const [locale, name] of [
    ['EN', 'Next day'],
    ['FR', 'Lendemain'],
  ] as const) {
    const { body } = await merchant.call('GET', '/orders/export', { headers: { locale } });
    expect(body).toContain(`,NEXTDAY,${name},`);
  }
});
