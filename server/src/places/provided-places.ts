import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Address, GeoPoint } from '@portage/contract/addresses/address';
import type { PlaceSuggestion } from '@portage/contract/addresses/places';
import { type EpochMillis, DAY } from '@portage/contract/time';
import type { Clock } from '../clock.ts';
import { minuteCounter } from '../http/minute-map.ts';
import { guardedFetch, type OutgoingRequest } from '../outgoing/guarded-fetch.ts';
import type { Internet } from '../outgoing/public-address.ts';
import { readJson } from '../read-json.ts';
import { kilometresBetween, type Places } from './places.ts';

/** Methods reject for timeouts, refusals (quota, key) and undocumented answers. */
export interface PlacesProvider {
  /** Undefined when unknown. */
  pointOf(address: Address): Promise<GeoPoint | undefined>;
  /** In Canada and the US; `session` groups a search. */
  suggest(text: string, session: string | undefined): Promise<PlaceSuggestion[]>;
  /** Finds a suggestion that came without address; ends the session. */
  find(placeId: string, session: string | undefined): Promise<PlaceSuggestion | undefined>;
}

/** The message contains neither key nor address. */
export class PlacesFailed extends Error {
  /** HTTP status, when that is the failure. */
  readonly status: number | undefined;

  constructor(reason: string, status?: number) {
    super(`The places service failed: ${reason}`);
    this.name = 'PlacesFailed';
    this.status = status;
  }
}

/** Milliseconds that orders wait. */
export const PLACES_TIMEOUT = 3_000;

/** Bytes; typical ones have a few kilobytes. */
const MAX_BYTES = 512 * 1024;

export interface PlacesNetwork {
  internet: Internet;
  /** Milliseconds; `PLACES_TIMEOUT` outside tests. */
  timeout: number;
}

/** Rejects with `PlacesFailed` or `OutgoingFailed`. */
export async function askPlaces<T>(
  { internet, timeout }: PlacesNetwork,
  address: URL,
  schema: z.ZodType<T>,
  request: OutgoingRequest = {},
): Promise<T> {
  const limits = { internet, timeout, maxBytes: MAX_BYTES, maxRedirects: 0 };
  const { status, body } = await guardedFetch(address.href, limits, request);
  if (status !== 200) throw new PlacesFailed(`HTTP ${status}`, status);
  const answer = readJson(schema, body.toString());
  if (answer === undefined) throw new PlacesFailed('an answer that is not the documented JSON');
  return answer;
}

/** Milliseconds after a failure. */
const PAUSE = 30_000;

/** Per merchant. */
export const SUGGESTIONS_A_MINUTE = 120;

/** Google allows 30 days, OpenStreetMap any time. */
const KEPT_FOR = DAY;
const MOST_KEPT = 10_000;

/** Kilometres from the postal code's centroid. */
const BELIEVED_WITHIN = 150;

/** The oldest points make room. */
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

/** Adds the provider's points to embedded places; skips a failed provider for half a minute. */
export function providedPlaces(
  provider: PlacesProvider,
  embedded: Places,
  { clock, log }: { clock: Clock; log: Logger },
): Places {
  const memory = pointMemory(clock);
  const countSuggestions = minuteCounter(clock);
  let pausedUntil = 0;

  /** `failed` when it fails or is paused. */
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
      const asking =
        countSuggestions(merchantId) <= SUGGESTIONS_A_MINUTE
          ? await ask(() => provider.suggest(text, session))
          : 'failed';
      const found = asking === 'failed' ? [] : asking.answer;
      // The embedded places may know the postal code.
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
