import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OutsideWorld } from './outside-world.ts';

/** Troubles of a fake places service. */
type Trouble = 'none' | 'nonsense' | 'html' | 'silence' | 'fault';

/** The two services of Google Maps Platform, as far as Portage calls them. */
export interface FakeGoogle {
  trouble: Trouble;
  /** Calls left in the quota. */
  quota: number;
  /** Calls with their session tokens. */
  calls: string[];
}

const KING_STREET = {
  placeId: 'ChIJ-king-100',
  text: '100 King Street West, Toronto, ON, Canada',
  point: { lat: 43.6487, lng: -79.3817 },
};

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Answers wrongly as the trouble says; true when it did. */
function isTroubled(trouble: Trouble, response: ServerResponse): boolean {
  if (trouble === 'nonsense') json(response, { suggestions: 7, results: 'none', features: null });
  if (trouble === 'html') response.end('<html>Sign in to the hotel’s network</html>');
  if (trouble === 'fault') json(response, { error: { code: 500, status: 'INTERNAL' } }, 500);
  return trouble !== 'none';
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  return JSON.parse(Buffer.concat(await request.toArray()).toString()) as Record<string, unknown>;
}

/** Stands Google's services up in an outside world: it knows one house, and wants the key `secret`. */
export function fakeGoogle(world: OutsideWorld): FakeGoogle {
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
    // The Geocoding API says with 200 what went wrong.
    if (query.get('key') !== 'secret') json(response, { status: 'REQUEST_DENIED', results: [] });
    else if (google.quota < 0) json(response, { status: 'OVER_QUERY_LIMIT', results: [] });
    else json(response, { status: isFound ? 'OK' : 'ZERO_RESULTS', results });
  };
  return google;
}

/** Photon and Nominatim in an outside world. */
export interface FakeOsm {
  trouble: Trouble;
  calls: string[];
}

/** Stands Photon and Nominatim up in an outside world: they know one house in Montréal, and Paris. */
export function fakeOsm(world: OutsideWorld): FakeOsm {
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
