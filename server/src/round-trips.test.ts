import { afterAll, expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { orderEndpoints } from '@portage/contract/orders/orders';
import { openDatabase, openPool } from './db/database.ts';
import { sessionAuthenticators } from './identity/authenticate-session.ts';
import { orderCreation } from './orders/create-orders.ts';
import { locateAndRateOrders } from './orders/locate-and-rate-orders.ts';
import { draftOrder } from './orders/order-document.ts';
import { insertOrders } from './orders/order-queries.ts';
import { TEST_NOW, useTestServer } from './testing/build-test-server.ts';
import { makeMerchant } from './testing/make-merchant.ts';
import { newOrderPayload } from './testing/make-order.ts';

const server = useTestServer();

const opened: AsyncDisposable[] = [];
afterAll(() => Promise.all(opened.map((one) => one[Symbol.asyncDispose]())));

function countedDatabase() {
  const pool = openPool(server.databaseUrl, server.deps.log, 5);
  const db = openDatabase(pool);
  opened.push({ [Symbol.asyncDispose]: () => db.destroy() });
  const counted = { statements: 0, trips: 0 };
  let underWay = 0;
  const send = () => {
    counted.statements += 1;
    if (underWay === 0) counted.trips += 1;
    underWay += 1;
  };
  const end = () => {
    underWay -= 1;
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...values: unknown[]) => Promise<unknown>;
    const counting = (...values: unknown[]) => {
      // Ignores notices and their new connections: no caller waits for them.
      if (/pg_notify|set_config/.test(String(values[0]))) return query(...values);
      send();
      const answer = query(...values);
      void answer.then(end, end);
      return answer;
    };
    Object.assign(client, { query: counting });
  });
  const costOf = async (work: () => Promise<unknown>) => {
    Object.assign(counted, { statements: 0, trips: 0 });
    await work();
    return { ...counted };
  };
  return { db, costOf };
}

test('orders are created in 2 round trips, and located and rated by their job in 4', async () => {
  const { merchant, username } = await makeMerchant(server);
  const author = { merchantId: merchant.id, username };
  const newOrder = NewOrder.parse(newOrderPayload());
  const { db, costOf } = countedDatabase();
  const deps = { ...server.deps, db };
  const createOrder = orderCreation(deps);
  const create = (idempotencyKey: string) =>
    createOrder({ session: author, newOrder, idempotencyKey });
  const place = async () => {
    const order = draftOrder(newOrder, author, TEST_NOW);
    await insertOrders(server.deps.db, [order]);
    return () => locateAndRateOrders(deps, merchant.id, [order.id]);
  };
  // All connections are open from here on.
  await create('first');
  await (
    await place()
  )();

  expect(await costOf(() => create('second'))).toEqual({ statements: 10, trips: 2 });
  const atOnce = ['third', 'fourth', 'fifth'];
  expect(await costOf(() => Promise.all(atOnce.map(create)))).toEqual({ statements: 10, trips: 2 });
  expect(await costOf(await place())).toEqual({ statements: 9, trips: 4 });
});

test('the session of a call is checked in one round trip', async () => {
  const { token } = await makeMerchant(server);
  const { db, costOf } = countedDatabase();
  const { userOrService } = sessionAuthenticators({ ...server.deps, db });
  const check = async () =>
    userOrService({
      headers: { authorization: `Bearer ${token}` },
      url: '/orders',
      rawBody: undefined,
      endpoint: orderEndpoints.list,
    });
  // Opens the connection.
  await check();
  expect(await costOf(check)).toEqual({ statements: 3, trips: 1 });
});
