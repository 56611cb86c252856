import { createHmac } from 'node:crypto';
import { DAY, MINUTE, type EpochMillis } from '@portage/contract/time';
import type { DevShop } from './shop-state.ts';

/** Lifetimes of tokens, in ms. */
const ACCESS = 60 * MINUTE;
const REFRESH = 90 * DAY;

/** Milliseconds in which a used refresh token still works, until its replacement is used. */
const RETRY = 30 * DAY;

interface TokenDeps {
  clientSecret: string;
  now: () => EpochMillis;
}

interface TokenPair {
  access_token: string;
  expires_in: number;
  refresh_token: string;
  refresh_token_expires_in: number;
}

/** Sealed, to survive a restart. Tokens of an earlier `generation` or pair are revoked. */
export function accessTokens({ clientSecret, now }: TokenDeps, shop: DevShop) {
  const seal = (text: string) =>
    createHmac('sha256', clientSecret).update(`${shop.domain} ${text}`).digest('hex').slice(0, 32);
  const sealed = (prefix: string, pair: number, until: EpochMillis) => {
    const text = `${shop.generation}-${pair}-${until}`;
    return `${prefix}_${text}-${seal(`${prefix} ${text}`)}`;
  };

  /** Returns the number of the pair of an unexpired token of this installation. */
  function pairOf(prefix: string, token: string): number | undefined {
    const match = new RegExp(`^${prefix}_((\\d+)-(\\d+)-(\\d+))-[0-9a-f]{32}$`).exec(token);
    const [, text = '', generation, pair, until] = match ?? [];
    if (token !== `${prefix}_${text}-${seal(`${prefix} ${text}`)}`) return undefined;
    if (Number(generation) !== shop.generation || Number(until) <= now()) return undefined;
    // A restart forgets the numbers; they are learned from the tokens in use.
    shop.pairs.newest = Math.max(shop.pairs.newest, Number(pair));
    return Number(pair);
  }

  const pairAnswer = (pair: number): TokenPair => ({
    access_token: sealed('shpat', pair, now() + ACCESS),
    expires_in: ACCESS / 1000,
    refresh_token: sealed('shprt', pair, now() + REFRESH),
    refresh_token_expires_in: REFRESH / 1000,
  });

  /** Returns the token of an app that requested no expiry. */
  const lasting = () => `shpat_${seal(String(shop.generation))}`;

  return {
    lasting,
    /** Creates a first pair, which revokes all earlier ones. */
    issue(): TokenPair {
      const newest = shop.pairs.newest + 1;
      shop.pairs = { newest, oldest: newest, refreshedAt: now() };
      return pairAnswer(newest);
    },
    /** Returns the pair for a refresh token; undefined when retired, expired or unknown. */
    refresh(token: string): TokenPair | undefined {
      const pair = pairOf('shprt', token);
      const { newest, oldest, refreshedAt } = shop.pairs;
      if (pair === undefined || pair < oldest) return undefined;
      if (pair === newest) {
        shop.pairs = { newest: newest + 1, oldest: newest, refreshedAt: now() };
        return pairAnswer(newest + 1);
      }
      return now() - refreshedAt < RETRY ? pairAnswer(newest) : undefined;
    },
    accepts(token: string | undefined): boolean {
      if (!shop.isInstalled || token === undefined) return false;
      if (token === lasting()) return true;
      const pair = pairOf('shpat', token);
      return pair !== undefined && pair >= shop.pairs.oldest;
    },
    isLasting: (token: string | undefined) => token === lasting(),
  };
}
