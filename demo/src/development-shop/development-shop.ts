import { createHmac, randomBytes, randomUUID } from 'node:crypto';
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
import { answerAdmin } from './admin-answers.ts';
import { type DevOrder, type DevShop, newDevShop } from './shop-state.ts';
import { orderBody } from './storefront.ts';
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
} from 'graphql';

/** What the platform charges: a mutation, an object, and a connection beside its objects. */
const MUTATION = 10;
const OBJECT = 1;
const CONNECTION = 2;

function firstOf({ arguments: given = [] }: FieldNode): number | undefined {
  const first = given.find(({ name }) => name.value === 'first')?.value;
  return first?.kind === Kind.INT ? Number(first.value) : undefined;
}

function costOf({ selections }: SelectionSetNode): number {
  let cost = 0;
  for (const field of selections) {
    if (field.kind !== Kind.FIELD || !field.selectionSet) continue;
    const inside = costOf(field.selectionSet);
    const name = field.name.value;
    if (name === 'nodes') cost += OBJECT + inside;
    else if (firstOf(field) === undefined) cost += name === 'pageInfo' ? 0 : OBJECT + inside;
    else cost += CONNECTION + (firstOf(field) ?? 1) * Math.max(1, inside);
  }
  return cost;
}

const operationOf = ({ definitions }: DocumentNode) =>
  definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);

/** The points that a document asks for before it runs, if every list comes full. */
function requestedCost(query: string): number {
  const operation = operationOf(parse(query));
  if (!operation) return OBJECT;
  return operation.operation === OperationTypeNode.MUTATION
    ? MUTATION
    : costOf(operation.selectionSet);
}

function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + objectsIn(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + objectsIn(one), OBJECT);
}

/** The points that it cost: what came back, at most what was asked for. */
function actualCost(query: string, data: unknown): number {
  const requested = requestedCost(query);
  const isMutation = operationOf(parse(query))?.operation === OperationTypeNode.MUTATION;
  return isMutation ? requested : Math.min(requested, Math.max(OBJECT, objectsIn(data) - OBJECT));
}

/** How the emulator throttles, like the basic plan of the platform. */
const BASIC_PLAN = { maximumAvailable: 2_000, restoreRate: 100 };

/** What a shop is again when it has failed often enough. */
const WORKING = { failure: 'none', failuresLeft: Number.POSITIVE_INFINITY } as const;

/** How slow a slow platform is, in milliseconds: as long as Portage waits for an answer. */
const SLOW = 10_000;

/** What the emulator is opened with. */
export interface DevelopmentShopOptions {
  clock: Clock;
  /** Signs what the platform sends, and its access tokens. */
  clientSecret: string;
  plan?: { maximumAvailable: number; restoreRate: number };
  /** Delivers what the shop sends to Portage: webhooks and requests for rates. */
  deliver: Send;
  slow?: number;
}

/** The emulator of the online shop platform: shops in memory, their Admin API and OAuth. */
export interface DevelopmentShop {
  readonly clientSecret: string;
  /** A shop by its domain; made when nobody asked for it before. */
  shop(domain: string): DevShop;
  /** Every shop that was asked for. */
  shops(): DevShop[];
  /** Answers what Portage sends to the platform. */
  send: Send;
  /** An install request, signed as the platform signs it. */
  installQuery(domain: string): Record<string, string>;
  /** What the browser brings back when a person agreed to the installation. */
  agree(domain: string, state: string): Record<string, string>;
  /** The token that is in force, as an installation would give it. */
  tokenOf(domain: string): string;
  /** Sends a webhook to those who asked for the topic, or to all of Portage's address. */
  tell(domain: string, topic: string, body: unknown): Promise<void>;
  /** A new number for anything. */
  newId(): string;
  now(): EpochMillis;
}

const jsonAnswer = (status: number, value: unknown): OutgoingAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});

const GraphqlBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).default({}),
});

