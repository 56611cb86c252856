import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import type { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import type { RateWindow } from '@portage/contract/rates/rates';
import type { TestMerchant } from './make-merchant.ts';

/** A creation payload for next-day delivery inside Toronto. */
export function newOrderPayload(
  changes: Partial<z.input<typeof NewOrder>> = {},
): z.input<typeof NewOrder> {
  return {
    originAddress: {
      street: '100 King St W',
      city: 'Toronto',
      province: 'ON',
      postalCode: 'M5X 1A9',
      country: 'CA',
    },
    recipient: { name: 'Zoé Tremblay', phone: '416-555-0142', email: 'zoe@example.com' },
    recipientAddress: {
      street: '25 Dundas St E',
      unit: '804',
      city: 'Toronto',
      province: 'ON',
      postalCode: 'M5B 1C6',
      country: 'CA',
    },
    packages: [
      {
        weightOptions: { weight: 4, unit: 'lb' },
        sizeOptions: { length: 10, width: 8, height: 4, unit: 'inch' },
      },
    ],
    service: 'NEXTDAY',
    ...changes,
  };
}

export async function makeOrder(
  merchant: TestMerchant,
  changes: Partial<z.input<typeof NewOrder>> = {},
): Promise<Order> {
  const response = await merchant.call('POST', '/orders', { payload: newOrderPayload(changes) });
  return response.json<Order>();
}

/** Waits until a job has located and rated the order. */
export async function waitUntilPlaced(merchant: TestMerchant, id: string): Promise<Order> {
  for (;;) {
    const response = await merchant.call('GET', `/orders/${id}`);
    const order = response.json<Order>();
    if (order.orderStatus !== 'CREATED') return order;
    await setTimeout(20);
  }
}

/** The first delivery window that a merchant may book for such an order. */
export async function offeredWindow({ call }: TestMerchant) {
  const windows = await call('GET', '/rates/windows?originPostalCode=M5X1A9&postalCode=M5B1C6');
  const [first] = windows.json<RateWindow[]>();
  if (!first) throw new Error('No window is offered');
  return { start: first.start, end: first.end };
}
