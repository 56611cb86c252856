import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Address } from '@portage/contract/addresses/address';
import { HOUR } from '@portage/contract/time';
import { openLog } from '../log.ts';
import { useOutsideWorld, type OutsideWorld } from '../testing/outside-world.ts';
import { placesOfTests } from '../testing/places-of-tests.ts';
import { googlePlaces, osmPlaces } from './open-places.ts';
import { type PlacesProvider, providedPlaces, SUGGESTIONS_A_MINUTE } from './provided-places.ts';

type Trouble = 'none' | 'nonsense' | 'html' | 'silence' | 'fault';

interface FakeGoogle {
  trouble: Trouble;
  /** Calls left in the quota. */
  quota: number;
  calls: string[];
}

const KING_STREET = {
  placeId: 'ChIJ-king-100',
  text: '100 King Street West, Toronto, ON, Canada',
  point: { lat: 43.6487, lng: -79.3817 },
};

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

function isTroubled(trouble: Trouble, response: ServerResponse): boolean {
  if (trouble === 'nonsense') json(response, { suggestions: 7, results: 'none', features: null });
  if (trouble === 'html') response.end('<html>Sign in to the hotel’s network</html>');
  if (trouble === 'fault') json(response, { error: { code: 500, status: 'INTERNAL' } }, 500);
  return trouble !== 'none';
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  return JSON.parse(Buffer.concat(await request.toArray()).toString()) as Record<string, unknown>;
}

function fakeGoogle(world: OutsideWorld): FakeGoogle {
  const google: FakeGoogle = { trouble: 'none', quota: Infinity, calls: [] };
  const issued = new Set<string>();
  const component = (longText: string, shortText: string, type: string) => ({
    longText,
    shortText,
    types: [type, 'political'],
    languageCode: 'en',
  });

  function isRefused(request: IncomingMessage, response: ServerResponse): boolean {
    if (isTroubled(google.trouble, response)) return true;
    google.quota -= 1;
    const isKeyWrong = request.headers['x-goog-api-key'] !== 'secret';
    const isUsedUp = google.quota < 0;
    if (isKeyWrong) json(response, { error: { code: 403, status: 'PERMISSION_DENIED' } }, 403);
    else if (isUsedUp) json(response, { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }, 429);
    return isKeyWrong || isUsedUp;
  }

  world.answers['/v1/places:autocomplete'] = async (request, response) => {
    const body = await bodyOf(request);
    google.calls.push(`autocomplete ${String(body['sessionToken'])}`);
    if (isRefused(request, response)) return;
    const isFound = String(body['input']).startsWith('100 King');
    if (isFound) issued.add(KING_STREET.placeId);
    const placePrediction = { placeId: KING_STREET.placeId, text: { text: KING_STREET.text } };
    // Without a match the answer is an empty object.
    json(response, isFound ? { suggestions: [{ placePrediction }] } : {});
  };
  world.answers[`/v1/places/${KING_STREET.placeId}`] = (request, response) => {
    const session = new URL(request.url ?? '', 'http://g.test').searchParams.get('sessionToken');
    google.calls.push(`details ${session}`);
    if (isRefused(request, response)) return;
    if (!issued.has(KING_STREET.placeId)) {
      json(response, { error: { code: 404, status: 'NOT_FOUND' } }, 404);
      return;
    }
    json(response, {
      formattedAddress: KING_STREET.text,
      addressComponents: [
        component('100', '100', 'street_number'),
        component('King Street West', 'King St W', 'route'),
        component('Toronto', 'Toronto', 'locality'),
        component('Ontario', 'ON', 'administrative_area_level_1'),
        component('Canada', 'CA', 'country'),
        component('M5X 1A9', 'M5X 1A9', 'postal_code'),
      ],
    });
  };
  world.answers['/geocode/json'] = (request, response) => {
    const query = new URL(request.url ?? '', 'http://g.test').searchParams;
    google.calls.push(`geocode ${query.get('components')}`);
    if (isTroubled(google.trouble, response)) return;
    google.quota -= 1;
    const location = KING_STREET.point;
    const isFound = query.get('address')?.startsWith('100 King') === true;
    const results = isFound ? [{ geometry: { location, location_type: 'ROOFTOP' } }] : [];
    // The Geocoding API answers errors with status 200.
    if (query.get('key') !== 'secret') json(response, { status: 'REQUEST_DENIED', results: [] });
    else if (google.quota < 0) json(response, { status: 'OVER_QUERY_LIMIT', results: [] });
    else json(response, { status: isFound ? 'OK' : 'ZERO_RESULTS', results });
  };
  return google;
}

