import type { Order } from '@portage/contract/orders';
import type { EpochMillis } from '@portage/contract/time';
import type { Database } from '../server/src/db/database.ts';
import { draftOrder } from '../server/src/orders/draft-order.ts';
import { insertOrders } from '../server/src/orders/order-queries.ts';
import { makeOrderTemplates, newOrder, TEMPLATE_DAY } from './order-templates.ts';

/** Whose orders are seeded, and how many of them. */
export interface MerchantOrders {
  merchantId: string;
  count: number;
}

const ROWS_PER_STATEMENT = 500;
const STATEMENTS_AT_ONCE = 2;
const DAY = 24 * 60 * 60 * 1000;
/** The orders are spread evenly over the year before the day of the templates. */
const DAYS = 365;

const FIRST_ORDER = newOrder(0);

/** A moment of the templates: 13 digits that stand alone. */
const MOMENT = /\b1[78]\d{11}\b/g;

/** An order of another merchant, number and time, otherwise as the template is. */
function retell(template: string, order: Order, merchantId: string, at: EpochMillis): Order {
  const { id, trackingNumber } = draftOrder(FIRST_ORDER, { merchantId, username: '' }, at);
  const text = template
    .replaceAll(order.id, id)
    .replaceAll(order.merchantId, merchantId)
    .replaceAll(order.trackingNumber, trackingNumber)
    .replaceAll(MOMENT, (moment) => String(Number(moment) + at - TEMPLATE_DAY));
  return JSON.parse(text) as Order;
}

/** Who placed the first order, the second, and so on: mixed as evenly as the counts allow. */
function ownersInTurn(merchants: readonly MerchantOrders[]): string[] {
  const total = merchants.reduce((sum, { count }) => sum + count, 0);
  const waiting = merchants.map(({ merchantId, count }) => ({ merchantId, count, placed: 0 }));
  return Array.from({ length: total }, (_, turn) => {
    const share = (turn + 1) / total;
    const next = waiting.reduce((one, other) =>
      other.count * share - other.placed > one.count * share - one.placed ? other : one,
    );
    next.placed++;
    return next.merchantId;
  });
}

/** Adds the orders in the order of their creation, as they would have come, merchants mixed. */
export async function seedOrders(
  db: Database,
  merchants: readonly MerchantOrders[],
): Promise<void> {
  const templates = await makeOrderTemplates();
  const texts = templates.map((order) => JSON.stringify(order));
  const owners = ownersInTurn(merchants);

  const orderOf = (merchantId: string, number: number): Order => {
    const template = templates[number % templates.length];
    const text = texts[number % texts.length];
    if (!template || text === undefined) throw new RangeError('There is no template');
    const at = TEMPLATE_DAY - Math.floor((1 - number / owners.length) * DAYS * DAY);
    return retell(text, template, merchantId, at);
  };

  let next = 0;
  const lane = async () => {
    while (next < owners.length) {
      const first = next;
      next += ROWS_PER_STATEMENT;
      const orders = owners
        .slice(first, next)
        .map((merchantId, index) => orderOf(merchantId, first + index));
      await insertOrders(db, orders);
    }
  };
  await Promise.all(Array.from({ length: STATEMENTS_AT_ONCE }, lane));
}
