import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { EpochMillis } from '@portage/contract/time';
import type { Clock } from '../../../server/src/clock.ts';
import {
  type OutgoingAnswer,
  OutgoingFailed,
  type OutgoingRequest,
} from '../../../server/src/outgoing/guarded-fetch.ts';
import { API_VERSION, type Send } from '../../../server/src/shop/shop-platform.ts';
import { signatureOfBody, signatureOfQuery } from '../../../server/src/shop/shop-signatures.ts';
import { accessTokens } from './access-tokens.ts';
import { answerAdmin } from './admin-answers.ts';
import { grantedScopes } from './admin-views.ts';
import { actualCost, requestedCost } from './query-cost.ts';
import { type DevOrder, type DevShop, type Failure, newDevShop, SCOPES } from './shop-state.ts';
import { orderBody, uninstallApp } from './storefront.ts';

const BASIC_PLAN = { maximumAvailable: 2_000, restoreRate: 100 };

const MOST_OF_QUERY = 1_000;

/** The app's id on the platform. */
export const CLIENT_ID = 'portage-development';

/** Marks a shop that has failed often enough. */
const WORKING = { failure: 'none', failuresLeft: Number.POSITIVE_INFINITY } as const;

/** Delay of a slow platform in ms, longer than Portage waits. */
const SLOW = 10_000;

export interface DevelopmentShopOptions {
  clock: Clock;
  /** Signs requests of the platform and its access tokens. */
  clientSecret: string;
  plan?: { maximumAvailable: number; restoreRate: number };
  /** Delivers webhooks and requests for rates to Portage. */
  deliver: Send;
  slow?: number;
}

/** The emulator of the online shop platform: shops in memory, their Admin API and OAuth. */
export interface DevelopmentShop {
  readonly clientSecret: string;
  /** A shop by its domain; created at first use. */
  shop(domain: string): DevShop;
  shops(): DevShop[];
  send: Send;
  /** An install request, signed by the platform. */
  installQuery(domain: string): Record<string, string>;
  /** Returns the query of the browser's return after the merchant agreed. */
  agree(domain: string, state: string, scope?: string): Record<string, string>;
  /** Returns the lasting token of the installation. */
  tokenOf(domain: string): string;
  /** Sends a webhook to the subscriptions of the topic. */
  tell(domain: string, topic: string, body: unknown): Promise<void>;
  newId(): string;
  now(): EpochMillis;
}

const jsonAnswer = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): OutgoingAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});

const HTML: OutgoingAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from('<!doctype html><title>Something went wrong</title><p>Try again later.'),
};

const INTERNAL_ERROR = {
  message: 'Internal error. Looks like something went wrong on our end.',
  extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: randomUUID() },
};

const FAILED_ANSWERS: Partial<Record<Failure, OutgoingAnswer>> = {
  throttled: jsonAnswer(429, { errors: 'Exceeded 2 calls per second for api client.' }),
  retry_after: jsonAnswer(429, { errors: 'Throttled' }, { 'retry-after': '2.0' }),
  error_500: jsonAnswer(500, 'Internal Server Error'),
  internal_error: jsonAnswer(200, { data: null, errors: [INTERNAL_ERROR] }),
  html: HTML,
  forbidden: jsonAnswer(403, { errors: 'Forbidden' }),
  frozen: jsonAnswer(402, { errors: 'Unavailable Shop' }),
  locked: jsonAnswer(423, { errors: 'This shop is locked' }),
  malformed: jsonAnswer(200, '{"data": {'),
};

const GraphqlBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).default({}),
});

const TokenBody = z.looseObject({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  grant_type: z.string().optional(),
  refresh_token: z.string().optional(),
  expiring: z.coerce.number().optional(),
});

/** A body of the token endpoint, which takes JSON and forms. */
function tokenBodyOf(body: string): z.infer<typeof TokenBody> | undefined {
  try {
    const parsed: unknown = body.startsWith('{')
      ? JSON.parse(body)
      : Object.fromEntries(new URLSearchParams(body));
    return TokenBody.safeParse(parsed).data;
  } catch {
    return undefined;
  }
}

