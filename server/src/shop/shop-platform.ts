import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { MINUTE, SECOND } from '@portage/contract/time';
import { ApiError, isApiError } from '../api-error.ts';
import { JobInterrupted } from '../jobs/worker.ts';
import {
  OutgoingFailed,
  type OutgoingAnswer,
  type OutgoingRequest,
} from '../outgoing/guarded-fetch.ts';
import { readJson } from '../read-json.ts';

const BucketStatus = z.object({
  maximumAvailable: z.number(),
  currentlyAvailable: z.number(),
  restoreRate: z.number().positive().describe('Points a second.'),
});
type BucketStatus = z.infer<typeof BucketStatus>;

/** Bucket of the basic plan. */
const BASIC: BucketStatus = {
  maximumAvailable: 2000,
  currentlyAvailable: 2000,
  restoreRate: 100,
};

/** Estimates a shop's cost bucket (points) at the platform, less calls in progress. */
function openBucket(wait: (milliseconds: number) => Promise<void>, longestWait: number) {
  let status = BASIC;
  let available = status.currentlyAvailable;
  let countedAt = Date.now();
  // Points of calls in progress.
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
    const until = Date.now() + longestWait;
    while (available < needed && Date.now() < until) {
      const missing = Math.ceil(((needed - available) / status.restoreRate) * 1000);
      await wait(Math.min(missing, longestWait));
      refill();
    }
    available -= needed;
    underWay += points;
  }

  return {
    /** Takes points, waiting in sequence until available. */
    take(points: number): Promise<void> {
      turn = turn.then(() => takeTurn(points));
      return turn;
    },
    /** Ends a call with the platform's status, if it sent one. */
    settle(points: number, next: BucketStatus | undefined): void {
      underWay -= points;
      if (!next) return;
      refill();
      status = next;
      available = next.currentlyAvailable - underWay;
    },
  };
}

/** Admin API version of our documents. */
export const API_VERSION = '2026-07';

/** Access scopes; docs/shop-app.md explains each. */
const SCOPES = [
  'read_orders',
  'write_orders',
  'read_locations',
  'write_shipping',
  'write_fulfillments',
  'write_merchant_managed_fulfillment_orders',
].join(',');

/** Attempts per call, and the first pause in ms. */
const MOST_TRIES = 5;
const BACKOFF = 500;

/** Attempts per call that the platform throttled. */
const MOST_THROTTLED = 20;

/** Attempts per refresh; fewer, because waiting processes hold a lock. */
const REFRESH_TRIES = 3;

/** Milliseconds after which a call is not retried: people wait 30 seconds for it. */
const PATIENCE = 15_000;

/** Milliseconds a call waits for points: three times what fills the bucket of the basic plan. */
const LONGEST_WAIT = MINUTE;

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

/** A GraphQL document with its cost and its answer's shape. */
export interface ShopDocument<Data extends z.ZodType> {
  text: string;
  /** Upper bound of points, until the platform reports its own. */
  cost: number;
  data: Data;
  /** Set when a retry could repeat its effect. */
  isTriedOnce?: boolean;
}

export interface ShopPlatform {
  /** Secrets that verify the platform's requests: the app's, and the old one during a rotation. */
  clientSecrets: readonly string[];
  /** True for the development emulator. */
  isDevelopmentShop: boolean;
  /** Absolute base address of the shop host, which the platform calls. */
  callbackUrl: string;
  /** Page where a person approves the installation. */
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
  /** Aborts waits for points and retries; their calls throw. */
  stop(): void;
}

export interface ShopPlatformSettings {
  clientId: string;
  clientSecret: string;
  /** Verifies requests, too, up to an hour after a rotation. */
  oldClientSecret?: string | undefined;
  isDevelopmentShop: boolean;
  callbackUrl: string;
  adminUrl: (shop: string) => string;
  send: Send;
  /** Milliseconds before the first retry; 500 by default. */
  backoff?: number;
  /** Milliseconds after which a call is not retried; 15 seconds by default. */
  patience?: number;
  /** Milliseconds a call waits for points; a minute by default. */
  longestWait?: number;
}

const Tokens = z
  .object({
    access_token: z.string().min(1),
    expires_in: z.number().positive().optional().describe('In seconds.'),
    refresh_token: z.string().min(1).optional(),
  })
  .transform((told): OfflineTokens => ({
    token: told.access_token,
    ...(told.expires_in !== undefined && { lifetime: told.expires_in * SECOND }),
    ...(told.refresh_token !== undefined && { refreshToken: told.refresh_token }),
  }));

/** Nodes of a page, and tags of an order, at most. */
export const MOST_LISTED = 250;

/** Shortens the platform's words to be stored. */
export const PlatformMessage = z.string().transform((message) => message.slice(0, 1000));

const Answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: PlatformMessage,
        extensions: z.looseObject({ code: z.string().optional() }).optional(),
      }),
    )
    .max(MOST_LISTED)
    .optional(),
  extensions: z
    .looseObject({
      cost: z
        .looseObject({ requestedQueryCost: z.number(), throttleStatus: BucketStatus })
        .optional(),
    })
    .optional(),
});

const unavailable = () => new ApiError('shop_unavailable');

/** Unpaid, closed and locked shops. */
const FROZEN: readonly number[] = [402, 404, 423];

/** Throws for permanent failures; others can be retried. */
function requireOpen({ status, body }: OutgoingAnswer, shop: string): void {
  if (status === 401) throw new ApiError('shop_authorization_failed', { shop });
  if (FROZEN.includes(status)) throw new ApiError('shop_frozen', { shop });
  if (status !== 403) return;
  // An app that must use expiring tokens needs a new authorization.
  if (body.includes('Non-expiring access tokens')) {
    throw new ApiError('shop_authorization_failed', { shop });
  }
  throw new ApiError('shop_rejected', { message: 'Forbidden (403)' });
}

/** Milliseconds. */
const askedPause = ({ status, headers }: OutgoingAnswer): number =>
  status === 429 ? Number(headers['retry-after'] ?? 0) * SECOND || 0 : 0;

/** Calls the platform through `send`, which guards and limits requests. */
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
  const { backoff = BACKOFF, patience = PATIENCE, longestWait = LONGEST_WAIT } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (milliseconds: number) =>
    setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  const buckets = new Map<string, ReturnType<typeof openBucket>>();
  // Requested costs by document, learned from responses.
  const costs = new Map<string, number>();

  function bucketOf(shop: string) {
    const bucket = buckets.get(shop) ?? openBucket(wait, longestWait);
    buckets.set(shop, bucket);
    return bucket;
  }

  /** Undefined to retry after the platform's pause. Throws as `requireOpen`. */
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
    return { minPause: 0, answer: readJson(Answer, answer.body.toString()) };
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
    const tokens = readJson(Tokens, answer.body.toString());
    if (!tokens) throw unavailable();
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
      let throttled = 0;
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
        // Throttled calls wait at the bucket; failed ones back off.
        if (isThrottled && throttled < MOST_THROTTLED) {
          throttled += 1;
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
