import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import {
  packageTrackingNumber,
  trackingNumberFrom,
} from '@portage/contract/orders/tracking-number';
import { labelledOrder } from './labelled-order.ts';
import { createMerchant } from '../merchants/first-profile.ts';
import { insertOrders } from '../orders/order-queries.ts';
import type { TestServer } from './build-test-server.ts';
import { merchantProfile } from './make-merchant.ts';

interface TrackingSite {
  /** Makes an order that is out for delivery, of a merchant of its own. */
  makeOrder: (changes?: Partial<Order>, profile?: Partial<Merchant>) => Promise<Order>;
  load: (path: string, options?: Omit<InjectOptions, 'url'>) => Promise<LightMyRequestResponse>;
}

export const unusedNumber = (): string =>
  trackingNumberFrom(crypto.getRandomValues(new Uint8Array(10)));

export const trackingSite = (server: TestServer): TrackingSite => ({
  async makeOrder(changes = {}, profile = {}) {
    const merchant = merchantProfile({ name: 'Maple & Pine', ...profile });
    await createMerchant(server.deps.db, merchant);
    const trackingNumber = unusedNumber();
    const order = labelledOrder({
      id: uuidv7(),
      merchantId: merchant.id,
      trackingNumber,
      packages: [{ trackingNumber: packageTrackingNumber(trackingNumber, 1) }],
      recipient: { name: 'Zoé Tremblay', email: 'zoe@example.com', phone: '+14165550142' },
      orderStatus: 'OUT_FOR_DELIVERY',
      ...changes,
    });
    await insertOrders(server.deps.db, [order]);
    return order;
  },
  load: (path, options = {}) => server.app.inject({ url: `/track${path}`, ...options }),
});

export const headingOf = (page: string): string | undefined => /<h1>(.*?)<\/h1>/.exec(page)?.[1];
