import { describe, expect, test } from 'vitest';
import type { Address } from '@portage/contract/addresses/address';
import { FSA_CORRECTIONS } from './data/fsa-corrections.ts';
import { embeddedPlaces, MOST_KILOMETRES } from './embedded-places.ts';

const places = embeddedPlaces();
const TORONTO: Address = {
  street: '290 Bremner Blvd',
  city: 'Toronto',
  province: 'ON',
  postalCode: 'M5V 3L9',
  country: 'CA',
};
const BUFFALO: Address = {
  street: '1 Main St',
  city: 'Buffalo',
  province: 'NY',
  postalCode: '14201',
  country: 'US',
};

async function locationOf(address: Address) {
  const located = await places.locate(address);
  if (!located?.location) throw new Error(`${address.postalCode} was not located`);
  return located.location;
}

function distance(one: { lat: number; lng: number }, other: { lat: number; lng: number }) {
  const north = (one.lat - other.lat) * 111.32;
  const east = (one.lng - other.lng) * 111.32 * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(north, east);
}

describe('a Canadian address', () => {
  test('lies near the middle of its FSA', async () => {
    const oldMontreal = { ...TORONTO, postalCode: 'H2Y 1C6', province: 'QC' };
    // The centroid of H2Y in the package.
    const middle = { lat: 45.508, lng: -73.554 };
    expect(distance(await locationOf(oldMontreal), middle)).toBeLessThan(MOST_KILOMETRES + 0.01);
  });

  test('has the same point each time, in any spelling', async () => {
    const typed = { ...TORONTO, street: '290  BREMNER blvd.', postalCode: 'm5v3l9' };
    expect(await locationOf(typed)).toEqual(await locationOf(TORONTO));
  });

  test('does not lie on top of another of the same FSA', async () => {
    const streets = Array.from({ length: 200 }, (_, number) => `${number + 1} Bremner Blvd`);
    const points = await Promise.all(streets.map((street) => locationOf({ ...TORONTO, street })));
    expect(new Set(points.map(({ lat, lng }) => `${lat},${lng}`)).size).toBeGreaterThan(195);
    for (const point of points) {
      expect(distance(point, points[0] ?? point)).toBeLessThan(2 * MOST_KILOMETRES);
    }
  });

  test.each(Object.keys(FSA_CORRECTIONS))('in %s lies where the correction says', async (fsa) => {
    const province = { B: 'NS', E: 'NB', G: 'QC', H: 'QC', J: 'QC', T: 'AB', V: 'BC' }[
      fsa.charAt(0)
    ];
    const address = { ...TORONTO, postalCode: `${fsa} 1A1`, province: province ?? 'ON' };
    const middle = FSA_CORRECTIONS[fsa]?.location ?? { lat: 0, lng: 0 };
    expect(distance(await locationOf(address), middle)).toBeLessThan(MOST_KILOMETRES + 0.01);
  });
});

test('a US address lies in the middle of its ZIP code', async () => {
  expect(await locationOf(BUFFALO)).toEqual({ lat: 42.8967, lng: -78.8846 });
  expect(await locationOf({ ...BUFFALO, postalCode: '14201-1234' })).toEqual(
    await locationOf(BUFFALO),
  );
});

describe('a located address', () => {
  test.each([
    ['montreal', 'QC', 'H2Y 1C6', 'Montréal'],
    ['QUEBEC CITY', 'QC', 'G1R 4S9', 'Québec'],
    ['st-jerome', 'QC', 'J7Y 1A1', 'Saint-Jérôme'],
    ['toronto', 'ON', 'M5V 3L9', 'Toronto'],
    ['north york', 'ON', 'M2J 1A1', 'North York'],
  ])('has its city %s spelled as the city does', async (city, province, postalCode, spelled) => {
    const located = await places.locate({ ...TORONTO, city, province, postalCode });
    expect(located?.city).toBe(spelled);
  });

  test('keeps an unknown city and the rest of the address', async () => {
    const given = { ...TORONTO, city: 'Liberty Village', unit: '12', sublocality: 'West' };
    expect(await places.locate(given)).toEqual({ ...given, location: await locationOf(given) });
  });

  test('ignores extra fields', async () => {
    const dto = { ...TORONTO, isBusinessAddress: true };
    expect(await places.locate(dto)).not.toHaveProperty('isBusinessAddress');
  });
});

describe('an address is not found', () => {
  test('when its postal code is not valid', async () => {
    expect(await places.locate({ ...TORONTO, postalCode: 'M5D 1A1' })).toBeUndefined();
  });

  test.each(['M5Z 1A1', 'H0H 0H0', 'X9X 1A1'])(
    'in %s, where there is no FSA',
    async (postalCode) => {
      const province = { M: 'ON', H: 'QC', X: 'NT' }[postalCode.charAt(0)] ?? '';
      expect(await places.locate({ ...TORONTO, postalCode, province })).toBeUndefined();
    },
  );

  test('at a ZIP code that does not exist or is military', async () => {
    expect(await places.locate({ ...BUFFALO, postalCode: '00000' })).toBeUndefined();
    const overseas = { ...BUFFALO, postalCode: '09002', province: 'AE' };
    expect(await places.locate(overseas)).toBeUndefined();
  });

  test('when its postal code lies in another province or state', async () => {
    expect(await places.locate({ ...TORONTO, province: 'QC' })).toBeUndefined();
    expect(await places.locate({ ...BUFFALO, province: 'NJ' })).toBeUndefined();
  });

  test('when its postal code lies in another country', async () => {
    expect(await places.locate({ ...TORONTO, country: 'US' })).toBeUndefined();
  });
});

test('X covers Nunavut and the Northwest Territories, and K1A both sides of the river', async () => {
  const located = (postalCode: string, province: string) =>
    places.locate({ ...TORONTO, postalCode, province });
  expect(await located('X0A 0H0', 'NU')).toBeDefined();
  expect(await located('X0A 0H0', 'NT')).toBeUndefined();
  expect(await located('X1A 2P3', 'NT')).toBeDefined();
  expect(await located('K1A 0J9', 'QC')).toBeDefined();
  expect(await located('K1A 0A6', 'ON')).toBeDefined();
  expect(await located('K1P 1J1', 'QC')).toBeUndefined();
});
