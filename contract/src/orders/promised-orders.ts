import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CalendarDate, EpochMillis } from '../time.ts';
import { Order } from './orders.ts';

export const MOST_PROMISED_ORDERS = 50;

export const PromisedOrder = Order.pick({
  id: true,
  trackingNumber: true,
  orderStatus: true,
  service: true,
}).extend({
  recipientName: z.string(),
  promisedUntil: EpochMillis.describe('End of its promised delivery.'),
});

/** Lists the orders that an exception would concern (spec 2 §2). */
export const promisedOrderEndpoints = {
  list: endpoint('GET /orders/promised', {
    summary: 'The orders under way that are promised for a day, earliest promise first',
    mayCall: 'userOrService',
    query: z.object({ date: CalendarDate.describe('In the merchant’s time zone.') }),
    response: z.object({
      orders: z.array(PromisedOrder).describe(`At most ${MOST_PROMISED_ORDERS}.`),
      isComplete: z.boolean().describe('False when there are more.'),
    }),
  }),
};
