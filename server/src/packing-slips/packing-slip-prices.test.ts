import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from '../testing/page-faults.ts';
import { packingSlipContent } from './packing-slip-content.ts';
import { MERCHANTS, packedOrder } from './packing-slip-arbitrary.ts';
import { layOutPackingSlip } from './packing-slip-layout.ts';

/** Prices that no other number of the order contains. */
const anyPrice = fc.integer({ min: 77_000_00, max: 77_999_99 }).map((cents) => cents / 100);
const anyCurrency = fc.constantFrom('CAD' as const, 'USD' as const);

test('no price of an order stands on its packing slip', () => {
  fc.assert(
    fc.property(
      fc.record({ unitPrice: anyPrice, taxAmount: anyPrice, ratePrice: anyPrice, total: anyPrice }),
      anyCurrency,
      fc.constantFrom('en' as const, 'fr' as const),
      ({ unitPrice, taxAmount, ratePrice, total }, currency, language) => {
        const order = packedOrder({
          orderItems: [
            { name: 'Wool throw', sku: 'HM-THR', quantity: 2, unitPrice, taxAmount },
            { name: 'Candle', sku: 'HM-CAN', quantity: 1, unitPrice, taxAmount },
          ],
          rateChoice: {
            name: `Same day ${ratePrice}`,
            service: 'SAMEDAY',
            price: ratePrice,
            currency,
            description: `$${ratePrice}`,
            deliveryService: 'TO_THE_DOOR',
          },
          customFields: [
            { name: 'Total price', value: `${total} ${currency}` },
            { name: 'Declared value for customs', value: String(total) },
          ],
        });
        const slip = layOutPackingSlip(packingSlipContent(order, MERCHANTS[language]));
        const text = slip.flatMap(linesOf).join('\n');
        expect(text).not.toMatch(/[$]|CAD|USD/);
        // However it is grouped: 77,123.45 or 77 123,45.
        expect(text).not.toMatch(/77\D?\d{3}/);
      },
    ),
  );
});
