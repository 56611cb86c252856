import type { Order } from '@portage/contract/orders/orders';
import { type EpochMillis, DAY } from '@portage/contract/time';
import type { Database } from '../server/src/db/database.ts';
import { draftOrder } from '../server/src/orders/order-document.ts';
import { insertOrders } from '../server/src/orders/order-queries.ts';
import { makeOrderTemplates, newOrder, TEMPLATE_DAY, type Template } from './order-templates.ts';
import { vary, wayOf, type Place } from './order-variety.ts';

/** A merchant and the number of its orders. */
export interface MerchantOrders {
  merchantId: string;
  count: number;
}

const ROWS_PER_STATEMENT = 500;
const STATEMENTS_AT_ONCE = 2;
/** Days between the first order and the day of the templates. */
const YEAR = 365;

const FIRST_ORDER = newOrder(0);

/** Matches a timestamp of the templates: 13 digits that stand alone. */
const TIMESTAMP = /\b1[78]\d{11}\b/g;

/** Copies a template to another merchant, number and time. */
function retell({ order, text }: Template, merchantId: string, at: EpochMillis): Order {
  const { id, trackingNumber } = draftOrder(FIRST_ORDER, { merchantId, username: '' }, at);
  const retold = text
    .replaceAll(order.id, id)
    .replaceAll(order.merchantId, merchantId)
    .replaceAll(order.trackingNumber, trackingNumber)
    .replaceAll(TIMESTAMP, (timestamp) => String(Number(timestamp) + at - TEMPLATE_DAY));
  return JSON.parse(retold) as Order;
}

/** An order to create: its merchant and position. */
interface Turn extends Place {
  merchantId: string;
}

/** Yields the merchants of all orders, evenly mixed. */
function* turnsOf(merchants: readonly MerchantOrders[]): Generator<Turn, void> {
  const total = merchants.reduce((sum, { count }) => sum + count, 0);
  const waiting = merchants.map((merchant) => ({ ...merchant, nth: 0 }));
  for (let number = 0; number < total; number++) {
    const share = (number + 1) / total;
    const next = waiting.reduce((one, other) =>
      other.count * share - other.nth > one.count * share - one.nth ? other : one,
    );
    yield { ...next, number };
    next.nth++;
  }
}

/** Takes up to `count` items of an iterator. */
function nextOf<T>(items: Iterator<T, void>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = items.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/**
 * Inserts orders by creation time, with merchants mixed, spread evenly over the days before the
 * templates' day.
 */
export async function seedOrders(
  db: Database,
  merchants: readonly MerchantOrders[],
  days = YEAR,
): Promise<void> {
  const templateOf = await makeOrderTemplates();
  const total = merchants.reduce((sum, { count }) => sum + count, 0);

  const orderOf = (turn: Turn): Order => {
    const age = Math.floor((1 - turn.number / total) * days * DAY);
    const template = templateOf(wayOf(turn), age, turn.number);
    return vary(retell(template, turn.merchantId, TEMPLATE_DAY - age), turn);
  };

  const turns = turnsOf(merchants);
  const lane = async () => {
    for (;;) {
      const orders = nextOf(turns, ROWS_PER_STATEMENT).map(orderOf);
      if (orders.length === 0) return;
      await insertOrders(db, orders);
    }
  };
  await Promise.all(Array.from({ length: STATEMENTS_AT_ONCE }, lane));
}
