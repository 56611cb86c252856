import type { InjectOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Caller, type Endpoint, isEventsResponse } from '@portage/contract/endpoint';
import type { ErrorCode, Problem } from '@portage/contract/errors';
import { HOUR, SECOND } from '@portage/contract/time';
import type { PasskeyCreationOptions } from '@portage/contract/users/passkeys';
import type { SecondFactorState } from '@portage/contract/users/second-factor';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { TEST_NOW, useTestServer } from './testing/build-test-server.ts';
import { endpoints, sampleOf, shopHostEndpoints } from './testing/contract-endpoints.ts';
import { detailsRow, importRows, packageRow } from './testing/import-orders.ts';
import { basket, buy, type LinkedShop, makeLinkedShop } from './testing/linked-shop.ts';
import { makeCarrier } from './testing/make-carrier.ts';
import {
  codeOf,
  makeColleague,
  TEST_PASSWORD,
  type TestMerchant,
} from './testing/make-merchant.ts';
import { newOrderPayload, waitUntilPlaced } from './testing/make-order.ts';
import { makeServiceUser } from './testing/make-service-user.ts';
import { makeShipstation } from './testing/make-shipstation.ts';
import { sessionCalls } from './testing/session-calls.ts';
import { softwarePasskey } from './testing/software-passkey.ts';
import { useDriver } from './testing/use-driver.ts';

const server = useTestServer();
const driver = useDriver(server);

/** Credentials of one merchant, and the carrier’s key. */
const everybody = ['nobody', 'carrier', 'shipstation', 'service', 'member', 'owner'] as const;
type Who = (typeof everybody)[number];

/** Callers that pass the authentication of an endpoint. */
const allowed: Readonly<Record<Caller, readonly Who[]>> = {
  anyone: everybody,
  userOrService: ['service', 'member', 'owner'],
  user: ['member', 'owner'],
  owner: ['owner'],
  carrier: ['carrier'],
  shop: [],
  shipstation: ['shipstation'],
};

/** Every endpoint of both hosts, generated from the contract: a new one is covered at once. */
const matrix = [
  ...endpoints.map((endpoint) => ({ endpoint, url: `/api${endpoint.path}` })),
  ...shopHostEndpoints.map((endpoint) => ({ endpoint, url: `/shop${endpoint.path}` })),
].map((entry) => ({ ...entry, name: `${entry.endpoint.method} ${entry.url}` }));

/** Texts of the other merchant, which no answer may contain. */
const SECRETS = ['Victim Brand', 'Otherwise Unknown', 'Victim’s'];

let victim: LinkedShop;
let caller: TestMerchant;
const authorizations = new Map<Who, string>();

const victimIds = {
  order: '',
  view: '',
  import: '',
  address: '',
  preset: '',
  passkey: '',
  session: '',
  photo: '',
  shopOrder: '',
  user: '',
  serviceUser: '',
  trackingNumber: '',
  shop: '',
};
type Kind = keyof typeof victimIds;

/** The kind of thing that `{id}` is about, and bodies that name none; the first path that begins so counts. */
const KIND_OF_PATH: readonly (readonly [path: string, kind: Kind])[] = [
  ['/api/orders/addresses', 'address'],
  ['/api/orders/views', 'view'],
  ['/api/orders/imports', 'import'],
  ['/api/merchants/packagePresets', 'preset'],
  ['/api/second-factor/passkeys', 'passkey'],
  ['/api/sessions', 'session'],
  ['/api/users/account/{username}/sessions', 'session'],
  ['/api/users/service', 'serviceUser'],
  ['/api/orders', 'order'],
  ['/api/labels', 'order'],
];
const kindOf = (path: string): Kind =>
  KIND_OF_PATH.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'order';

const KIND_OF_NAME: Readonly<Record<string, Kind>> = {
  username: 'user',
  trackingNumber: 'trackingNumber',
  tracking_number: 'trackingNumber',
  importId: 'import',
  photoId: 'photo',
  link: 'photo',
  shop: 'shop',
  shopName: 'shop',
  shopOrderId: 'shopOrder',
};

const OTHER_PARAMETERS: Readonly<Record<string, string>> = {
  flag: 'heavy-parcel-consolidation-v1',
  resource: 'orders',
  event: 'create',
};