const QUARTERS = ['01', '04', '07', '10'];

/** Number of API versions: those of the last year and the release candidate. */
function versionsAt(now: EpochMillis): string[] {
  const date = new Date(now);
  const current = date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3);
  return [-3, -2, -1, 0, 1].map((offset) => {
    const quarter = current + offset;
    return `${Math.floor(quarter / 4)}-${QUARTERS[quarter % 4] ?? ''}`;
  });
}

/** Opens the emulator, which keeps nothing after the process. */
export function openDevelopmentShop(options: DevelopmentShopOptions): DevelopmentShop {
  const { clock, clientSecret, deliver, plan = BASIC_PLAN, slow = SLOW } = options;
  const shops = new Map<string, DevShop>();
  let lastId = clock.now();
  const now = () => clock.now();

  function shopOf(domain: string): DevShop {
    const shop = shops.get(domain) ?? newDevShop(domain);
    shops.set(domain, shop);
    return shop;
  }
  const newId = () => String((lastId += 1));
  const tokensOf = (shop: DevShop) => accessTokens({ clientSecret, now }, shop);

  async function tell(domain: string, topic: string, body: unknown): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(body));
    const told = shopOf(domain).webhooks.filter((one) => one.topic === topic);
    for (const { uri } of told) {
      // The platform tries again for hours; the nightly reconcile finds lost webhooks.
      await deliver(uri, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': topic,
          'x-shopify-shop-domain': domain,
          'x-shopify-api-version': API_VERSION,
          'x-shopify-webhook-id': randomUUID(),
          'x-shopify-event-id': randomUUID(),
          'x-shopify-triggered-at': new Date(now()).toISOString(),
          'x-shopify-hmac-sha256': signatureOfBody(clientSecret, bytes),
        },
        body: bytes,
      }).catch(() => undefined);
    }
  }

  function refill({ bucket }: DevShop): void {
    const at = Date.now();
    const restored = ((at - bucket.countedAt) / 1000) * plan.restoreRate;
    bucket.available = Math.min(plan.maximumAvailable, bucket.available + restored);
    bucket.countedAt = at;
  }

  const costOf = ({ bucket }: DevShop, requested: number, actual: number | null) => ({
    cost: {
      requestedQueryCost: requested,
      actualQueryCost: actual,
      throttleStatus: { ...plan, currentlyAvailable: Math.floor(bucket.available) },
    },
  });

  async function graphqlAnswer(shop: DevShop, body: string) {
    const { query, variables } = GraphqlBody.parse(JSON.parse(body));
    const requested = requestedCost(query);
    refill(shop);
    if (requested > MOST_OF_QUERY) {
      const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${MOST_OF_QUERY}).`;
      const extensions = { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: MOST_OF_QUERY };
      return { errors: [{ message, extensions }] };
    }
    if (shop.bucket.available < requested) {
      const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
      return { errors, extensions: costOf(shop, requested, null) };
    }
    const afterwards: (() => unknown)[] = [];
    const world = {
      shop,
      now,
      newId,
      tell: (order: DevOrder) =>
        afterwards.push(() => tell(shop.domain, 'orders/updated', orderBody(order, shop))),
      uninstall: () => afterwards.push(() => uninstallApp(emulator, shop.domain)),
    };
    const { data, errors } = await answerAdmin(world, { query, variables });
    const actual = actualCost(query, data);
    shop.bucket.available -= actual;
    shop.bucket.spent += actual;
    for (const send of afterwards) void send();
    return { data, ...(errors && { errors }), extensions: costOf(shop, requested, actual) };
  }

  /** Exchanges a code, or a refresh token, for access tokens. */
  function tokenAnswer(shop: DevShop, text: string): OutgoingAnswer {
    const body = tokenBodyOf(text);
    if (body?.client_id !== CLIENT_ID || body.client_secret !== clientSecret) {
      return jsonAnswer(400, { error: 'application_cannot_be_found' });
    }
    const scope = () => grantedScopes(shop).join(',');
    if (body.grant_type === 'refresh_token') {
      const pair = shop.isInstalled && tokensOf(shop).refresh(body.refresh_token ?? '');
      if (pair) return jsonAnswer(200, { scope: scope(), ...pair });
      return jsonAnswer(400, {
        error: 'invalid_request',
        error_description: 'This request requires an active refresh_token',
      });
    }
    const scopes = shop.codes.get(body.code ?? '');
    shop.codes.delete(body.code ?? '');
    if (!scopes) {
      return jsonAnswer(400, {
        error: 'invalid_request',
        error_description: 'The authorization code was not found or was already used',
      });
    }
    shop.isInstalled = true;
    shop.askedScopes = scopes;
    const pair =
      body.expiring === 1 ? tokensOf(shop).issue() : { access_token: tokensOf(shop).lasting() };
    return jsonAnswer(200, { scope: scope(), ...pair });
  }

  async function admin(
    shop: DevShop,
    path: string,
    { body = '', headers = {} }: OutgoingRequest,
  ): Promise<OutgoingAnswer> {
    if (path === '/admin/oauth/access_token') return tokenAnswer(shop, String(body));
    const token = headers['x-shopify-access-token'];
    if (!tokensOf(shop).accepts(token) || shop.failure === 'token_revoked') {
      return jsonAnswer(401, {
        errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
      });
    }
    if (shop.tokens === 'expiring' && tokensOf(shop).isLasting(token)) {
      const errors =
        'Non-expiring access tokens are no longer accepted for the Admin API. Start using expiring offline tokens: https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens';
      return jsonAnswer(403, { errors });
    }
    const version = /^\/admin\/api\/(\d{4}-\d{2})\/graphql\.json$/.exec(path)?.[1];
    const versions = versionsAt(now());
    const [oldest = '', newest = ''] = [versions.at(0), versions.at(-1)];
    if (version === undefined || version > newest) return jsonAnswer(404, { errors: 'Not Found' });
    // The oldest supported version answers for retired ones.
    const answered = version < oldest ? oldest : version;
    return jsonAnswer(200, await graphqlAnswer(shop, String(body)), {
      'x-shopify-api-version': answered,
    });
  }

  function signedQuery(domain: string, given: Readonly<Record<string, string>>) {
    const host = Buffer.from(`admin.shopify.com/store/${domain.split('.', 1)[0]}`);
    const timestamp = String(Math.floor(now() / 1000));
    const query = { ...given, host: host.toString('base64'), shop: domain, timestamp };
    return { ...query, hmac: signatureOfQuery(clientSecret, query) };
  }

  const emulator: DevelopmentShop = {
    clientSecret,
    shop: shopOf,
    shops: () => [...shops.values()],
    tokenOf: (domain) => tokensOf(shopOf(domain)).lasting(),
    tell,
    newId,
    now,
    installQuery: (domain) => signedQuery(domain, {}),
    agree(domain, state, scope = SCOPES.join(',')) {
      const code = randomBytes(16).toString('hex');
      shopOf(domain).codes.set(code, scope.split(','));
      return signedQuery(domain, { code, state });
    },
    async send(address, request) {
      const { hostname, pathname } = new URL(address);
      const shop = shopOf(hostname);
      if (shop.failure !== 'none' && shop.worksFor > 0) {
        shop.worksFor -= 1;
        return admin(shop, pathname, request);
      }
      const { failure } = shop;
      shop.failuresLeft -= 1;
      if (shop.failuresLeft <= 0) Object.assign(shop, WORKING);
      if (failure === 'unreachable') throw new OutgoingFailed('not reached (ECONNREFUSED)');
      if (failure === 'slow') {
        await wait(slow);
        throw new OutgoingFailed('it took too long');
      }
      const answer = FAILED_ANSWERS[failure] ?? (await admin(shop, pathname, request));
      if (failure === 'lost_answer') throw new OutgoingFailed('not reached (ECONNRESET)');
      return answer;
    },
  };
  return emulator;
}
