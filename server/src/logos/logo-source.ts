import { type EpochMillis, DAY, MINUTE } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import type { Picture } from '../drawing/layout-items.ts';
import { guardedFetch, leadsInside, OutgoingFailed } from '../outgoing/guarded-fetch.ts';
import type { Internet } from '../outgoing/public-address.ts';
import { drawLogo, LogoUnusable, readLogo } from './logo-picture.ts';
import { upsertLogo, upsertMissingLogo, type KnownLogo } from './logo-queries.ts';

/** At most 144,000 pixels each. */
const MOST_REMEMBERED = 50;

/** Caches by address: unpacking takes half as long as drawing the label. */
export function logoMemory(): (url: string, png: Buffer) => Promise<Picture> {
  // The last used comes last.
  const remembered = new Map<string, { png: Buffer; picture: Promise<Picture> }>();
  return (url, png) => {
    const earlier = remembered.get(url);
    const logo = earlier?.png.equals(png) ? earlier : { png, picture: readLogo(png) };
    remembered.delete(url);
    remembered.set(url, logo);
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
    return logo.picture;
  };
}

/** Milliseconds. */
const FRESH = DAY;

/** Milliseconds. */
const RETRY_AFTER = 10 * MINUTE;

export function isFresh({ fetchedAt, picture }: KnownLogo, now: EpochMillis): boolean {
  return now < fetchedAt + (picture ? FRESH : RETRY_AFTER);
}

/** 400 × 400 pixels (spec 2 §9) are a tenth of the size. */
const LIMITS = { timeout: 5_000, maxBytes: 512 * 1024, maxRedirects: 2 };

const HEADERS = {
  accept: 'image/png, image/jpeg, image/gif',
  'user-agent': 'Portage (logos for shipping labels)',
};

/** At most 512 KiB. Throws `LogoUnusable`. */
async function fetchLogo(
  address: string,
  { internet, signal }: { internet: Internet; signal: AbortSignal },
): Promise<Buffer> {
  try {
    const limits = { ...LIMITS, internet, signal };
    const { status, body } = await guardedFetch(address, limits, { headers: HEADERS });
    if (status !== 200) throw new LogoUnusable(`its host answers ${status}`);
    return body;
  } catch (error) {
    if (error instanceof OutgoingFailed) throw new LogoUnusable(error.message, { cause: error });
    throw error;
  }
}

export interface LogoSource {
  /** Fetches once at a time and stores the result. Takes some seconds, never throws. */
  fetch(url: string): Promise<Picture | undefined>;
  /** The file, and the PNG of labels, which is stored. Throws `LogoUnusable`. */
  inspect(url: string): Promise<{ file: Buffer; printed: Buffer }>;
  /** True also for private addresses behind a name; false for a name without address. */
  isInside(url: string): Promise<boolean>;
  /** Reads a stored logo. */
  read(url: string, png: Buffer): Promise<Picture>;
  /** Ends fetches in progress. */
  stop(): Promise<void>;
}

/** Further labels print without a logo. */
const MOST_UNDER_WAY = 100;

/** Bytes: PostgreSQL's index takes 2.7 kB. */
const LONGEST_ADDRESS = 2048;

/** Drops the query, which may be secret. */
function loggedAddress(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : 'none';
}

export function openLogoSource(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  internet: Internet,
): LogoSource {
  const underWay = new Map<string, Promise<Picture | undefined>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const read = logoMemory();

  async function fetchAndKeep(url: string): Promise<Picture | undefined> {
    try {
      const picture = await drawLogo(await fetchLogo(url, { internet, signal }));
      await upsertLogo(db, { url, fetchedAt: clock.now(), picture });
      return await read(url, picture);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof LogoUnusable)) throw error;
      logUnusable(url, error.message);
      await noteMissing(url, clock.now());
      return undefined;
    }
  }

  async function inspect(url: string) {
    const file = await fetchLogo(url, { internet, signal });
    const printed = await drawLogo(file);
    await upsertLogo(db, { url, fetchedAt: clock.now(), picture: printed });
    return { file, printed };
  }

  const logUnusable = (url: string, reason: string) =>
    log.info({ url: loggedAddress(url), reason }, 'a logo cannot be used');

  const noteMissing = (url: string, now: EpochMillis) =>
    upsertMissingLogo(db, { url, triedAt: now, keptSince: now - FRESH + RETRY_AFTER });

  async function fetchOnce(url: string): Promise<Picture | undefined> {
    try {
      return await fetchAndKeep(url);
    } catch (error) {
      log.error({ err: error }, 'a logo could not be kept');
      return undefined;
    } finally {
      underWay.delete(url);
    }
  }

  return {
    fetch(url) {
      if (Buffer.byteLength(url) > LONGEST_ADDRESS) {
        logUnusable(url, 'its address is too long');
        return Promise.resolve(undefined);
      }
      const begun = underWay.get(url);
      if (begun) return begun;
      if (signal.aborted || underWay.size >= MOST_UNDER_WAY) return Promise.resolve(undefined);
      const fetching = fetchOnce(url);
      underWay.set(url, fetching);
      return fetching;
    },
    inspect,
    isInside: (url) =>
      leadsInside(url, {
        internet,
        signal: AbortSignal.any([signal, AbortSignal.timeout(LIMITS.timeout)]),
      }),
    read,
    async stop() {
      stopping.abort();
      await Promise.all(underWay.values());
    },
  };
}
