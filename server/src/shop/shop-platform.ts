import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { SECOND } from '@portage/contract/time';
import { ApiError, isApiError } from '../api-error.ts';
import { JobInterrupted } from '../jobs/worker.ts';
import {
  OutgoingFailed,
  type OutgoingAnswer,
  type OutgoingRequest,
} from '../outgoing/guarded-fetch.ts';

interface BucketStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  /** Points a second. */
  restoreRate: number;
}

/** The points that calls to a shop may cost, as the platform counts them. */
interface Bucket {
  /** Waits until the points are there, first come first served, and takes them. */
  take(points: number): Promise<void>;
  /** Ends a call that took the points, with what the platform says is left, if it said so. */
  settle(points: number, status: BucketStatus | undefined): void;
}

/** Bucket of the basic plan. */
const BASIC: BucketStatus = {
  maximumAvailable: 2000,
  currentlyAvailable: 2000,
  restoreRate: 100,
};

/** Estimates: the platform's number counts, less calls in progress. */
function openBucket(wait: (milliseconds: number) => Promise<void>): Bucket {
  let status = BASIC;
  let available = status.currentlyAvailable;
  let countedAt = Date.now();
  // Points of calls that the platform has not counted yet.
  let underWay = 0;
  let turn: Promise<void> = Promise.resolve();

  function refill(): void {
    const at = Date.now();
    const restored = ((at - countedAt) / 1000) * status.restoreRate;
    available = Math.min(status.maximumAvailable, available + restored);
    countedAt = at;
  }

  async function takeTurn(points: number): Promise<void> {
    refill();
    const needed = Math.min(points, status.maximumAvailable);
    while (available < needed) {
      await wait(Math.ceil(((needed - available) / status.restoreRate) * 1000));
      refill();
    }
    available -= needed;
    underWay += points;
  }

  return {
    take(points) {
      turn = turn.then(() => takeTurn(points));
      return turn;
    },
    settle(points, next) {
      underWay -= points;
      if (!next) return;
      refill();
      status = next;
      available = next.currentlyAvailable - underWay;
    },
  };
}

/** The version of the Admin API that our documents are written for. */
export const API_VERSION = '2026-07';

/** Access scopes of the app; docs/shop-app.md says what each is for. */
const SCOPES = [
  'read_orders',
  'write_orders',
  'read_locations',
  'write_shipping',
  'write_fulfillments',
  'write_merchant_managed_fulfillment_orders',
].join(',');

/** Tries of a call, and milliseconds before each further one. */
const MOST_TRIES = 5;
const BACKOFF = 500;

/** Tries of a refresh. Processes that wait for it hold a lock. */
const REFRESH_TRIES = 3;

/** Milliseconds after which a call is not retried: people wait 30 seconds for it. */
const PATIENCE = 15_000;

/** Sends a request to the platform. Throws `OutgoingFailed`. */
export type Send = (url: string, request: OutgoingRequest) => Promise<OutgoingAnswer>;

interface ShopAccess {
  shop: string;
  token: string;
}

/** Offline tokens of a shop. Those of custom apps do not expire. */
export interface OfflineTokens {
  token: string;
  /** Lifetime of `token`, in ms. */
  lifetime?: number;
  refreshToken?: string;
}

/** A GraphQL document, what it may cost, and the shape of its answer. */
export interface ShopDocument<Data extends z.ZodType> {
  text: string;
  /** The points that the platform asks for at most, before it knows. */
  cost: number;
  data: Data;
  /** Set where a second try could do it twice. */
  isTriedOnce?: boolean;
}

