import { beforeAll, describe, expect, test } from 'vitest';
import { OrderStatus, mayBecome, type Actor } from '@portage/contract/orders/order-status';
import { Order } from '@portage/contract/orders/orders';
import { allowedDeliveryServices } from '@portage/contract/rates/rates';
import { DAY } from '@portage/contract/time';
import { shippedTariff } from '../../server/src/tariffs/shipped-tariff.ts';
import { placesOfTests } from '../../server/src/testing/places-of-tests.ts';
import { demoBusinesses } from './businesses.ts';
import { mapleAndPine } from './merchants.ts';
import { type DemoLife, demoOrders, DEMO_DAYS } from './orders.ts';

const ACTORS: readonly Actor[] = ['merchant', 'carrier', 'system'];
const tariffs = { at: shippedTariff };
const places = placesOfTests();

const [shop, bakery] = demoBusinesses;
if (!shop || !bakery) throw new Error('The demo has two merchants with orders');

const statusOf = ({ order }: DemoLife) => order.orderStatus;

const pairs = <T>(items: readonly T[]) =>
  items.slice(1).map((item, index) => [items[index], item] as const);

describe.each([
  { present: 'on a Wednesday morning', now: Date.parse('2026-06-10T09:00:00-04:00') },
  { present: 'in the night the clocks go back', now: Date.parse('2026-11-01T02:30:00-05:00') },
])('the orders of Maple & Pine $present', ({ now }) => {
  let lives: DemoLife[];
  let orders: Order[];

  beforeAll(async () => {
    lives = await demoOrders(shop, { places, tariffs, now });
    orders = lives.map(({ order }) => order);
  });

  test('are 2,500 orders of the contract', () => {
    expect(orders).toHaveLength(2_500);
    const refused = orders.flatMap((order) => Order.safeParse(order).error?.issues ?? []);
    expect(refused).toEqual([]);
  });

  test('show every status, most of them delivered', () => {
    const statuses = Map.groupBy(lives, statusOf);
    expect(OrderStatus.options.filter((status) => !statuses.has(status))).toEqual([]);
    expect(statuses.get('DELIVERED')?.length).toBeGreaterThan(2_000);
  });

  test('changed status only as the status table allows', () => {
    for (const { timelineEvents, orderStatus } of orders) {
      const statuses = timelineEvents.map(({ event }) => OrderStatus.parse(event));
      expect([statuses.at(0), statuses.at(-1)]).toEqual(['CREATED', orderStatus]);
      const forbidden = pairs(statuses).filter(
        ([from, to]) => !from || !ACTORS.some((actor) => mayBecome(from, to, actor)),
      );
      expect(forbidden).toEqual([]);
    }
  });

  test('have events that follow each other, none of them in the future', () => {
    for (const { timelineEvents, trackingEvents, modified } of orders) {
      for (const events of [timelineEvents, trackingEvents]) {
        const timestamps = events.map(({ timestamp }) => timestamp);
        expect(timestamps).toEqual(timestamps.toSorted((one, other) => one - other));
        expect(timestamps.at(-1) ?? 0).toBeLessThanOrEqual(Math.min(modified, now));
      }
    }
  });

  test('are of the last 90 days, except archived ones', () => {
    for (const { orderStatus, createdAt, timelineEvents } of orders) {
      if (orderStatus === 'ARCHIVED') {
        const [before] = timelineEvents.slice(-2);
        expect(now - (before?.timestamp ?? now)).toBeGreaterThan(180 * DAY);
      } else {
        expect(now - createdAt).toBeLessThanOrEqual(DEMO_DAYS * DAY);
      }
    }
  });

  test('have the same history in the audit and in their timelines', () => {
    for (const { order, audit } of lives) {
      const statuses = audit.filter(({ action }) => action !== 'order.attention_closed');
      const told = statuses.map(({ at, details }) => [details['to'] ?? details['status'], at]);
      expect(told).toEqual(order.timelineEvents.map(({ event, timestamp }) => [event, timestamp]));
    }
  });

  test('were placed and delivered within the merchant’s rules', () => {
    const { orderTags, merchantDisplayLogoUrls } = mapleAndPine.profile;
    const brands = merchantDisplayLogoUrls.map(({ name }) => name);
    for (const order of orders) {
      const { deliveryType, service, deliveryService, tags, merchantDisplayName, rateChoice } =
        order;
      expect(allowedDeliveryServices(deliveryType, service)).toContain(deliveryService);
      expect(tags.filter((tag) => !orderTags.includes(tag))).toEqual([]);
      if (merchantDisplayName) expect(brands).toContain(merchantDisplayName);
      if (order.deliveredAt !== undefined) expect(rateChoice?.price).toBeGreaterThan(0);
    }
  });

  test('include some waiting to be packed and some packed', () => {
    const recent = lives.filter(({ order }) => now - order.createdAt < 3 * DAY).map(statusOf);
    expect(recent).toContain('GEOCODED');
    expect(recent).toContain('PICKUP_READY');
  });
});

describe('the orders of Boulangerie du Coin', () => {
  const now = Date.parse('2026-06-10T09:00:00-04:00');
  let lives: DemoLife[];

  beforeAll(async () => {
    lives = await demoOrders(bakery, { places, tariffs, now });
  });

  test('are the same for the same moment', async () => {
    const again = await demoOrders(bakery, { places, tariffs, now });
    const gist = ({ order }: DemoLife) => [
      order.createdAt,
      order.recipient,
      order.recipientAddress,
      order.orderItems,
      order.timelineEvents.map(({ event, timestamp }) => [event, timestamp]),
    ];
    expect(again.map(gist)).toEqual(lives.map(gist));
  });

  test('are delivered where the bakery delivers, and some without a phone', () => {
    const phones = lives.filter(({ order }) => order.recipient.phone !== undefined);
    expect(phones.length).toBeGreaterThan(100);
    expect(phones.length).toBeLessThan(lives.length - 50);
    const delivered = lives.filter(({ order }) => order.deliveredAt !== undefined);
    expect(new Set(delivered.map(({ order }) => order.recipientAddress.province))).toEqual(
      new Set(['QC']),
    );
  });
});
