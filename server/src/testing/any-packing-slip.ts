import fc from 'fast-check';
import type { Order } from '@portage/contract/orders/orders';
import { packingSlipContent } from '../packing-slips/packing-slip-content.ts';
import { anyChanges, anyText, optional } from './any-label.ts';
import { labelledOrder } from './labelled-order.ts';

/** One a language. */
export const MERCHANTS = {
  en: { name: 'Maple & Pine', language: 'en', timeZone: 'America/Toronto' },
  fr: { name: 'Boulangerie du Coin', language: 'fr', timeZone: 'America/Montreal' },
} as const;

/** Has two items; `changes` replace whole fields. */
export function packedOrder(changes: Parameters<typeof labelledOrder>[0] = {}): Order {
  return labelledOrder({
    refNumber: '#1042',
    orderItems: [
      { name: 'Balsam fir candle, 14 oz', sku: 'HM-CAN-014', quantity: 2, unitPrice: 38 },
      { name: 'Wool throw, heather grey', sku: 'HM-THR-201', quantity: 1, unitPrice: 129 },
    ],
    ...changes,
  });
}

const anyItem = fc.record({
  name: anyText(280),
  sku: optional(anyText(100)),
  warehouseLocation: optional(anyText(100)),
  quantity: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(100_000)),
});

/** Few kinds by the hundred, named from `item0`. */
const anyItems = fc
  .record({
    kinds: fc.array(anyItem, { minLength: 1, maxLength: 8 }),
    count: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 25 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 500 }) },
    ),
  })
  .map(({ kinds, count }) =>
    Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).flatMap(
      (kind, index) => (kind ? [{ ...kind, name: `item${index} ${kind.name}` }] : []),
    ),
  );

const anyLogo = fc
  .record({ width: fc.integer({ min: 1, max: 600 }), height: fc.integer({ min: 1, max: 240 }) })
  .map((size) => ({ ...size, gray: new Uint8Array(size.width * size.height) }));

export const anyPackingSlip = fc
  .record({
    changes: anyChanges,
    orderItems: anyItems,
    shopOrder: optional(anyText(500)),
    merchant: fc.record({
      name: anyText(60),
      language: fc.constantFrom('en' as const, 'fr' as const),
      timeZone: fc.constantFrom('America/Toronto', 'America/Vancouver'),
    }),
    packageCount: fc.integer({ min: 1, max: 99 }),
    logo: optional(anyLogo),
  })
  .map(({ changes, orderItems, shopOrder, merchant, packageCount, logo }) => {
    const customFields = shopOrder ? [{ name: 'Shopify order number', value: shopOrder }] : [];
    const order = packedOrder({ ...changes, orderItems, customFields, packages: [], packageCount });
    return packingSlipContent(order, merchant, logo);
  });