export interface ShopPlatform {
  /** Secrets that sign requests of the platform: that of the app and, during a rotation, the old one. */
  clientSecrets: readonly string[];
  /** True for the development emulator. */
  isDevelopmentShop: boolean;
  /** Base address of the shop host, absolute: where the platform calls us. */
  callbackUrl: string;
  /** Address of the page on which a person approves the installation. */
  authorizeUrl(shop: string, state: string): string;
  /** Exchanges a code for tokens. Throws `shop_unavailable`, `shop_frozen` and `shop_link_expired`. */
  exchangeCode(shop: string, code: string): Promise<OfflineTokens>;
  /**
   * Repeatable until the new token is used. Throws `shop_authorization_failed`,
   * `shop_unavailable`, `shop_frozen`.
   */
  refreshTokens(shop: string, refreshToken: string): Promise<OfflineTokens>;
  /**
   * Paced by the cost bucket, retried with backoff. Throws `shop_authorization_failed` for a
   * revoked token, `shop_frozen`, `shop_unavailable` and `shop_rejected`.
   */
  ask<Data extends z.ZodType>(
    access: ShopAccess,
    document: ShopDocument<Data>,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<z.output<Data>>;
  /** Ends every wait for points or another try: its call throws. */
  stop(): void;
}

export interface ShopPlatformSettings {
  clientId: string;
  clientSecret: string;
  /** Still signs requests of the platform, for up to an hour after a rotation. */
  oldClientSecret?: string | undefined;
  isDevelopmentShop: boolean;
  callbackUrl: string;
  adminUrl: (shop: string) => string;
  send: Send;
  /** The wait before the first further try, in milliseconds; half a second when not said. */
  backoff?: number;
  /** Milliseconds after which a call is not retried; 15 seconds by default. */
  patience?: number;
}

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional().describe('In seconds.'),
  refresh_token: z.string().min(1).optional(),
});

const ThrottleStatus = z.object({
  maximumAvailable: z.number(),
  currentlyAvailable: z.number(),
  restoreRate: z.number().positive(),
});

const Answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.looseObject({ code: z.string().optional() }).optional(),
      }),
    )
    .optional(),
  extensions: z
    .looseObject({
      cost: z
        .looseObject({ requestedQueryCost: z.number(), throttleStatus: ThrottleStatus })
        .optional(),
    })
    .optional(),
});

/** Reads the tokens of an answer; undefined if malformed. */
function readTokens(body: Buffer): OfflineTokens | undefined {
  try {
    const told = Token.parse(JSON.parse(body.toString()));
    return {
      token: told.access_token,
      ...(told.expires_in !== undefined && { lifetime: told.expires_in * SECOND }),
      ...(told.refresh_token !== undefined && { refreshToken: told.refresh_token }),
    };
  } catch {
    return undefined;
  }
}

const unavailable = () => new ApiError('shop_unavailable');

/** Statuses of a shop whose plan is not paid, that is locked, or that was closed. */
const FROZEN: readonly number[] = [402, 404, 423];

/** Throws what a status says for good; others are worth another try. */
function requireOpen({ status, body }: OutgoingAnswer, shop: string): void {
  if (status === 401) throw new ApiError('shop_authorization_failed', { shop });
  if (FROZEN.includes(status)) throw new ApiError('shop_frozen', { shop });
  if (status !== 403) return;
  // An app that must use tokens that expire has to be authorized again.
  if (body.includes('Non-expiring access tokens')) {
    throw new ApiError('shop_authorization_failed', { shop });
  }
  throw new ApiError('shop_rejected', { message: 'Forbidden (403)' });
}

/** Milliseconds. */
const askedPause = ({ status, headers }: OutgoingAnswer): number =>
  status === 429 ? Number(headers['retry-after'] ?? 0) * SECOND || 0 : 0;

