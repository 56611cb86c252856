import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewPackage } from '@portage/contract/orders/packages';
import { Rate } from '@portage/contract/rates/rates';
import { makeShipment, timestampAt } from '../testing/make-shipment.ts';
import { listWindows } from './list-windows.ts';
import { quoteRates, type Quote, chooseRate } from './quote-rates.ts';

const shipment = makeShipment();
const firstWindow = listWindows(shipment)[0];

test('the chosen rate is the quoted rate', () => {
  const quote = quoteRates(shipment);
  for (const rate of 'rates' in quote ? quote.rates : []) {
    expect(chooseRate({ ...shipment, service: rate.service, window: firstWindow })).toEqual({
      rate,
      shipBy: expect.any(Number),
      tariffVersion: shipment.tariff.version,
    });
  }
});

describe('an order gets no rate', () => {
  test.each(['SAMEDAY', 'SCHEDULED', 'CUSTOMER_BOOKING'] as const)(
    'for %s between two metro areas',
    (service) => {
      const away = { ...shipment, destination: 'H2Y 1C6', service, window: firstWindow };
      expect(chooseRate(away)).toEqual({ failure: 'RATE_FAILED' });
    },
  );

  test('for SAMEDAY after its cutoff', () => {
    const at = timestampAt('2026-03-10T13:00', 'America/Toronto');
    expect(chooseRate({ ...shipment, at, service: 'SAMEDAY' })).toEqual({ failure: 'RATE_FAILED' });
  });
});

describe('a SCHEDULED order', () => {
  const choose = (window: { start: number; end: number } | undefined) =>
    chooseRate({ ...shipment, service: 'SCHEDULED', window });

  test('needs a window', () => {
    expect(choose(undefined)).toEqual({ failure: 'INVALIDTIME' });
  });

  test('needs one of the windows listed, from its start to its end', () => {
    const window = firstWindow ?? { start: 0, end: 0 };
    expect(choose(window)).toHaveProperty('rate.price', 18);
    expect(choose({ ...window, end: window.end + 1 })).toEqual({ failure: 'INVALIDTIME' });
    expect(choose({ ...window, start: window.start - 1 })).toEqual({ failure: 'INVALIDTIME' });
  });

  test('cannot have a window whose cutoff had passed when it was placed', () => {
    const at = timestampAt('2026-03-10T13:00', 'America/Toronto');
    const evening = {
      start: timestampAt('2026-03-10T18:00', 'America/Toronto'),
      end: timestampAt('2026-03-10T21:00', 'America/Toronto'),
    };
    expect(choose(evening)).toHaveProperty('rate');
    expect(chooseRate({ ...shipment, at, service: 'SCHEDULED', window: evening })).toEqual({
      failure: 'INVALIDTIME',
    });
  });
});

const ratesOf = (quote: Quote) => ('rates' in quote ? quote.rates : []);

describe('their texts', () => {
  const textOf = (quote: Quote, service: string) => {
    const rate = ratesOf(quote).find((one) => one.service === service);
    return rate && `${rate.name}: ${rate.description}`.replace(/\s/g, ' ');
  };
  const late = timestampAt('2026-03-10T13:00', 'America/Toronto');

  test('is in English', () => {
    const quote = quoteRates(makeShipment());
    expect(textOf(quote, 'SAMEDAY')).toBe('Same day: The same evening, 6 p.m. to 10 p.m.');
    expect(textOf(quote, 'NEXTDAY')).toBe('Next day: The day after the order');
    expect(textOf(quote, 'STANDARD')).toBe('Standard: In 2 to 3 days');
    expect(textOf(quoteRates(makeShipment({ at: late })), 'NEXTDAY')).toBe(
      'Next day: Two days after the order',
    );
  });

  test('is in French', () => {
    const quote = quoteRates(makeShipment({ locale: 'fr' }));
    expect(textOf(quote, 'SAMEDAY')).toBe('Jour même: Le soir même, de 18 h à 22 h');
    expect(textOf(quote, 'FLEX')).toBe('Flex: En 2 à 4 jours, quand la date exacte importe peu');
    expect(textOf(quoteRates(makeShipment({ locale: 'fr', at: late })), 'NEXTDAY')).toBe(
      'Lendemain: Le surlendemain de la commande',
    );
  });
});

describe('a quote is refused', () => {
  test.each<NewPackage>([
    { weightOptions: { weight: 71, unit: 'lb' } },
    { sizeOptions: { length: 109, width: 1, height: 1, unit: 'inch' } },
  ])('with UNSUPPORTED_WEIGHT for a package too heavy or too large for the merchant: %j', (one) => {
    const packages = [one];
    expect(quoteRates(makeShipment({ packages }))).toEqual({ failure: 'UNSUPPORTED_WEIGHT' });
    expect(ratesOf(quoteRates(makeShipment({ packages, heavyAllowed: true })))).not.toEqual([]);
  });

  test('with RATE_FAILED when the merchant’s price is not a price', () => {
    const merchant = {
      ...makeShipment().merchant,
      locationPricing: { pricingRows: [{ postalPrefix: '', price: -3 }] },
    };
    expect(quoteRates(makeShipment({ merchant }))).toEqual({ failure: 'RATE_FAILED' });
  });
});

const parcel = fc.record<NewPackage>(
  {
    weightOptions: fc.record({
      weight: fc.double({ min: 0, max: 31, noNaN: true }),
      unit: fc.constantFrom('lb', 'kg'),
    }),
    sizeOptions: fc.record({
      length: fc.double({ min: 0, max: 108, noNaN: true }),
      width: fc.double({ min: 0, max: 108, noNaN: true }),
      height: fc.double({ min: 0, max: 108, noNaN: true }),
      unit: fc.constantFrom('inch', 'cm'),
    }),
  },
  { requiredKeys: [] },
);
const served = fc.constantFrom('M5V 2T6', 'H2Y 1C6', 'V6B 1A1', 'B3J 1S9', '14201', '98101');

test('every rate is valid and in whole cents, with any prices of the merchant', () => {
  const price = fc.double({ min: 0, max: 1000, noNaN: true });
  fc.assert(
    fc.property(
      served,
      served,
      fc.array(parcel, { maxLength: 4 }),
      price,
      (from, to, list, own) => {
        const merchant = {
          ...makeShipment().merchant,
          locationPricing: { pricingRows: [{ postalPrefix: to.slice(0, 2), price: own }] },
        };
        const quote = quoteRates(
          makeShipment({ origin: from, destination: to, packages: list, merchant }),
        );
        expect(ratesOf(quote)).not.toEqual([]);
        for (const rate of ratesOf(quote)) {
          expect(Rate.parse(rate)).toEqual(rate);
          expect(rate.price).toBe(Number(rate.price.toFixed(2)));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('outside the service areas there is never a rate', () => {
  const notServed = fc
    .tuple(fc.constantFrom('A', 'C', 'E', 'S', 'X', 'Y'), fc.nat(9))
    .map(([letter, digit]) => `${letter}${digit}A 1A1`);
  fc.assert(
    fc.property(served, notServed, fc.array(parcel, { maxLength: 2 }), (inside, outside, list) => {
      for (const [origin, destination] of [
        [inside, outside],
        [outside, inside],
      ] as const) {
        expect(quoteRates(makeShipment({ origin, destination, packages: list }))).toEqual({
          failure: 'OUT_OF_FSA',
        });
      }
    }),
    { numRuns: 50 },
  );
});
