import { Temporal } from 'temporal-polyfill';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { Weekday, type EpochMillis } from '@portage/contract/time';
import type { Shipment } from '../rates/rate-service.ts';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';

/** Timestamp of a local time: `timestampAt('2026-03-10T13:00', 'America/Toronto')`. */
export function timestampAt(wallTime: string, timeZone: string): EpochMillis {
  return Temporal.ZonedDateTime.from(`${wallTime}[${timeZone}]`).epochMilliseconds;
}

/** Deliveries every day from 09:00 to 21:00, ordered by 13:00. */
export const everyDay: Merchant['deliveryConstraintsByWeek'] = {
  usuals: Weekday.options.map((weekday) => ({
    weekday,
    deliveryWindow: { timeStart: '09:00', timeEnd: '21:00' },
    cutoffTime: '13:00',
  })),
  exceptions: [],
};

/** One small package across Toronto on the morning of Tuesday 10 March 2026, at list price. */
export function makeShipment(overrides: Partial<Shipment> = {}): Shipment {
  return {
    tariff: shippedTariff(),
    origin: 'M5V 2T6',
    destination: 'M4W 1A5',
    packages: [],
    at: timestampAt('2026-03-10T10:00', 'America/Toronto'),
    merchant: { locationPricing: { pricingRows: [] }, deliveryConstraintsByWeek: everyDay },
    locale: 'en',
    heavyAllowed: false,
    ...overrides,
  };
}
