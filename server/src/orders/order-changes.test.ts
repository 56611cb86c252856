import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OrderChange } from '@portage/contract/orders/order-changes';
import { MINUTE } from '@portage/contract/time';
import { saveRunningServer } from '../db/running-servers.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { placedOrder } from '../testing/edit-orders.ts';
import { followOrders, type FollowedOrders, startSecondServer } from '../testing/follow-orders.ts';
import { insertDrafts as insertDraftsAt } from '../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../testing/make-order.ts';
import { MOST_NAMED, OrderChangeMailbox } from './order-changes.ts';

const server = useTestServer();

const change = (number: number, version: number): OrderChange => ({
  id: `order ${number}`,
  createdAt: number,
  version,
  isDeleted: false,
});

test('the last version of each order is read once, in any sequence of changes', () => {
  const changes = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 })), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1 }), (batches) => {
      const mailbox = new OrderChangeMailbox();
      const newest = new Map<string, number>();
      for (const batch of batches) {
        mailbox.put(batch.map(([number, version]) => change(number, version)));
        for (const [number, version] of batch) {
          const { id } = change(number, version);
          newest.set(id, Math.max(version, newest.get(id) ?? 0));
        }
      }
      const read = mailbox.empty();
      if (!Array.isArray(read)) throw new Error(`Changes are read, not ${String(read)}`);
      expect(new Map(read.map(({ id, version }) => [id, version]))).toEqual(newest);
      expect(mailbox.empty()).toBeUndefined();
    }),
  );
});

test('a deletion is read although it makes no new version', () => {
  const mailbox = new OrderChangeMailbox();
  mailbox.put([change(1, 3)]);
  mailbox.put([{ ...change(1, 3), isDeleted: true }]);
  mailbox.put([change(1, 3)]);
  expect(mailbox.empty()).toEqual([{ ...change(1, 3), isDeleted: true }]);
});

test('a reader more than 500 orders behind is told of missed changes', () => {
  const mailbox = new OrderChangeMailbox();
  const many = Array.from({ length: MOST_NAMED + 1 }, (_, number) => change(number, 1));
  mailbox.put(many.slice(1));
  mailbox.put(many.slice(0, 1));
  expect(mailbox.empty()).toBe('missed');
  mailbox.put(many.slice(1));
  expect(mailbox.empty()).toHaveLength(MOST_NAMED);
});

const insertDrafts = (merchant: TestMerchant, count: number) =>
  insertDraftsAt(server, merchant, Array<number>(count).fill(server.deps.clock.now()));

/** A merchant that follows its orders at a second server. */
async function follow(lastEventId?: string) {
  const { app, api } = await startSecondServer(server);
  const merchant = await makeMerchant(server);
  return { app, api, merchant, stream: await followOrders(api, merchant.token, lastEventId) };
}