/** Opens the emulator. Nothing of it is kept when the process ends. */
export function openDevelopmentShop(options: DevelopmentShopOptions): DevelopmentShop {
  const { clock, clientSecret, deliver, plan = BASIC_PLAN, slow = SLOW } = options;
  const shops = new Map<string, DevShop>();
  let lastId = clock.now();

  function shopOf(domain: string): DevShop {
    const shop = shops.get(domain) ?? newDevShop(domain);
    shops.set(domain, shop);
    return shop;
  }
  const newId = () => String((lastId += 1));

  function tokenOf(domain: string): string {
    const { generation } = shopOf(domain);
    const seal = createHmac('sha256', clientSecret).update(`${domain} ${generation}`).digest('hex');
    return `shpat_${seal.slice(0, 32)}`;
  }

  async function tell(domain: string, topic: string, body: unknown): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(body));
    const told = shopOf(domain).webhooks.filter((one) => one.topic === topic);
    for (const { uri } of told) {
      // The platform tries again for hours; the nightly reconcile finds what this loses.
      await deliver(uri, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': topic,
          'x-shopify-shop-domain': domain,
          'x-shopify-api-version': API_VERSION,
          'x-shopify-webhook-id': randomUUID(),
          'x-shopify-event-id': randomUUID(),
          'x-shopify-triggered-at': new Date(clock.now()).toISOString(),
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

  async function graphqlAnswer(shop: DevShop, body: string): Promise<OutgoingAnswer> {
    const { query, variables } = GraphqlBody.parse(JSON.parse(body));
    const requested = requestedCost(query);
    refill(shop);
    if (shop.bucket.available < requested) {
      const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
      return jsonAnswer(200, { errors, extensions: costOf(shop, requested, null) });
    }
    const told: DevOrder[] = [];
    const world = {
      shop,
      now: () => clock.now(),
      newId,
      tell: (order: DevOrder) => told.push(order),
    };
    const { data, errors } = await answerAdmin(world, { query, variables });
    const actual = actualCost(query, data);
    shop.bucket.available -= actual;
    shop.bucket.spent += actual;
    for (const order of told) void tell(shop.domain, 'orders/updated', orderBody(order));
    return jsonAnswer(200, {
      data,
      ...(errors && { errors }),
      extensions: costOf(shop, requested, actual),
    });
  }

  async function admin(
    shop: DevShop,
    path: string,
    request: OutgoingRequest,
  ): Promise<OutgoingAnswer> {
    const body = String(request.body ?? '');
    if (path === '/admin/oauth/access_token') {
      const { code } = z.looseObject({ code: z.string() }).parse(JSON.parse(body));
      if (!shop.codes.delete(code)) return jsonAnswer(400, { error: 'invalid_request' });
      shop.isInstalled = true;
      return jsonAnswer(200, { access_token: tokenOf(shop.domain), scope: 'write_orders' });
    }
    const isAllowed = request.headers?.['x-shopify-access-token'] === tokenOf(shop.domain);
    if (!isAllowed || shop.failure === 'token_revoked') {
      return jsonAnswer(401, { errors: '[API] Invalid API key or access token' });
    }
    return graphqlAnswer(shop, body);
  }

  return {
    clientSecret,
    shop: shopOf,
    shops: () => [...shops.values()],
    tokenOf,
    tell,
    newId,
    now: () => clock.now(),
    installQuery(domain) {
      const query = { shop: domain, timestamp: String(Math.floor(clock.now() / 1000)) };
      return { ...query, hmac: signatureOfQuery(clientSecret, query) };
    },
    agree(domain, state) {
      const code = randomBytes(16).toString('hex');
      shopOf(domain).codes.add(code);
      const timestamp = String(Math.floor(clock.now() / 1000));
      const query = { code, shop: domain, state, timestamp };
      return { ...query, hmac: signatureOfQuery(clientSecret, query) };
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
      switch (failure) {
        case 'unreachable':
          throw new OutgoingFailed('not reached (ECONNREFUSED)');
        case 'slow':
          await wait(slow);
          throw new OutgoingFailed('it took too long');
        case 'throttled':
          return jsonAnswer(429, { errors: 'Exceeded 2 calls per second for api client.' });
        case 'error_500':
          return jsonAnswer(500, 'Internal Server Error');
        case 'frozen':
          return jsonAnswer(402, { errors: 'Unavailable Shop' });
        case 'locked':
          return jsonAnswer(423, { errors: 'This shop is locked' });
        case 'malformed':
          return jsonAnswer(200, '{"data": {');
        case 'lost_answer':
          await admin(shop, pathname, request);
          throw new OutgoingFailed('not reached (ECONNRESET)');
        default:
          return admin(shop, pathname, request);
      }
    },
  };
}