function idFor(path: string, name: string): string {
  if (name === 'username' && path.startsWith('/api/users/service')) return victimIds.serviceUser;
  return OTHER_PARAMETERS[name] ?? victimIds[KIND_OF_NAME[name] ?? kindOf(path)];
}

const LOCATION = {
  ...{ street: '9 Hidden Lane', city: 'Toronto', province: 'ON' },
  ...{ postalCode: 'M5V 2T6', country: 'CA' },
};

async function stateOf({ merchant, call }: LinkedShop): Promise<string> {
  const paths = [
    `/orders/${victimIds.order}`,
    `/orders/${victimIds.order}/history`,
    `/orders/${victimIds.order}/photos`,
    '/merchants',
    '/merchants/packagePresets',
    '/users',
    '/users/service',
    `/users/account/${victimIds.user}/sessions`,
    '/second-factor',
    '/orders/addresses',
    '/orders/views',
    '/orders/imports',
  ];
  const answers = [
    ...(await Promise.all(paths.map((path) => merchant.call('GET', path)))),
    await call('GET', '/link'),
    await call('GET', '/shop_orders?show=all'),
  ];
  for (const { statusCode, body } of answers) expect(statusCode, body).toBe(200);
  return answers.map(({ body }) => body).join('\n');
}

async function makeVictim(): Promise<void> {
  victim = await makeLinkedShop(server, { name: 'Victim Brand' });
  const { merchant, domain } = victim;
  const idOf = async (path: string, payload: object) => {
    const answer = await merchant.call('POST', path, { payload });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json<{ id: string }>().id;
  };
  const recipient = { name: 'Otherwise Unknown', phone: '416-555-0142' };
  const { order, ids } = await driver.makeOrderWithPhotos(merchant);
  // From here no job changes the order.
  await waitUntilPlaced(merchant, order.id);
  await merchant.call('PATCH', `/orders/${order.id}/updateOrder`, { payload: { recipient } });
  const { recipientAddress: address } = newOrderPayload();
  const passkey = softwarePasskey();
  const options = await merchant.call('POST', '/second-factor/passkeys/options');
  await idOf('/second-factor/passkeys', {
    name: 'Victim’s laptop',
    response: passkey.create(options.json<PasskeyCreationOptions>()),
  });
  const factors = (await merchant.call('GET', '/second-factor')).json<SecondFactorState>();
  const sessions = (await merchant.call('GET', '/sessions')).json<{ id: string }[]>();
  await merchant.call('PATCH', '/merchants/updateMerchant/addAdditionalLocations', {
    payload: LOCATION,
  });
  const buyer = { ...basket().address, name: recipient.name };
  await buy(server, victim, { basket: basket({ address: buyer }) });
  const [listed] = await victim.list();
  const imported = await importRows(merchant, {
    orderDetailsCsv: [detailsRow({ recipient_name: recipient.name })],
    orderPackagesCsv: [packageRow()],
  });
  Object.assign(victimIds, {
    order: order.id,
    photo: ids[0],
    view: await idOf('/orders/views', { name: 'Victim’s view', filter: {}, columns: ['place'] }),
    import: imported.id,
    address: await idOf('/orders/addresses', { recipient, address }),
    preset: await idOf('/merchants/packagePresets', {
      name: 'Victim’s box',
      weightOptions: { weight: 4, unit: 'lb' },
      sizeOptions: { length: 10, width: 8, height: 4, unit: 'inch' },
    }),
    passkey: factors.passkeys[0]?.id,
    session: sessions[0]?.id,
    shopOrder: listed?.shopOrder.shopOrderId,
    user: merchant.username,
    serviceUser: (await makeServiceUser(server, merchant)).username,
    trackingNumber: order.trackingNumber,
    shop: domain,
  });
}

beforeAll(async () => {
  await makeVictim();
  const { merchant } = await makeLinkedShop(server);
  caller = merchant;
  const member = await makeColleague(server, merchant, 'member');
  const bearers = {
    owner: merchant.token,
    member: member.token,
    service: (await makeServiceUser(server, merchant)).token,
    carrier: (await makeCarrier(server)).key,
  } as const;
  for (const [who, token] of Object.entries(bearers)) {
    authorizations.set(who as Who, `Bearer ${token}`);
  }
  authorizations.set('shipstation', (await makeShipstation(server, merchant)).authorization);
});

