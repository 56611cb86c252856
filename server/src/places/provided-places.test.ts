import type { Address } from '@portage/contract/addresses/address';
import { describe, expect, test } from 'vitest';
import { openLog } from '../log.ts';
import { useOutsideWorld } from '../testing/outside-world.ts';
import { fakeGoogle, fakeOsm } from '../testing/places-services.ts';
import { placesOfTests } from '../testing/places-of-tests.ts';
import { googlePlaces, osmPlaces } from './open-places.ts';
import { type PlacesProvider, providedPlaces, SUGGESTIONS_A_MINUTE } from './provided-places.ts';
import { HOUR } from '../durations.ts';

const world = useOutsideWorld();
const embedded = placesOfTests();
const network = () => ({ internet: world.internet, timeout: 300 });
const search = { merchantId: 'm-1', session: 's-1' };

const kingStreet: Address = {
  street: '100 King St W',
  city: 'Toronto',
  province: 'ON',
  postalCode: 'M5X 1A9',
  country: 'CA',
};
const saintPaul: Address = {
  street: '120 Rue Saint-Paul O',
  city: 'Montréal',
  province: 'QC',
  postalCode: 'H2Y 1Z3',
  country: 'CA',
};

function placesOf(provider: PlacesProvider) {
  const time = { now: 0 };
  const clock = { now: () => time.now };
  return { time, places: providedPlaces(provider, embedded, { clock, log: openLog('silent') }) };
}

function google(key = 'secret') {
  const service = fakeGoogle(world);
  const addresses = { places: world.url('/v1/'), geocoding: world.url('/geocode/json') };
  return { service, ...placesOf(googlePlaces(key, network(), addresses)) };
}

function osm({ withNominatim = true } = {}) {
  const service = fakeOsm(world);
  const nominatim = withNominatim ? world.url('/') : undefined;
  return {
    service,
    ...placesOf(osmPlaces({ photon: world.url('/photon'), nominatim }, network())),
  };
}

describe('with Google Maps Platform', () => {
  test('what is typed and picked is one session, and becomes an address', async () => {
    const { service, places } = google();
    const [first] = await places.suggest('100 King', search);
    expect(first).toEqual({
      label: '100 King Street West, Toronto, ON, Canada',
      placeId: 'ChIJ-king-100',
      address: {},
    });
    expect(await places.find(first?.placeId ?? '', search.session)).toMatchObject({
      address: { ...kingStreet, street: '100 King St W' },
    });
    expect(service.calls).toEqual(['autocomplete s-1', 'details s-1']);
  });

  test('a street address has its own point, which is asked for once a day', async () => {
    const { service, places, time } = google();
    const located = await places.locate(kingStreet);
    expect(located).toEqual({ ...kingStreet, location: { lat: 43.6487, lng: -79.3817 } });
    await places.locate({ ...kingStreet, unit: '12' });
    expect(service.calls).toEqual(['geocode country:CA|postal_code:M5X 1A9']);
    time.now += 25 * HOUR;
    await places.locate(kingStreet);
    expect(service.calls).toHaveLength(2);
  });

  test('a street that is not known stays at its postal code, and nothing is noted', async () => {
    const { places } = google();
    const unknown = { ...kingStreet, street: '7 Nowhere Rd' };
    expect(await places.locate(unknown)).toEqual(await embedded.locate(unknown));
  });

  test('an address that is none is not asked for', async () => {
    const { service, places } = google();
    expect(await places.locate({ ...kingStreet, province: 'QC' })).toBeUndefined();
    expect(service.calls).toEqual([]);
  });

  test('a quota that is used up is noted, and the service is left alone for half a minute', async () => {
    const { service, places, time } = google();
    service.quota = 0;
    const byCode = await embedded.locate(kingStreet);
    const noted = { ...byCode, locationNote: 'PLACES_UNAVAILABLE' };
    expect(await places.locate(kingStreet)).toEqual(noted);
    expect(await places.suggest('M5X 1A9', search)).toEqual(
      await embedded.suggest('M5X 1A9', search),
    );
    expect(service.calls).toHaveLength(1);
    service.quota = 5;
    time.now += 30_000;
    expect(await places.locate(kingStreet)).not.toHaveProperty('locationNote');
  });

  test('a wrong key is a failure like others', async () => {
    const { places } = google('wrong');
    expect(await places.locate(kingStreet)).toHaveProperty('locationNote');
  });

  test('a place id that is not known is no failure: the service is asked further', async () => {
    const { places } = google();
    expect(await places.find('ChIJ-king-100', 's-1')).toBeUndefined();
    expect(await places.locate(kingStreet)).not.toHaveProperty('locationNote');
  });

  test('one merchant cannot use up the suggestions of all', async () => {
    const { service, places } = google();
    for (let asked = 0; asked < SUGGESTIONS_A_MINUTE + 5; asked += 1) {
      await places.suggest('100 King', search);
    }
    expect(service.calls).toHaveLength(SUGGESTIONS_A_MINUTE);
    await places.suggest('100 King', { ...search, merchantId: 'm-2' });
    expect(service.calls).toHaveLength(SUGGESTIONS_A_MINUTE + 1);
  });
});

describe('with OpenStreetMap', () => {
  test('Photon completes addresses of Canada and the US alone', async () => {
    expect(await osm().places.suggest('120 rue saint-paul', search)).toEqual([
      {
        label: '120 Rue Saint-Paul Ouest, Montréal, QC H2Y 1Z3',
        address: {
          street: '120 Rue Saint-Paul Ouest',
          city: 'Montréal',
          province: 'QC',
          postalCode: 'H2Y 1Z3',
          country: 'CA',
        },
      },
    ]);
  });

  test('Nominatim locates, and Photon does where there is none', async () => {
    const { service, places } = osm();
    expect(await places.locate(saintPaul)).toMatchObject({
      location: { lat: 45.5053, lng: -73.5532 },
    });
    expect(service.calls).toEqual(['nominatim H2Y 1Z3']);
    const alone = osm({ withNominatim: false });
    // Its first answer is in Paris: no house, and too far away to be believed.
    expect(await alone.places.locate(saintPaul)).toEqual(await embedded.locate(saintPaul));
  });
});

describe.each(['nonsense', 'html', 'silence', 'fault'] as const)(
  'a service in trouble (%s)',
  (trouble) => {
    test.each([
      ['Google', google],
      ['OpenStreetMap', osm],
    ])('of %s leaves the embedded places to answer', async (_name, open) => {
      const { service, places, time } = open();
      service.trouble = trouble;
      const byCode = await embedded.locate(saintPaul);
      expect(await places.locate(saintPaul)).toEqual({
        ...byCode,
        locationNote: 'PLACES_UNAVAILABLE',
      });
      time.now += 30_000;
      expect(await places.suggest('H2Y 1Z3', search)).toEqual(
        await embedded.suggest('H2Y 1Z3', search),
      );
    });
  },
);
