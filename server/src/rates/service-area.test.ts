import { describe, expect, test } from 'vitest';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { findRoute, findServiceArea, sortCodeOf } from './service-area.ts';

const tariff = shippedTariff();

describe('service areas', () => {
  test.each([
    ['M5V 2T6', 'TOR'],
    ['L8P 1A1', 'TOR'],
    ['K1P 1J1', 'OTT'],
    ['J8X 3X4', 'OTT'],
    ['H2Y 1C6', 'MTL'],
    ['J4K 1A1', 'MTL'],
    ['G1R 4S9', 'QUE'],
    ['G6V 3P5', 'QUE'],
    ['V6B 1A1', 'VAN'],
    ['T2P 1J9', 'CGY'],
    ['T5J 0N3', 'EDM'],
    ['R3C 4T3', 'WPG'],
    ['B3J 1S9', 'HFX'],
    ['N9A 1A1', 'WDS'],
    ['14201', 'BUF'],
    ['48226-1234', 'DET'],
    ['98101', 'SEA'],
  ])('%s is served from %s', (postalCode, metro) => {
    expect(findServiceArea(tariff, postalCode)?.metro).toBe(metro);
  });

  test.each(['X1A 2P3', 'P7B 1A1', 'H0H 0H0', 'V8W 1A1', '90210', '00000', ''])(
    '%j is outside every service area',
    (postalCode) => {
      expect(findServiceArea(tariff, postalCode)).toBeUndefined();
    },
  );

  test('the longest postal prefix decides the zone', () => {
    expect(findServiceArea(tariff, 'V6B 1A1')?.zone).toBe('VAN-1');
    expect(findServiceArea(tariff, 'V6X 1A1')?.zone).toBe('VAN-4');
  });

  test('a label is sorted by FSA or ZIP3 and zone, in any spelling of the code', () => {
    expect(sortCodeOf(tariff, 'm5v2t6')).toBe('M5V TOR-1');
    expect(sortCodeOf(tariff, '14201-1234')).toBe('142 BUF-1');
    expect(sortCodeOf(tariff, 'X1A 2P3')).toBe('X1A');
  });
});

describe('routes', () => {
  test.each([
    ['M5V 2T6', 'L8P 1A1', 'metro'],
    ['K1P 1J1', 'J8X 3X4', 'metro'],
    ['M5V 2T6', 'G1R 4S9', 'corridor'],
    ['H2Y 1C6', 'K1P 1J1', 'corridor'],
    ['V6B 1A1', '98101', 'corridor'],
    ['14201', 'M5V 2T6', 'corridor'],
    ['N9A 1A1', '48226', 'corridor'],
    ['H2Y 1C6', '14201', 'network'],
    ['B3J 1S9', 'V6B 1A1', 'network'],
  ])('%s to %s is %s', (origin, destination, reach) => {
    expect(findRoute(tariff, origin, destination)?.reach).toBe(reach);
  });

  test('there is no route to or from an unserved area', () => {
    expect(findRoute(tariff, 'M5V 2T6', '90210')).toBeUndefined();
    expect(findRoute(tariff, '90210', 'M5V 2T6')).toBeUndefined();
  });
});