/** Values of fields that take no id. */
const TAKEN: Readonly<Record<string, unknown>> = {
  recipient: { name: 'Zoe Roy', email: 'zoe@test.example', phone: '+14165550123' },
  address: LOCATION,
  filter: {},
};

const givenFor =
  (path: string): Parameters<typeof sampleOf>[1] =>
  (name, { type, format, pattern }) => {
    if (name in TAKEN) return TAKEN[name];
    if (format === 'date-time') return new Date(TEST_NOW).toISOString();
    if (format === 'email') return victimIds.user;
    if (type !== undefined && type !== 'string') return undefined;
    return pattern?.includes('\\d{1,20}') ? victimIds.shopOrder : idFor(path, name);
  };

const toObject = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

function bodyOf({ body, path }: Endpoint, url: string): object | undefined {
  if (path.endsWith('removeAdditionalLocations')) return LOCATION;
  if (path.endsWith('updateOrder')) return { notes: 'Mine' };
  if (!(body instanceof z.ZodType)) return undefined;
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const sample = sampleOf(schema, givenFor(url));
  if (Array.isArray(sample) || schema.additionalProperties === false) return toObject(sample);
  return { ids: [idFor(url, 'ids')], ...toObject(sample) };
}

function queriesOf({ query, mayCall }: Endpoint, url: string): string[] {
  // The carrier may read every merchant's orders.
  if (!(query instanceof z.ZodObject) || mayCall === 'carrier') return [''];
  const values: Readonly<Record<string, string>> = {
    ids: idFor(url, 'ids'),
    id: victimIds.order,
    importId: victimIds.import,
    freeSearch: 'Otherwise',
    startAt: `${idFor(url, 'startAt')}&createdAt=${TEST_NOW + 1}`,
  };
  const shop = 'shop' in query.shape ? `shop=${victimIds.shop}` : '';
  const named = Object.entries(values).filter(([name]) => name in query.shape);
  return [`?${shop}`, ...named.map(([name, value]) => `?${shop}&${name}=${value}`)];
}

function requestAs(
  who: Who,
  { endpoint, url }: (typeof matrix)[number],
  query = '',
): InjectOptions {
  const authorization = authorizations.get(who);
  const payload = bodyOf(endpoint, url);
  return {
    method: endpoint.method,
    url: url.replace(/\{(\w+)\}/g, (_, name: string) => idFor(url, name)) + query,
    headers: { ...(authorization !== undefined && { authorization }) },
    ...(payload && { payload }),
  };
}

