import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Caller, type Endpoint, isEventsResponse } from '@portage/contract/endpoint';
import type { Problem } from '@portage/contract/errors';
import { useTestServer } from './testing/build-test-server.ts';
import { endpoints, shopHostEndpoints } from './testing/contract-endpoints.ts';
import { makeCarrier } from './testing/make-carrier.ts';
import {
  makeMerchant,
  openTestSession,
  TEST_PASSWORD,
  type TestMerchant,
} from './testing/make-merchant.ts';
import { makeOrder, waitUntilPlaced } from './testing/make-order.ts';
import { makeServiceUser } from './testing/make-service-user.ts';

const server = useTestServer();

/** Every kind of credential, all of one merchant but for the carrier’s key. */
type Who = 'nobody' | 'carrier' | 'service' | 'member' | 'owner';
const everybody: readonly Who[] = ['nobody', 'carrier', 'service', 'member', 'owner'];

/** Who gets past the authentication of an endpoint. */
const allowed: Readonly<Record<Caller, readonly Who[]>> = {
  anyone: everybody,
  userOrService: ['service', 'member', 'owner'],
  user: ['member', 'owner'],
  owner: ['owner'],
  carrier: ['carrier'],
  shop: [],
};

/** Every endpoint of both hosts, generated from the contract: a new one is covered at once. */
const matrix = [
  ...endpoints.map((endpoint) => ({ endpoint, url: `/api${endpoint.path}` })),
  ...shopHostEndpoints.map((endpoint) => ({ endpoint, url: `/shop${endpoint.path}` })),
].map((entry) => ({ ...entry, name: `${entry.endpoint.method} ${entry.url}` }));

/** What only the other merchant has, which no answer may contain. */
const SECRETS = ['Victim Brand', 'Otherwise Unknown'];

let victim: TestMerchant;
let victimIds: Record<string, string>;
const tokens = new Map<Who, string>();

/** The data of the other merchant that calls could change. */
async function stateOf({ call }: TestMerchant): Promise<string> {
  const paths = [
    `/orders/${victimIds['id']}`,
    '/merchants',
    '/users',
    '/users/service',
    '/sessions',
    '/orders/addresses',
    '/orders/views',
  ];
  const answers = await Promise.all(paths.map((path) => call('GET', path)));
  return answers.map(({ body }) => body).join('\n');
}

beforeAll(async () => {
  victim = await makeMerchant(server, { name: 'Victim Brand' });
  const order = await makeOrder(victim, {
    recipient: { name: 'Otherwise Unknown', phone: '416-555-0142' },
  });
  // Nothing of the order moves on by itself from here.
  await waitUntilPlaced(victim, order.id);
  victimIds = { id: order.id, username: victim.username, trackingNumber: order.trackingNumber };
  const merchant = await makeMerchant(server);
  const username = `member-${merchant.merchant.id}@test.example`;
  await server.createAccount({
    merchantId: merchant.merchant.id,
    merchantName: merchant.merchant.name,
    username,
    name: 'Member',
    kind: 'user',
    password: TEST_PASSWORD,
    mustChangePassword: false,
  });
  const member = await openTestSession(server, username, TEST_PASSWORD);
  await merchant.call('PATCH', `/users/account/${username}`, { payload: { role: 'member' } });
  tokens.set('owner', merchant.token);
  tokens.set('member', member.token);
  tokens.set('service', (await makeServiceUser(server, merchant)).token);
  tokens.set('carrier', (await makeCarrier(server)).key);
});

/** A value of a JSON schema, with the other merchant’s order wherever an id goes. */
function sampleOf(schema: z.core.JSONSchema._JSONSchema, name = ''): unknown {
  if (typeof schema === 'boolean') return victimIds['id'];
  const { type, enum: values, anyOf, properties, items, format } = schema;
  const [variant] = anyOf ?? [];
  if (schema.const !== undefined) return schema.const;
  if (values) return values[0];
  if (variant) return sampleOf(variant, name);
  if (type === 'object') {
    const samples = Object.entries(properties ?? {}).map(
      ([key, value]) => [key, sampleOf(value, key)] as const,
    );
    return Object.fromEntries(samples);
  }
  if (type === 'array') return [sampleOf(Array.isArray(items) ? true : (items ?? true), name)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (format === 'email' || name === 'username') return victim.username;
  return victimIds['id'];
}

const toObject = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

/** The JSON body of a call; none where the endpoint takes no JSON. */
function bodyOf({ body }: Endpoint): object | undefined {
  if (!(body instanceof z.ZodType)) return undefined;
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const sample = sampleOf(schema);
  return Array.isArray(sample) ? sample : { ids: [victimIds['id']], ...toObject(sample) };
}

async function callAs(who: Who, { endpoint, url }: (typeof matrix)[number]) {
  const token = tokens.get(who);
  const payload = bodyOf(endpoint);
  return server.app.inject({
    method: endpoint.method,
    url: url.replace(/\{(\w+)\}/g, (_, name: string) => victimIds[name] ?? victimIds['id'] ?? ''),
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(payload && { payload }),
  });
}

test('an endpoint refuses every kind of credential that is not among its callers', async () => {
  const passed: string[] = [];
  for (const entry of matrix) {
    const refused = everybody.filter((who) => !allowed[entry.endpoint.mayCall].includes(who));
    for (const who of refused) {
      const { statusCode } = await callAs(who, entry);
      if (statusCode !== 401 && statusCode !== 403) {
        passed.push(`${entry.name} as ${who}: ${statusCode}`);
      }
    }
  }
  expect(matrix.length).toBeGreaterThan(80);
  expect(passed).toEqual([]);
}, 60_000);

test('with another merchant’s ids, no endpoint tells or changes anything of theirs', async () => {
  const before = await stateOf(victim);
  for (const secret of SECRETS) expect(before).toContain(secret);
  const told: string[] = [];
  for (const entry of matrix) {
    // A stream does not end; order-changes.test.ts says that it tells nobody else's changes.
    if (isEventsResponse(entry.endpoint.response)) continue;
    for (const who of allowed[entry.endpoint.mayCall]) {
      const { statusCode, body } = await callAs(who, entry);
      const isTold = SECRETS.some((secret) => body.includes(secret));
      if (isTold || statusCode >= 500) told.push(`${entry.name} as ${who}: ${statusCode}`);
    }
  }
  expect(told).toEqual([]);
  expect(await stateOf(victim)).toBe(before);
}, 60_000);

test('no call with a parameter that its endpoint does not know is carried out', async () => {
  const taken: string[] = [];
  for (const { endpoint, url, name } of matrix) {
    const [who] = allowed[endpoint.mayCall];
    // What a signature covers is verified first: shop-callbacks.test.ts.
    if (who === undefined) continue;
    const response = await callAs(who, { endpoint, url: `${url}?flavour=vanilla`, name });
    const { errors = [] } = response.json<Problem>();
    // Path and body are validated before the query, and those made here may be none that are taken.
    const isNamed = errors.some(({ path }) => path === 'flavour');
    const isElsewhere =
      errors.length > 0 && (endpoint.body !== undefined || endpoint.path.includes('{'));
    const isRefused = response.statusCode === 400 && (isNamed || isElsewhere);
    if (!isRefused) taken.push(`${name}: ${response.body}`);
  }
  expect(taken).toEqual([]);
}, 60_000);
