import type { Address, GeoPoint } from '@portage/contract/addresses/address';
import type { EpochMillis } from '@portage/contract/time';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Places } from './places.ts';
import type { PlacesProvider } from './places-provider.ts';

/** How long a provider that failed is not asked, in milliseconds, so that no call waits for it. */
const PAUSE = 30_000;

/** How often a merchant may ask the provider for suggestions within a minute. */
export const SUGGESTIONS_A_MINUTE = 120;

/** Points are kept for a day; Google allows 30 days, OpenStreetMap any time. Nothing else is kept. */
const KEPT_FOR = 24 * 60 * 60 * 1000;
const MOST_KEPT = 10_000;

/** A point further than this from the middle of its postal code, in kilometres, is not believed. */
const BELIEVED_WITHIN = 150;

const KILOMETRES_PER_DEGREE = 111;

function kilometresBetween(a: GeoPoint, b: GeoPoint): number {
  const east = (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(a.lat - b.lat, east) * KILOMETRES_PER_DEGREE;
}

/** Points of addresses asked for before; the oldest make room. */
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

/** Counts per merchant and minute; a new minute forgets the one before. */
function minuteLimit(clock: Clock) {
  let minute = 0;
  let counts = new Map<string, number>();
  return (merchantId: string): boolean => {
    const current = Math.floor(clock.now() / 60_000);
    if (current !== minute) [minute, counts] = [current, new Map<string, number>()];
    const count = (counts.get(merchantId) ?? 0) + 1;
    counts.set(merchantId, count);
    return count <= SUGGESTIONS_A_MINUTE;
  };
}

/**
 * A provider's places on top of the embedded ones. These decide whether an address is one (its postal
 * code, province and country agree); the provider tells exactly where it is. One that is slow, out of
 * quota or answers nonsense is left alone for half a minute, and the embedded places answer: an
 * address located meanwhile says so (`locationNote`).
 */
export function providedPlaces(
  provider: PlacesProvider,
  embedded: Places,
  { clock, log }: { clock: Clock; log: Logger },
): Places {
  const memory = pointMemory(clock);
  const mayAsk = minuteLimit(clock);
  let pausedUntil = 0;

  /** What the provider answers; `failed` when it fails or is left alone. */
  async function ask<T>(call: () => Promise<T>): Promise<{ answer: T } | 'failed'> {
    if (clock.now() < pausedUntil) return 'failed';
    try {
      return { answer: await call() };
    } catch (error) {
      pausedUntil = clock.now() + PAUSE;
      // The message names neither key nor address.
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
      // A provider may not know a postal code that the embedded places know.
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