test('every kind of id in the matrix belongs to the other merchant', async () => {
  const state = await stateOf(victim);
  for (const [kind, id] of Object.entries(victimIds)) {
    expect(id, kind).not.toBe('');
    expect(state, kind).toContain(id);
  }
  expect(state).toContain(LOCATION.street);
  const paths = [...new Set(matrix.map(({ url }) => url))].filter((url) => url.includes('{id}'));
  const unknown = paths.filter((url) => !KIND_OF_PATH.some(([start]) => url.startsWith(start)));
  expect(unknown).toEqual([]);
  const names = new Set(matrix.flatMap(({ url }) => url.match(/(?<=\{)\w+/g) ?? []));
  const known = [...Object.keys(KIND_OF_NAME), ...Object.keys(OTHER_PARAMETERS), 'id'];
  expect([...names].filter((name) => !known.includes(name))).toEqual([]);
});

test('a service user may call only orders, rates and labels', () => {
  const allowed = endpoints.filter(({ mayCall }) => mayCall === 'userOrService');
  const paths = new Set(allowed.map(({ path }) => path.split('/')[1]));
  expect(paths).toEqual(new Set(['orders', 'rates', 'labels']));
});

const isOfPeople = ({ mayCall }: Endpoint) => mayCall === 'user' || mayCall === 'owner';
const refusalsOfPeople: Partial<Record<Who, ErrorCode>> = {
  service: 'forbidden',
  member: 'owner_only',
};

test('an endpoint refuses every kind of credential that is not one of its callers', async () => {
  const passed: string[] = [];
  for (const entry of matrix) {
    const refused = everybody.filter((who) => !allowed[entry.endpoint.mayCall].includes(who));
    for (const who of refused) {
      const { statusCode, body } = await server.app.inject(requestAs(who, entry));
      const code = isOfPeople(entry.endpoint) ? refusalsOfPeople[who] : undefined;
      const isRefused =
        code === undefined
          ? statusCode === 401 || statusCode === 403
          : statusCode === 403 && (JSON.parse(body) as Problem).code === code;
      if (!isRefused) passed.push(`${entry.name} as ${who}: ${statusCode} ${body}`);
    }
  }
  expect(matrix.length).toBeGreaterThan(80);
  expect(passed).toEqual([]);
}, 60_000);

/** Changes people and credentials, or links a shop; `check` and `change_password` take a password. */
const CHANGES =
  /^(?!GET)\w+ \/api\/(?:users|second-factor|merchants\/integrations)\/(?!check|change_password)|\/link\/a|DELETE \/shop\/link$/;

test('12 hours after the password, users, credentials and links are changed only with it', async () => {
  const { sessionOf, refresh } = sessionCalls(server);
  const { refreshToken } = await sessionOf(caller.username, TEST_PASSWORD);
  const changing = matrix.filter(
    ({ endpoint, name }) => isOfPeople(endpoint) && CHANGES.test(name),
  );
  await server.later(12 * HOUR + SECOND, async () => {
    const session = await refresh(caller.username, refreshToken);
    const authorization = `Bearer ${session.json<SessionTokens>().token}`;
    for (const entry of changing) {
      const request = { ...requestAs('owner', entry), headers: { authorization } };
      const refused = await server.app.inject(request);
      expect([entry.name, codeOf(refused)]).toEqual([entry.name, 'password_needed']);
    }
  });
  expect(changing.length).toBeGreaterThan(20);
});

test('with another merchant’s ids, no endpoint reveals or changes anything', async () => {
  const before = await stateOf(victim);
  for (const secret of SECRETS) expect(before).toContain(secret);
  const told: string[] = [];
  // Deleting the own shop or session makes later calls fail authentication.
  const deletingLast = matrix.toSorted(
    (one, other) =>
      Number(one.endpoint.method === 'DELETE') - Number(other.endpoint.method === 'DELETE'),
  );
  for (const entry of deletingLast) {
    // Streams do not end; order-changes.test.ts tests their scope.
    if (isEventsResponse(entry.endpoint.response)) continue;
    for (const who of allowed[entry.endpoint.mayCall]) {
      for (const query of queriesOf(entry.endpoint, entry.url)) {
        const request = requestAs(who, entry, query);
        const { statusCode, body } = await server.app.inject(request);
        const sent = JSON.stringify(request);
        const isTold = [...SECRETS, ...Object.values(victimIds)].some(
          (text) => body.includes(text) && !sent.includes(text),
        );
        const isFailure = statusCode >= 500 && statusCode !== 503;
        const isKnown = entry.url.includes('{') && !entry.url.includes('{flag}');
        if (isTold || isFailure || (isKnown && statusCode !== 404)) {
          told.push(`${entry.name}${query} as ${who}: ${statusCode}`);
        }
      }
    }
  }
  expect(told).toEqual([]);
  expect(await stateOf(victim)).toBe(before);
}, 60_000);

test('a call with an unknown parameter is not carried out', async () => {
  // The calls before have disconnected ShipStation.
  authorizations.set('shipstation', (await makeShipstation(server, caller)).authorization);
  const taken: string[] = [];
  for (const { endpoint, url, name } of matrix) {
    const [who] = allowed[endpoint.mayCall];
    // shop-callbacks.test.ts checks what signatures cover.
    if (who === undefined) continue;
    const request = requestAs(who, { endpoint, url: `${url}?flavour=vanilla`, name });
    const response = await server.app.inject(request);
    const { errors = [] } = response.json<Problem>();
    // Path and body are validated first, and these may be invalid.
    const isNamed = errors.some(({ path }) => path === 'flavour');
    const isElsewhere =
      errors.length > 0 && (endpoint.body !== undefined || endpoint.path.includes('{'));
    const isRefused = response.statusCode === 400 && (isNamed || isElsewhere);
    if (!isRefused) taken.push(`${name}: ${response.body}`);
  }
  expect(taken).toEqual([]);
}, 60_000);
