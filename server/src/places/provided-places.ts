import type { Address, GeoPoint } from '@portage/contract/addresses/address';
import type { EpochMillis } from '@portage/contract/time';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Places } from './places.ts';
import type { PlaceSuggestion } from '@portage/contract/addresses/places';
import type { z } from 'zod';
import { guardedFetch, type OutgoingRequest } from '../outgoing/guarded-fetch.ts';
import type { Internet } from '../outgoing/internet.ts';
import { DAY } from '../durations.ts';
import { minuteMap } from '../http/minute-map.ts';

/**
 * Adapter of an outside places service. Methods reject when it times out, refuses (quota, key) or
 * answers in another shape than documented.
 */
export interface PlacesProvider {
  /** Point of a street address; undefined when unknown. */
  pointOf(address: Address): Promise<GeoPoint | undefined>;
  /** Completes a text, in Canada and the US; `session` groups the calls of one search. */
  suggest(text: string, session: string | undefined): Promise<PlaceSuggestion[]>;
  /** Address of a suggestion that came without one; ends the session. */
  find(placeId: string, session: string | undefined): Promise<PlaceSuggestion | undefined>;
}

/** Failure of a places service. Its message contains neither key nor address. */
export class PlacesFailed extends Error {
  /** HTTP status of the response, when that is the failure. */
  readonly status: number | undefined;

  constructor(reason: string, status?: number) {
    super(`The places service failed: ${reason}`);
    this.name = 'PlacesFailed';
    this.status = status;
  }
}

/** In ms; orders that are being located wait no longer. */
export const PLACES_TIMEOUT = 3_000;

/** Largest accepted response, in bytes; typical ones have a few kilobytes. */
const MAX_BYTES = 512 * 1024;

export interface PlacesNetwork {
  internet: Internet;
  /** In ms; `PLACES_TIMEOUT` outside tests. */
  timeout: number;
}

/** Requests JSON of a known shape. Rejects with `PlacesFailed` or `OutgoingFailed`. */
export async function askPlaces<T>(
  { internet, timeout }: PlacesNetwork,
  address: URL,
  schema: z.ZodType<T>,
  request: OutgoingRequest = {},
): Promise<T> {
  const limits = { internet, timeout, maxBytes: MAX_BYTES, maxRedirects: 0 };
  const { status, body } = await guardedFetch(address.href, limits, request);
  if (status !== 200) throw new PlacesFailed(`HTTP ${status}`, status);
  const parsed = schema.safeParse(jsonOf(body));
  if (!parsed.success) throw new PlacesFailed('an answer of another shape');
  return parsed.data;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new PlacesFailed('an answer that is no JSON');
  }
}

/** Pause after a failure of the provider, in ms. */
const PAUSE = 30_000;

/** Suggestions per merchant and minute from the provider. */
export const SUGGESTIONS_A_MINUTE = 120;

/** Points are cached for a day. Google allows 30 days, OpenStreetMap any time. */
const KEPT_FOR = DAY;
const MOST_KEPT = 10_000;

/** Largest believable distance from the postal code's centroid, in kilometres. */
const BELIEVED_WITHIN = 150;

const KILOMETRES_PER_DEGREE = 111;

function kilometresBetween(a: GeoPoint, b: GeoPoint): number {
  const east = (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(a.lat - b.lat, east) * KILOMETRES_PER_DEGREE;
}

/** Caches points by address; the oldest make room. */
function pointMemory(clock: Clock) {
  const points = new Map<string, { point: GeoPoint | undefined; until: EpochMillis }>();
  return {
    find(key: string) {
      const kept = points.get(key);
      return kept && kept.until > clock.now() ? kept : undefined;
    },
    keep(key: string, point: GeoPoint | undefined): void {
      const [oldest] = points.keys();
      if (points.size >= MOST_KEPT && oldest !== undefined) points.delete(oldest);
      points.set(key, { point, until: clock.now() + KEPT_FOR });
    },
  };
}

/** Tells if a merchant may ask for more suggestions in this minute. */
function minuteLimit(clock: Clock): (merchantId: string) => boolean {
  const counts = minuteMap<number>(clock);
  return (merchantId) => {
    const count = (counts().get(merchantId) ?? 0) + 1;
    counts().set(merchantId, count);
    return count <= SUGGESTIONS_A_MINUTE;
  };
}

/**
 * Combines a provider with the embedded places. The embedded ones decide whether an address is
 * valid; the provider tells its exact point. After a failure the provider is skipped for half a
 * minute, and addresses located in that time say so (`locationNote`).
 */
export function providedPlaces(
  provider: PlacesProvider,
  embedded: Places,
  { clock, log }: { clock: Clock; log: Logger },
): Places {
  const memory = pointMemory(clock);
  const mayAsk = minuteLimit(clock);
  let pausedUntil = 0;

  /** Asks the provider; `failed` when it fails or is paused. */
  async function ask<T>(call: () => Promise<T>): Promise<{ answer: T } | 'failed'> {
    if (clock.now() < pausedUntil) return 'failed';
    try {
      return { answer: await call() };
    } catch (error) {
      pausedUntil = clock.now() + PAUSE;
      log.warn({ reason: error instanceof Error ? error.message : '' }, 'places provider failed');
      return 'failed';
    }
  }

  return {
    read: (text) => embedded.read(text),
    findMistake: (address) => embedded.findMistake(address),

    async locate(given) {
      const { locationNote: _given, ...asked } = given;
      const address = await embedded.locate(asked);
      if (!address?.location) return address;
      const { location } = address;
      const key = keyOf(address);
      const known = memory.find(key);
      const asking = known
        ? { answer: known.point }
        : await ask(async () => provider.pointOf(address));
      if (asking === 'failed') return { ...address, locationNote: 'PLACES_UNAVAILABLE' };
      const { answer: point } = asking;
      if (!known) memory.keep(key, point);
      const isBelieved = point && kilometresBetween(point, location) <= BELIEVED_WITHIN;
      return isBelieved ? { ...address, location: point } : address;
    },

    async suggest(text, { merchantId, session }) {
      const asking = mayAsk(merchantId)
        ? await ask(() => provider.suggest(text, session))
        : 'failed';
      const found = asking === 'failed' ? [] : asking.answer;
      // The provider may not know a postal code that the embedded places know.
      return found.length > 0 ? found : embedded.suggest(text, { merchantId, session });
    },

    async find(placeId, session) {
      const asking = await ask(() => provider.find(placeId, session));
      return asking === 'failed' ? undefined : asking.answer;
    },
  };
}

const keyOf = ({ street, city, province, postalCode }: Address) =>
  [street, city, province, postalCode].join('|').toLowerCase();