const breakListening = () =>
  sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'portage-changes' and datname = current_database()`.execute(
    server.deps.db,
  );

const passTime = (milliseconds: number) => server.setNow(server.deps.clock.now() + milliseconds);

async function readToEnd(stream: FollowedOrders): Promise<void> {
  while (await stream.next());
}

test('an order that another server creates, changes and deletes is announced each time', async () => {
  const { merchant, stream } = await follow();
  expect(stream.response.status).toBe(200);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.response.headers.get('content-encoding')).toBeNull();
  expect((await stream.next())?.event).toBe('heartbeat');

  const { id, createdAt } = await makeOrder(merchant);
  const created = await stream.changeOf(id);
  expect(created).toMatchObject({ createdAt, isDeleted: false });
  const { version } = await waitUntilPlaced(merchant, id);
  if (created.version < version) {
    expect(await stream.changeOf(id)).toMatchObject({ version, isDeleted: false });
  }
  await merchant.call('DELETE', `/orders/${id}`);
  expect(await stream.changeOf(id)).toMatchObject({ isDeleted: true });
});

test('a merchant gets no changes of other merchants’ orders', async () => {
  const { merchant, stream } = await follow();
  await insertDrafts(await makeMerchant(server), 1);
  const [own] = await insertDrafts(merchant, 1);
  const news = await stream.nextNews();
  expect(news?.data).toMatchObject({ changes: [{ id: own?.id }] });
});

test('a reconnecting client receives only recent changes', async () => {
  const merchant = await makeMerchant(server);
  const [long] = await insertDrafts(merchant, 1);
  passTime(MINUTE);
  const { api } = await startSecondServer(server);
  const before = await followOrders(api, merchant.token);
  const heartbeat = await before.next();
  before.leave();

  passTime(MINUTE);
  const [created] = await insertDrafts(merchant, 1);
  const deleted = await placedOrder(merchant);
  await merchant.call('DELETE', `/orders/${deleted.id}`);
  passTime(10 * MINUTE);

  const after = await followOrders(api, merchant.token, heartbeat?.id);
  const news = await after.nextNews();
  expect(news).toMatchObject({ event: 'changed' });
  const told = news?.event === 'changed' ? news.data.changes : [];
  expect(told.map(({ id, isDeleted }) => [id, isDeleted])).toEqual([
    [created?.id, false],
    [deleted.id, true],
  ]);
  expect(told.map(({ id }) => id)).not.toContain(long?.id);
});

test('fifty orders of one statement are named, more are announced as missed, and so are over 500 after reconnecting', async () => {
  const { api, merchant, stream } = await follow();
  const heartbeat = await stream.next();
  const named = await insertDrafts(merchant, 50);
  const news = await stream.nextNews();
  const told = news?.event === 'changed' ? news.data.changes : [];
  expect(told.map(({ id }) => id)).toEqual(named.map(({ id }) => id));
  await insertDrafts(merchant, 51);
  expect((await stream.nextNews())?.event).toBe('missed');

  await insertDrafts(merchant, MOST_NAMED + 1 - 50 - 51);
  const resumed = await followOrders(api, merchant.token, heartbeat?.id);
  expect((await resumed.nextNews())?.event).toBe('missed');
});

test('an unknown event id resumes nothing: changes may have been missed', async () => {
  const { stream } = await follow('nonsense');
  expect((await stream.nextNews())?.event).toBe('missed');
});

test('a server that lost its database connection announces missed changes afterwards', async () => {
  const { merchant, stream } = await follow();
  await stream.next();
  await breakListening();
  const [unheard] = await insertDrafts(merchant, 1);
  await stream.changeOf(unheard?.id ?? '');
  const [heard] = await insertDrafts(merchant, 1);
  await stream.changeOf(heard?.id ?? '');
});

test('changes of a server that died before announcing them are announced later', async () => {
  const { api } = await startSecondServer(server);
  const merchant = await makeMerchant(server);
  const [order] = await insertDrafts(merchant, 1);
  const stream = await followOrders(api, merchant.token);
  await stream.changeOf(order?.id ?? '');
  const { db, clock } = server.deps;
  await sql`
    update orders set version = 7, modified_at = ${new Date(clock.now())}
    where merchant_id = ${merchant.merchant.id} and id = ${order?.id}`.execute(db);
  const announced = { version: '1', keyVersions: [1], encryptsWith: 1 };
  const dead = randomUUID();
  await saveRunningServer(db, { id: dead, name: 'dead:1', ...announced });
  await sql`
    update running_servers set seen_at = now() - interval '40 seconds' where id = ${dead}`.execute(
    db,
  );
  await saveRunningServer(db, { id: randomUUID(), name: 'alive:1', ...announced });
  expect(await stream.changeOf(order?.id ?? '')).toMatchObject({ version: 7 });
});

test('a stream ends when the token of its session is no longer accepted', async () => {
  const { api } = await startSecondServer(server);
  const merchant = await makeMerchant(server);
  passTime(61 * MINUTE - 300);
  const stream = await followOrders(api, merchant.token);
  expect((await stream.next())?.event).toBe('heartbeat');
  await readToEnd(stream);
});

test('a server that stops ends its streams at once', async () => {
  const { app, stream } = await follow();
  await stream.next();
  const begun = performance.now();
  await Promise.all([readToEnd(stream), app.close()]);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('the 21st stream of a person ends the first', async () => {
  const { api } = await startSecondServer(server);
  const merchant = await makeMerchant(server);
  const open = async () => {
    const stream = await followOrders(api, merchant.token);
    await stream.next();
    return stream;
  };
  const first = await open();
  const others = await Promise.all(Array.from({ length: 19 }, open));
  const last = await open();
  await readToEnd(first);
  const [order] = await insertDrafts(merchant, 1);
  for (const stream of [...others, last]) await stream.changeOf(order?.id ?? '');
});
