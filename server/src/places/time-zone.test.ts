import { expect, test } from 'vitest';
import { type Address, provinceOfPostalCode } from '@portage/contract/addresses/address';
import {
  timeZoneOf,
  TIME_ZONE_OF_PREFIX,
  TIME_ZONE_OF_PROVINCE,
} from '@portage/contract/time-zone';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { PlaceIndex } from './place-index.ts';

const at = (postalCode: string, province: string, country: Address['country'] = 'CA') =>
  timeZoneOf({ postalCode, province, country });

test.each([
  ['B3J 1S9', 'NS', 'America/Halifax'],
  ['H2Y 1C6', 'QC', 'America/Toronto'],
  ['M5V 2T6', 'ON', 'America/Toronto'],
  ['R3C 4T3', 'MB', 'America/Winnipeg'],
  ['T2P 1J9', 'AB', 'America/Edmonton'],
  ['V6B 1A1', 'BC', 'America/Vancouver'],
  ['A1C 5M2', 'NL', 'America/St_Johns'],
  ['S4P 3Y2', 'SK', 'America/Regina'],
  ['P9N 1A1', 'ON', 'America/Winnipeg'],
])('%s %s keeps the time of %s', (postalCode, province, timeZone) => {
  expect(at(postalCode, province)).toBe(timeZone);
});

test('a US address has its state’s time zone, except in counties with another', () => {
  expect(at('98101', 'WA', 'US')).toBe('America/Los_Angeles');
  expect(at('48226', 'MI', 'US')).toBe('America/Detroit');
  expect(at('75201', 'TX', 'US')).toBe('America/Chicago');
  expect(at('79901-0001', 'TX', 'US')).toBe('America/Denver');
});

test('an unknown province has its country’s most common time zone', () => {
  expect(at('14201', 'ZZ', 'US')).toBe('America/New_York');
});

test('in the served areas it is the time zone of the rates', () => {
  const index = new PlaceIndex();
  for (const [prefix, { timeZone }] of shippedTariff().areaByPrefix) {
    for (const { code, province, country } of index.codesBeginningWith(prefix, 30)) {
      expect(provinceOfPostalCode(code) ?? province).toBe(province);
      expect(timeZoneOf({ postalCode: code, province, country }), code).toBe(timeZone);
    }
  }
});

test('every time zone is a known IANA zone', () => {
  for (const zone of [...TIME_ZONE_OF_PROVINCE.values(), ...TIME_ZONE_OF_PREFIX.values()]) {
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  }
});