/** Speaks to the platform by plain requests; `send` guards, limits and times them. */
export function openShopPlatform(settings: ShopPlatformSettings): ShopPlatform {
  const {
    clientId,
    clientSecret,
    oldClientSecret,
    isDevelopmentShop,
    callbackUrl,
    adminUrl,
    send,
  } = settings;
  const { backoff = BACKOFF, patience = PATIENCE } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (milliseconds: number) =>
    setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  const buckets = new Map<string, Bucket>();
  // Requested costs by document, learned from responses.
  const costs = new Map<string, number>();

  function bucketOf(shop: string): Bucket {
    const bucket = buckets.get(shop) ?? openBucket(wait);
    buckets.set(shop, bucket);
    return bucket;
  }

  /** Undefined to try again, after the platform's pause. Throws as `requireOpen`. */
  async function post({ shop, token }: ShopAccess, body: string) {
    const answer = await send(`https://${shop}/admin/api/${API_VERSION}/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body,
    }).catch((error: unknown) => {
      if (error instanceof OutgoingFailed) return undefined;
      throw error;
    });
    if (answer) requireOpen(answer, shop);
    if (answer?.status !== 200) return { minPause: answer ? askedPause(answer) : 0 };
    try {
      return { minPause: 0, answer: Answer.parse(JSON.parse(answer.body.toString())) };
    } catch {
      return { minPause: 0 };
    }
  }

  /** Asks for tokens once. Throws `shop_unavailable` and `shop_frozen`. */
  async function requestTokens(
    shop: string,
    grant: Readonly<Record<string, string | number>>,
  ): Promise<OfflineTokens | 'refused'> {
    const answer = await send(`https://${shop}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, ...grant }),
    }).catch((error: unknown) => {
      throw error instanceof OutgoingFailed ? unavailable() : error;
    });
    if (answer.status >= 500 || answer.status === 429) throw unavailable();
    if (FROZEN.includes(answer.status)) throw new ApiError('shop_frozen', { shop });
    if (answer.status !== 200) return 'refused';
    const tokens = readTokens(answer.body);
    if (tokens === undefined) throw unavailable();
    return tokens;
  }

  return {
    clientSecrets: [clientSecret, ...(oldClientSecret ? [oldClientSecret] : [])],
    isDevelopmentShop,
    callbackUrl,
    authorizeUrl(shop, state) {
      const query = new URLSearchParams({
        client_id: clientId,
        scope: SCOPES,
        redirect_uri: `${callbackUrl}/oauth/callback`,
        state,
      });
      return `${adminUrl(shop)}/oauth/authorize?${query.toString()}`;
    },
    async exchangeCode(shop, code) {
      const tokens = await requestTokens(shop, { code, expiring: 1 });
      if (tokens === 'refused') throw new ApiError('shop_link_expired');
      return tokens;
    },
    async refreshTokens(shop, refreshToken) {
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
      for (let tries = 1; ; tries += 1) {
        try {
          const tokens = await requestTokens(shop, grant);
          if (tokens !== 'refused') return tokens;
        } catch (error) {
          if (tries === REFRESH_TRIES || !isApiError(error, 'shop_unavailable')) throw error;
          await wait(backoff * tries);
          continue;
        }
        throw new ApiError('shop_authorization_failed', { shop });
      }
    },
    async ask(access, { text, cost, data, isTriedOnce = false }, variables) {
      const bucket = bucketOf(access.shop);
      const body = JSON.stringify({ query: text, variables });
      // Waiting for points does not count: batches wait for minutes.
      let waited = 0;
      for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
        const points = costs.get(text) ?? cost;
        await bucket.take(points);
        const sentAt = performance.now();
        const { answer, minPause } = await post(access, body).catch((error: unknown) => {
          bucket.settle(points, undefined);
          throw error;
        });
        const told = answer?.extensions?.cost;
        if (told) costs.set(text, told.requestedQueryCost);
        bucket.settle(points, told?.throttleStatus);
        const [error] = answer?.errors ?? [];
        const isThrottled = error?.extensions?.code === 'THROTTLED';
        if (error && !isThrottled) {
          if (error.extensions?.code !== 'INTERNAL_SERVER_ERROR') {
            throw new ApiError('shop_rejected', { message: error.message });
          }
        }
        if (answer && !error) {
          const parsed = data.safeParse(answer.data);
          if (parsed.success) return parsed.data;
        }
        // A throttled call waits for its points at the bucket; what fails waits longer and longer.
        if (isThrottled) {
          tries -= 1;
          continue;
        }
        const pause = Math.max(minPause, backoff * 2 ** (tries - 1));
        waited += performance.now() - sentAt + pause;
        if (isTriedOnce || tries === MOST_TRIES || waited > patience) break;
        await wait(pause);
      }
      throw unavailable();
    },
    stop: () => stopping.abort(new JobInterrupted('The server stops')),
  };
}
