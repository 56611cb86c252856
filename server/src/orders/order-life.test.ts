import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { CarrierEvent } from '@portage/contract/orders/carrier';
import {
  orderCan,
  CarrierStatus,
  mayBecome,
  OrderStatus,
} from '@portage/contract/orders/order-status';
import { isScanned, type Order } from '@portage/contract/orders/orders';
import { readOrderAudit } from '../audit/write-audit.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { makeCarrier, type TestCarrier } from '../testing/make-carrier.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from '../testing/make-order.ts';
import { anyAction, eventsOf, type OrderAction, send, taken } from '../testing/order-actions.ts';
import { archiveOldOrders } from './archive-old-orders.ts';
import { orderFacets } from './order-document.ts';
import { DAY, MINUTE } from '@portage/contract/time';

const server = useTestServer();

const YEAR = 365 * DAY;
const CARRIER_STATUSES: ReadonlySet<string> = new Set(CarrierStatus.options);

let merchant: TestMerchant;
let carrier: TestCarrier;
beforeAll(async () => {
  merchant = await makeMerchant(server);
  carrier = await makeCarrier(server);
});

async function read(id: string): Promise<{ order: Order; columns?: object }> {
  const { db } = server.deps;
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) {
    const { document, ...columns } = row;
    return { order: JSON.parse(document) as Order, columns };
  }
  const deleted = await db
    .selectFrom('deleted_orders')
    .select('document')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { order: JSON.parse(deleted.document) as Order };
}

const searchable = (id: string) =>
  server.deps.db.selectFrom('searchable_orders').selectAll().where('id', '=', id).execute();

function expectProjected(order: Order, columns: object) {
  const { delivered_at: deliveredAt, modified_at: modified, ...others } = orderFacets(order);
  const { ship_by: shipBy, ...facets } = others;
  expect(columns).toEqual({
    merchant_id: order.merchantId,
    id: order.id,
    created_at: order.createdAt,
    status: order.orderStatus,
    tracking_number: order.trackingNumber,
    version: order.version,
    ship_by: shipBy?.getTime() ?? null,
    ref_number: order.refNumber ?? null,
    import_id: null,
    ...facets,
    delivered_at: deliveredAt?.getTime() ?? null,
    modified_at: modified.getTime(),
  });
}

async function expectAudited({ id, orderStatus, timelineEvents }: Order) {
  const entries = await readOrderAudit(server.deps.db, merchant.merchant.id, id);
  const actors = { system: 'system', carrier: 'carrier', [merchant.username]: 'merchant' } as const;
  let status: OrderStatus = 'CREATED';
  const caused: string[] = [status];
  for (const { action, actor, details } of entries) {
    if (action !== 'order.status_changed') continue;
    const { from, to } = details;
    expect(from).toBe(status);
    status = OrderStatus.parse(to);
    expect(mayBecome(OrderStatus.parse(from), status, actors[actor] ?? 'merchant')).toBe(true);
    caused.push(status);
  }
  expect(status).toBe(orderStatus);
  // Steps that the carrier left out are in the audit alone.
  const told = timelineEvents.map(({ event }) => event);
  const isOurs = (one: string) => !CARRIER_STATUSES.has(one);
  expect(told.filter(isOurs)).toEqual(caused.filter(isOurs));
  expect(told).toContain(orderStatus);
}

function expectTold(order: Order, events: readonly CarrierEvent[]) {
  const timeline = [...order.timelineEvents, ...order.trackingEvents];
  for (const event of events) {
    if (event.type !== 'STATUS') continue;
    const { status, at, trackingNumber } = event;
    expect(timeline).toContainEqual({ event: status, timestamp: at, trackingNumber });
  }
  for (const some of [order.timelineEvents, order.trackingEvents]) {
    const times = some.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  }
}

function isPermitted(action: OrderAction, order: Order): boolean | undefined {
  const standing = { ...order, isScanned: isScanned(order) };
  if (action.kind === 'pickupready') return orderCan.markReady(standing).allowed;
  if (action.kind === 'notPickupready') return orderCan.markNotReady(standing).allowed;
  if (action.kind === 'delete') return orderCan.delete(standing).allowed;
  if (action.kind === 'print') return orderCan.printLabel(standing).allowed;
  if (action.kind === 'updateOrder') return orderCan.edit(standing).allowed && undefined;
  return undefined;
}

interface Life {
  id: string;
  isDeleted: boolean;
  events: CarrierEvent[];
}

async function act(life: Life, action: OrderAction): Promise<boolean> {
  const now = server.deps.clock.now();
  if (action.kind === 'wait') {
    server.setNow(now + action.minutes * MINUTE);
    return true;
  }
  if (action.kind === 'report' || action.kind === 'scan') {
    const { order } = await read(life.id);
    const events = await taken(carrier, eventsOf(action, order, now));
    life.events.push(...events);
    return events.length > 0;
  }
  const isDone = await send(merchant, life.id, action);
  if (isDone && action.kind === 'delete') life.isDeleted = true;
  return isDone;
}

async function expectSound({ id, isDeleted, events }: Life) {
  const { order, columns } = await read(id);
  expect(columns === undefined).toBe(isDeleted);
  if (columns) expectProjected(order, columns);
  const found = await searchable(id);
  expect(found).toEqual(columns ? [expect.objectContaining({ id })] : []);
  if (columns) expect(columns).toMatchObject(found[0] ?? {});
  expectTold(order, events);
  await expectAudited(order);
}

const aLife = fc.record({
  postalCode: fc.constantFrom('M5B 1C6', 'M5B 1C6', 'M5B 1C6', 'K9Z 9Z9'),
  packageCount: fc.integer({ min: 1, max: 2 }),
  steps: fc.array(fc.array(anyAction, { minLength: 1, maxLength: 2 }), {
    minLength: 3,
    maxLength: 9,
  }),
});

async function begin(postalCode: string, packageCount: number): Promise<Life> {
  const recipientAddress = { street: '1 Nowhere Rd', city: 'Nowhere', province: 'ON', postalCode };
  const { id } = await makeOrder(merchant, {
    packages: undefined,
    packageCount,
    ...(postalCode.startsWith('K') && { recipientAddress: { ...recipientAddress, country: 'CA' } }),
  });
  await waitUntilPlaced(merchant, id);
  return { id, isDeleted: false, events: [] };
}

test('in any sequence of actions an order follows the status table, and all records agree', async () => {
  await fc.assert(
    fc.asyncProperty(aLife, async ({ postalCode, packageCount, steps }) => {
      server.setNow(TEST_NOW);
      const life = await begin(postalCode, packageCount);
      await expectSound(life);
      for (const actions of steps) {
        const before = await read(life.id);
        const [action] = actions;
        // Two in one step happen at the same moment.
        const done = await Promise.all(actions.map((one) => act(life, one)));
        await expectSound(life);
        if (!action || actions.length > 1) continue;
        const mayBeDone = isPermitted(action, before.order);
        if (before.columns && mayBeDone !== undefined) expect(done).toEqual([mayBeDone]);
        if (!done[0]) expect(await read(life.id)).toEqual(before);
      }
      server.setNow(TEST_NOW + YEAR);
      await archiveOldOrders(server.deps);
      await expectSound(life);
    }),
    { numRuns: 30 },
  );
}, 90_000);
