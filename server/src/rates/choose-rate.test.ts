import { describe, expect, test } from 'vitest';
import { makeShipment, timestampAt } from '../testing/make-shipment.ts';
import { chooseRate } from './choose-rate.ts';
import { listWindows } from './list-windows.ts';
import { quoteRates } from './quote-rates.ts';

const shipment = makeShipment();
const firstWindow = listWindows(shipment)[0];

test('the rate chosen is the rate that was quoted', () => {
  const quote = quoteRates(shipment);
  for (const rate of 'rates' in quote ? quote.rates : []) {
    expect(chooseRate({ ...shipment, service: rate.service, window: firstWindow })).toEqual({
      rate,
      tariffVersion: shipment.tariff.version,
    });
  }
});

describe('an order gets no rate', () => {
  test('outside the service areas', () => {
    expect(chooseRate({ ...shipment, destination: 'X1A 2P3', service: 'FLEX' })).toEqual({
      failure: 'OUT_OF_FSA',
    });
  });

  test('when it is too heavy', () => {
    const packages = [{ weightOptions: { weight: 501, unit: 'lb' as const } }];
    expect(chooseRate({ ...shipment, packages, heavyAllowed: true, service: 'STANDARD' })).toEqual({
      failure: 'UNSUPPORTED_WEIGHT',
    });
  });

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
