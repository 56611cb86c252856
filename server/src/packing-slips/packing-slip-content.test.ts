import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { HOUR } from '@portage/contract/time';
import { MERCHANTS, packedOrder } from '../testing/any-packing-slip.ts';
import { linesOf } from '../testing/page-faults.ts';
import { packingSlipContent } from './packing-slip-content.ts';
import { layOutPackingSlip } from './packing-slip-layout.ts';

/** Prices unlike any other number of the order. */
const anyPrice = fc.integer({ min: 77_000_00, max: 77_999_99 }).map((cents) => cents / 100);
const anyCurrency = fc.constantFrom('CAD' as const, 'USD' as const);

test('a packing slip has no price', () => {
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
        // In any grouping: 77,123.45 or 77 123,45.
        expect(text).not.toMatch(/77\D?\d{3}/);
      },
    ),
  );
});

const contentOf = (
  changes: Parameters<typeof packedOrder>[0],
  merchant: Parameters<typeof packingSlipContent>[1] = MERCHANTS.en,
) => packingSlipContent(packedOrder(changes), merchant);

const shopOrderOf = (...customFields: [name: string, value: string][]) =>
  contentOf({ customFields: customFields.map(([name, value]) => ({ name, value })) }).shopOrder;

describe('the texts of a packing slip', () => {
  it('names the sub-brand when there is one, otherwise the merchant', () => {
    expect(contentOf({}).sender).toBe('Maple & Pine');
    expect(contentOf({ merchantDisplayName: 'Pine Kids' }).sender).toBe('Pine Kids');
  });

  it('lists items with SKU, warehouse location and quantity', () => {
    const orderItems = [
      { name: 'Wool throw', sku: 'HM-THR-201', warehouseLocation: 'H3-14', quantity: 2 },
      { name: 'Gift card', quantity: 1 },
      { name: 'Candle', fulfillmentSku: 'WH-88', sku: '', quantity: 1 },
      { name: '', sku: 'HM-VAS-022', quantity: 3 },
    ];
    expect(contentOf({ orderItems }).items).toEqual([
      { name: 'Wool throw', details: ['SKU HM-THR-201', 'Location H3-14'], quantity: 2 },
      { name: 'Gift card', details: [], quantity: 1 },
      { name: 'Candle', details: ['SKU WH-88'], quantity: 1 },
      { name: 'Item without a name', details: ['SKU HM-VAS-022'], quantity: 3 },
    ]);
  });

  it('is in the language of the merchant', () => {
    const orderItems = [{ name: 'Croissant', sku: 'VI-1', warehouseLocation: 'F2', quantity: 1 }];
    expect(contentOf({ orderItems, service: 'SCHEDULED' }, MERCHANTS.fr)).toMatchObject({
      placed: '4 juin 2026',
      service: 'Planifiée',
      promise: { day: 'jeu. 4 juin', hours: '18 h à 22 h' },
      items: [{ details: ['UGS VI-1', 'Emplacement F2'] }],
    });
  });

  it('gives the day of the order in the time zone of the merchant', () => {
    const createdAt = Date.parse('2026-06-05T03:30:00Z');
    const vancouver = { ...MERCHANTS.en, timeZone: 'America/Vancouver' };
    expect(contentOf({ createdAt }, MERCHANTS.en).placed).toBe('Jun 4, 2026');
    expect(contentOf({ createdAt: createdAt + HOUR }, MERCHANTS.en).placed).toBe('Jun 5, 2026');
    expect(contentOf({ createdAt: createdAt + HOUR }, vancouver).placed).toBe('Jun 4, 2026');
  });

  it('separates the lines of notes on a single line', () => {
    expect(contentOf({ notes: 'Code 4417\n3e étage' }, MERCHANTS.fr).notes).toBe(
      'Code 4417 · 3e étage',
    );
  });

  it('counts packages without details', () => {
    expect(contentOf({ packages: [], packageCount: 3 }).packageCount).toBe(3);
  });

  it('leaves out unknown values', () => {
    const bare = {
      refNumber: undefined,
      notes: '',
      completeAfter: undefined,
      completeBefore: undefined,
    };
    const content = contentOf(bare);
    for (const key of ['reference', 'shopOrder', 'notes', 'promise', 'logo']) {
      expect(content).not.toHaveProperty(key);
    }
  });
});

describe('the number of the shop order', () => {
  test('is in a custom field, in any spelling of its name', () => {
    expect(shopOrderOf(['gift', 'yes'], ['shopOrderNumber', '48213'])).toBe('48213');
    expect(shopOrderOf(['Shopify order number', '48213'])).toBe('48213');
    expect(shopOrderOf(['Numéro de commande', '48213'])).toBe('48213');
    expect(shopOrderOf(['order_number', '48213'])).toBe('48213');
  });

  test('comes before the shop order’s id, which replaces it', () => {
    const id = ['shopifyOrderId', '5803114032809'] as const;
    expect(shopOrderOf([...id])).toBe('5803114032809');
    expect(shopOrderOf([...id], ['shopifyOrderNumber', '48213'])).toBe('48213');
  });

  test('is not repeated when it is also the reference', () => {
    expect(shopOrderOf(['Order number', '#1042'])).toBeUndefined();
  });

  test('is not in another custom field', () => {
    expect(shopOrderOf(['Gift message', 'Happy birthday'], ['Total', '$98.50'])).toBeUndefined();
  });
});
