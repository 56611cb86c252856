import { randomUUID } from 'node:crypto';
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
import { DAY, MINUTE, type EpochMillis } from '@portage/contract/time';
import { readOrderAudit } from '../audit/write-audit.ts';
import { untilPrintsRecorded } from '../orders/record-prints.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { placedOrder } from '../testing/edit-orders.ts';
import { makeCarrier, type TestCarrier } from '../testing/make-carrier.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { differingColumns } from '../testing/order-invariants.ts';
import { archiveOldOrders } from './archive-old-orders.ts';

type OrderAction =
  | { kind: 'pickupready' | 'notPickupready' | 'delete'; isBatch: boolean }
  | { kind: 'updateOrder'; payload: object }
  | { kind: 'addTags' | 'removeTags'; payload: string[] }
  | { kind: 'print' }
  | { kind: 'report'; reports: { status: CarrierStatus; minutes: number; package: number }[] }
  | { kind: 'scan'; package: number }
  | { kind: 'wait'; minutes: number };

const address = fc.constantFrom(
  { street: '100 Queen St W', city: 'Toronto', postalCode: 'M5H 2N2' },
  { street: '1 Rue Notre-Dame E', city: 'Montréal', province: 'QC', postalCode: 'H2Y 1B6' },
  { street: '1 Nowhere Rd', city: 'Nowhere', postalCode: 'K9Z 9Z9' },
);

const payload = fc.oneof(
  fc.record({ notes: fc.constantFrom('Ring twice', 'Ring once', null) }),
  fc.record({ packageCount: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ recipientAddress: address }),
);

/** Drawn more often than the carrier's other statuses. */
const USUAL = ['CARRIER_PICKED_UP', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const;

const report = fc.record({
  status: fc.oneof(fc.constantFrom(...USUAL), fc.constantFrom(...CarrierStatus.options)),
  minutes: fc.integer({ min: -10, max: 4 }),
  package: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 2 })),
});

const anyAction: fc.Arbitrary<OrderAction> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('pickupready', 'pickupready', 'notPickupready', 'delete'),
    isBatch: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('updateOrder'), payload }),
  fc.record({
    kind: fc.constantFrom('addTags', 'removeTags'),
    payload: fc.array(fc.constantFrom('gift', 'fragile'), { minLength: 1, maxLength: 2 }),
  }),
  fc.constant({ kind: 'print' as const }),
  fc.record({
    kind: fc.constant('report'),
    reports: fc.array(report, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('scan'), package: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 3 }) }),
);

/** Tracking number of the order, or of a package counted from 1. */
const numberOf = ({ trackingNumber }: Order, which: number) =>
  which === 0 ? trackingNumber : `${trackingNumber}-${which}`;

/** Carrier events of an action, none before the order's creation. */
function eventsOf(
  action: Extract<OrderAction, { kind: 'report' | 'scan' }>,
  order: Order,
  now: EpochMillis,
): CarrierEvent[] {
  if (action.kind === 'scan') {
    const trackingNumber = numberOf(order, action.package);
    return [{ id: randomUUID(), type: 'SCAN', trackingNumber, at: now, city: 'Toronto' }];
  }
  return action.reports.map(({ status, minutes, package: which }) => ({
    id: randomUUID(),
    type: 'STATUS',
    status,
    trackingNumber: numberOf(order, which),
    at: Math.max(order.createdAt, now + minutes * MINUTE),
  }));
}

/** Sends a merchant's action and waits for print records; true on success. */
async function send(
  { call }: TestMerchant,
  id: string,
  action: Exclude<OrderAction, { kind: 'report' | 'scan' | 'wait' }>,
): Promise<boolean> {
  if (action.kind === 'print') {
    const { statusCode } = await call('GET', `/labels/${id}`);
    await untilPrintsRecorded();
    return statusCode === 200;
  }
  if ('payload' in action) {
    const { kind, payload: edit } = action;
    return (await call('PATCH', `/orders/${id}/${kind}`, { payload: edit })).statusCode === 200;
  }
  if (action.isBatch) {
    const answer = await call('POST', `/orders/batch/${action.kind}`, { payload: { ids: [id] } });
    return answer.json<{ outcomes: { result: string }[] }>().outcomes[0]?.result === 'success';
  }
  if (action.kind === 'delete') return (await call('DELETE', `/orders/${id}`)).statusCode === 204;
  return (await call('PATCH', `/orders/${id}/${action.kind}`)).statusCode === 200;
}

/** Sends the carrier's events; returns the accepted ones. */
async function taken(
  carrier: TestCarrier,
  events: readonly CarrierEvent[],
): Promise<CarrierEvent[]> {
  const outcomes = await carrier.report(events);
  return events.filter((_, index) => outcomes[index]?.result !== 'refused');
}

const server = useTestServer();

const YEAR = 365 * DAY;
const CARRIER_STATUSES: ReadonlySet<string> = new Set(CarrierStatus.options);

let merchant: TestMerchant;
let carrier: TestCarrier;
let bystander: Order;
beforeAll(async () => {
  merchant = await makeMerchant(server);
  carrier = await makeCarrier(server);
  bystander = await placedOrder(merchant);
});

async function read(id: string) {
  const { db } = server.deps;
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return { order: JSON.parse(row.document) as Order, columns: row };
  const deleted = await db
    .selectFrom('deleted_orders')
    .select('document')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { order: JSON.parse(deleted.document) as Order, columns: undefined };
}

const searchable = (id: string) =>
  server.deps.db.selectFrom('searchable_orders').selectAll().where('id', '=', id).execute();

const recordsOf = async (id: string) => [
  await read(id),
  await searchable(id),
  await readOrderAudit(server.deps.db, merchant.merchant.id, id),
];

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
  // Steps that the carrier skipped appear only in the audit.
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
  if (columns) expect(differingColumns(columns, order)).toEqual([]);
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
  const { id } = await placedOrder(merchant, {
    packages: undefined,
    packageCount,
    ...(postalCode.startsWith('K') && { recipientAddress: { ...recipientAddress, country: 'CA' } }),
  });
  return { id, isDeleted: false, events: [] };
}

test('in any sequence of actions an order follows the status table, and all records agree', async () => {
  await fc.assert(
    fc.asyncProperty(aLife, async ({ postalCode, packageCount, steps }) => {
      server.setNow(TEST_NOW);
      const others = await recordsOf(bystander.id);
      const life = await begin(postalCode, packageCount);
      await expectSound(life);
      for (const actions of steps) {
        const before = await read(life.id);
        const [action] = actions;
        // Both actions of a step run concurrently.
        const done = await Promise.all(actions.map((one) => act(life, one)));
        await expectSound(life);
        if (!action || actions.length > 1) continue;
        const mayBeDone = isPermitted(action, before.order);
        if (before.columns && mayBeDone !== undefined) expect(done).toEqual([mayBeDone]);
        if (!done[0]) expect(await read(life.id)).toEqual(before);
      }
      expect(await recordsOf(bystander.id)).toEqual(others);
      server.setNow(TEST_NOW + YEAR);
      await archiveOldOrders(server.deps);
      await expectSound(life);
    }),
    { numRuns: 30 },
  );
}, 90_000);