/** Emulated Photon and Nominatim. */
interface FakeOsm {
  trouble: Trouble;
  calls: string[];
}

function fakeOsm(world: OutsideWorld): FakeOsm {
  const osm: FakeOsm = { trouble: 'none', calls: [] };
  const features = [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [2.35, 48.85] },
      properties: { countrycode: 'FR', name: 'Paris', state: 'Île-de-France', osm_id: 1 },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-73.553, 45.505] },
      properties: {
        countrycode: 'CA',
        housenumber: '120',
        street: 'Rue Saint-Paul Ouest',
        city: 'Montréal',
        state: 'Québec',
        postcode: 'H2Y1Z3',
        osm_id: 2,
      },
    },
  ];
  world.answers['/photon/api'] = (request, response) => {
    osm.calls.push(`photon ${new URL(request.url ?? '', 'http://o.test').searchParams.get('q')}`);
    if (isTroubled(osm.trouble, response)) return;
    json(response, { type: 'FeatureCollection', features });
  };
  world.answers['/search'] = (request, response) => {
    const query = new URL(request.url ?? '', 'http://o.test').searchParams;
    osm.calls.push(`nominatim ${query.get('postalcode')}`);
    if (isTroubled(osm.trouble, response)) return;
    const isFound = query.get('street')?.startsWith('120 ') === true;
    json(response, isFound ? [{ lat: '45.5053', lon: '-73.5532', importance: 0.4 }] : []);
  };
  return osm;
}

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
  test('typing and choosing is one billed session, and returns an address', async () => {
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

  test('a street address has its own point, requested once a day', async () => {
    const { service, places, time } = google();
    const located = await places.locate(kingStreet);
    expect(located).toEqual({ ...kingStreet, location: { lat: 43.6487, lng: -79.3817 } });
    await places.locate({ ...kingStreet, unit: '12' });
    expect(service.calls).toEqual(['geocode country:CA|postal_code:M5X 1A9']);
    time.now += 25 * HOUR;
    await places.locate(kingStreet);
    expect(service.calls).toHaveLength(2);
  });

  test('an unknown street is located at its postal code, without an error', async () => {
    const { places } = google();
    const unknown = { ...kingStreet, street: '7 Nowhere Rd' };
    expect(await places.locate(unknown)).toEqual(await embedded.locate(unknown));
  });

  test('an invalid address is not requested', async () => {
    const { service, places } = google();
    expect(await places.locate({ ...kingStreet, province: 'QC' })).toBeUndefined();
    expect(service.calls).toEqual([]);
  });

  test('an exceeded quota is logged, and the service is not asked for half a minute', async () => {
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

  test('a wrong key counts as a failure', async () => {
    const { places } = google('wrong');
    expect(await places.locate(kingStreet)).toHaveProperty('locationNote');
  });

  test('an unknown place id is not a failure: the service stays in use', async () => {
    const { places } = google();
    expect(await places.find('ChIJ-king-100', 's-1')).toBeUndefined();
    expect(await places.locate(kingStreet)).not.toHaveProperty('locationNote');
  });

  test('one merchant cannot exhaust everyone’s suggestions', async () => {
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

  test('Nominatim locates, or Photon without it', async () => {
    const { service, places } = osm();
    expect(await places.locate(saintPaul)).toMatchObject({
      location: { lat: 45.5053, lng: -73.5532 },
    });
    expect(service.calls).toEqual(['nominatim H2Y 1Z3']);
    const alone = osm({ withNominatim: false });
    // The first answer is in Paris: no house, and too far away.
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
