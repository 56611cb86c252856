import type { Order } from '@portage/contract/orders';
import { labelledOrder } from '../labels/label-fixture.ts';

/** Merchants whose slips the tests print, one a language. */
export const MERCHANTS = {
  en: { name: 'Maple & Pine', language: 'en', timeZone: 'America/Toronto' },
  fr: { name: 'Boulangerie du Coin', language: 'fr', timeZone: 'America/Montreal' },
} as const;

/** An order of two items for the tests of packing slips; `changes` replace whole fields. */
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
