import { graphql, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '@portage/contract/time';
import * as shopDocuments from '../../../server/src/shop/shop-documents.ts';
import { readAdminSchema, faultsOfDocuments, sentDocuments } from './admin-schema.ts';
import { basketOf, USUAL_BUYER } from './development-shop-pages.ts';
import { CLIENT_ID, openDevelopmentShop } from './development-shop.ts';
import { requestedCost } from './query-cost.ts';
import type { DevOrder } from './shop-state.ts';
import { orderBody, placeDevOrder, staffActions, uninstallApp } from './storefront.ts';

const DOMAIN = 'strict.myshopify.com';
const SECRET = 'secret';
const MONTREAL = 'gid://shopify/Location/71002';

interface Answered {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  json: {
    data?: Record<string, Record<string, unknown> | null> | null;
    errors?: { message: string; extensions?: { code?: string } }[];
    error?: string;
    access_token?: string;
    refresh_token?: string;
    expires_in?: number;
    scope?: string;
  };
}

async function openStrictShop() {
  let now = Date.parse('2026-11-23T12:00:00Z');
  const world = openDevelopmentShop({
    clock: { now: () => now },
    clientSecret: SECRET,
    deliver: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0) }),
  });
  const post = async (path: string, body: unknown, token = ''): Promise<Answered> => {
    const answer = await world.send(`https://${DOMAIN}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body: JSON.stringify(body),
    });
    const json = JSON.parse(answer.body.toString()) as Answered['json'];
    return { status: answer.status, headers: answer.headers, json };
  };
  const tokenCall = (body: Record<string, unknown>) =>
    post('/admin/oauth/access_token', { client_id: CLIENT_ID, client_secret: SECRET, ...body });
  const exchange = (more: Record<string, unknown> = {}) =>
    tokenCall({ code: world.agree(DOMAIN, 'state')['code'], ...more });
  const refresh = ({ json }: Answered) =>
    tokenCall({ grant_type: 'refresh_token', refresh_token: json.refresh_token });
  const { access_token: lasting = '' } = (await exchange()).json;
  const ask = (query: string, variables = {}, { token = lasting, version = '2026-07' } = {}) =>
    post(`/admin/api/${version}/graphql.json`, { query, variables }, token);
  /** Answers a query with the token of an earlier answer. */
  const statusWith = async ({ json }: Answered) =>
    (await ask(ORDERS, {}, { token: json.access_token ?? '' })).status;
  const shop = world.shop(DOMAIN);
  const typed = { ...USUAL_BUYER, product: '81001', quantity: '2' };
  const buy = () => placeDevOrder(world, DOMAIN, basketOf(typed, 'en'), undefined);
  const fulfill = async ({ fulfillmentOrders }: DevOrder, index = 0) => {
    const query = `mutation F($fulfillment: FulfillmentInput!) {
      fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } }
    }`;
    const id = fulfillmentOrders[index]?.id ?? '';
    const fulfillment = { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: id }] };
    return (await ask(query, { fulfillment })).json.data?.['fulfillmentCreate'];
  };
  const later = (milliseconds: number) => (now += milliseconds);
  const tokens = { lasting, tokenCall, exchange, refresh, statusWith };
  return { ...tokens, world, shop, ask, buy, fulfill, later };
}

const ORDERS = '{ orders(first: 5) { nodes { name } } }';
const MOVE = `mutation M($id: ID!) { fulfillmentOrderMove(id: $id, newLocationId: "${MONTREAL}")
  { movedFulfillmentOrder { id } userErrors { message } } }`;
const codeOf = ({ json }: Answered) => json.errors?.[0]?.extensions?.code;
const messageOf = ({ json }: Answered) => json.errors?.[0]?.message ?? '';

test('documents of Portage are valid against the published schema and use nothing deprecated', () => {
  const schema = readAdminSchema();
  expect(sentDocuments().length).toBeGreaterThan(12);
  expect(faultsOfDocuments(schema)).toEqual([]);
  const unknown = parse('{ orders(first: 1) { nodes { colour } } }');
  expect(validate(schema, unknown)).toHaveLength(1);
});

test('each document costs what it states, within the limit of one query', () => {
  for (const document of Object.values(shopDocuments)) {
    if (typeof document === 'function' || !('text' in document)) continue;
    const { text, cost } = document;
    expect([text, cost]).toEqual([text, requestedCost(text)]);
    expect(cost).toBeLessThanOrEqual(1_000);
  }
});

test.each([
  ['CountryCode', 'DE'],
  ['CurrencyCode', 'EUR'],
  ['OrderDisplayFulfillmentStatus', 'ON_HOLD'],
  ['FulfillmentOrderStatus', 'INCOMPLETE'],
])('the excerpt of the schema has all values of %s', async (name, value) => {
  const source = `{ __type(name: "${name}") { enumValues(includeDeprecated: true) { name } } }`;
  const { data } = await graphql({ schema: readAdminSchema(), source });
  expect(JSON.stringify(data)).toContain(`"${value}"`);
});

describe('expiring tokens', () => {
  test('last an hour, and are replaced with their refresh token', async () => {
    const { exchange, refresh, statusWith, later } = await openStrictShop();
    const first = await exchange({ expiring: 1 });
    expect(first.json).toMatchObject({
      expires_in: 3_600,
      scope: expect.stringContaining('write_orders'),
    });
    expect(await statusWith(first)).toBe(200);
    later(61 * MINUTE);
    expect(await statusWith(first)).toBe(401);
    const second = await refresh(first);
    expect(await statusWith(second)).toBe(200);
    expect(second.json.refresh_token).not.toBe(first.json.refresh_token);
  });

  test('a refresh whose answer was lost works again until its replacement is used', async () => {
    const { exchange, refresh, later } = await openStrictShop();
    const first = await exchange({ expiring: 1 });
    await refresh(first);
    later(29 * DAY);
    const second = await refresh(first);
    expect((await refresh(second)).status).toBe(200);
    expect((await refresh(first)).status).toBe(400);
  });

  test('a used refresh token works no longer than 30 days, an unused one 90', async () => {
    const { exchange, refresh, later } = await openStrictShop();
    const first = await exchange({ expiring: 1 });
    later(31 * DAY);
    expect((await refresh(first)).status).toBe(200);
    later(30 * DAY);
    expect((await refresh(first)).status).toBe(400);
    const other = await exchange({ expiring: 1 });
    later(91 * DAY);
    expect((await refresh(other)).status).toBe(400);
  });

  test('are revoked by a new installation and by uninstalling', async () => {
    const { world, exchange, statusWith } = await openStrictShop();
    const [first, second] = [await exchange({ expiring: 1 }), await exchange({ expiring: 1 })];
    expect(await statusWith(first)).toBe(401);
    expect(await statusWith(second)).toBe(200);
    await uninstallApp(world, DOMAIN);
    expect(await statusWith(second)).toBe(401);
  });

  test('are demanded of public apps since 2026-04-01, where the shop says so', async () => {
    const { shop, ask, lasting, tokenCall } = await openStrictShop();
    shop.tokens = 'expiring';
    expect((await ask(ORDERS, {}, { token: lasting })).status).toBe(403);
    const wrong = { client_secret: 'other', code: 'x' };
    expect((await tokenCall(wrong)).json).toMatchObject({ error: 'application_cannot_be_found' });
  });
});

test('a retired API version is served by the oldest supported one; a future version is not found', async () => {
  const { ask } = await openStrictShop();
  const answered = async (version: string) => (await ask(ORDERS, {}, { version })).headers;
  expect((await answered('2026-07'))['x-shopify-api-version']).toBe('2026-07');
  expect((await answered('2024-01'))['x-shopify-api-version']).toBe('2026-01');
  expect((await ask(ORDERS, {}, { version: '2027-07' })).status).toBe(404);
});

test('queries above 1,000 points, pages above 250, without a size or after a made-up cursor are refused', async () => {
  const { ask, shop } = await openStrictShop();
  const wide = '{ orders(first: 250) { nodes { lineItems(first: 100) { nodes { id } } } } }';
  expect(codeOf(await ask(wide))).toBe('MAX_COST_EXCEEDED');
  expect(messageOf(await ask('{ locations(first: 251) { nodes { id } } }'))).toContain('250');
  expect(messageOf(await ask('{ locations { nodes { id } } }'))).toContain('first or last');
  const madeUp = '{ orders(first: 1, after: "10") { nodes { id } pageInfo { endCursor } } }';
  expect(messageOf(await ask(madeUp))).toContain('Invalid cursor');
  const none = '{ orders(first: 1) { nodes { id } pageInfo { hasNextPage endCursor } } }';
  expect((await ask(none)).json.data?.['orders']).toEqual({
    nodes: [],
    pageInfo: { hasNextPage: false, endCursor: null },
  });
  shop.bucket.available = 3;
  shop.bucket.countedAt = Date.now();
  expect(codeOf(await ask(ORDERS))).toBe('THROTTLED');
});

test('a missing scope is an error beside the data, and names what is missing', async () => {
  const { ask, shop, buy } = await openStrictShop();
  await buy();
  shop.withheldScopes = new Set(['write_merchant_managed_fulfillment_orders']);
  const parts =
    '{ orders(first: 1) { nodes { name fulfillmentOrders(first: 1) { nodes { id } } } } }';
  const answer = await ask(parts);
  expect([answer.status, codeOf(answer), answer.json.data]).toEqual([200, 'ACCESS_DENIED', null]);
  expect(messageOf(answer)).toContain('write_merchant_managed_fulfillment_orders');
});

test('without approval for protected data there are no orders and no order webhooks', async () => {
  const { ask, shop, buy } = await openStrictShop();
  await buy();
  shop.protectedData = 'without_contact';
  const fields = '{ orders(first: 1) { nodes { email shippingAddress { name zip } } } }';
  expect((await ask(fields)).json.data?.['orders']).toMatchObject({
    nodes: [{ email: null, shippingAddress: { name: null, zip: 'M5B 1C6' } }],
  });
  shop.protectedData = 'none';
  expect(messageOf(await ask(ORDERS))).toContain('not approved to access the Order object');
  const subscribe = `mutation { webhookSubscriptionCreate(topic: ORDERS_CREATE,
    webhookSubscription: { uri: "https://portage.example/x" }) { userErrors { message } } }`;
  const { userErrors } = (await ask(subscribe)).json.data?.['webhookSubscriptionCreate'] ?? {};
  expect(JSON.stringify(userErrors)).toContain('protected customer data');
});

test('a carrier service needs the plan for it, and there is one per app', async () => {
  const { ask, shop } = await openStrictShop();
  const create = `mutation { carrierServiceCreate(input: { name: "Portage", active: true,
    callbackUrl: "https://portage.example/r", supportsServiceDiscovery: true })
    { userErrors { message } } }`;
  const created = async () => JSON.stringify((await ask(create)).json.data);
  shop.plan = 'grow';
  expect(await created()).toContain('Carrier Calculated Shipping must be enabled');
  shop.plan = 'advanced';
  expect(await created()).toBe('{"carrierServiceCreate":{"userErrors":[]}}');
  expect(await created()).toContain('already configured');
});

describe('a fulfillment order', () => {
  test.each([
    ['on hold', staffActions.hold, 'on_hold', 'RELEASE_HOLD'],
    ['scheduled', staffActions.schedule, 'scheduled', 'MARK_AS_OPEN'],
  ])('that is %s is not fulfilled before it is released', async (_what, stop, status, action) => {
    const { world, buy, fulfill, ask } = await openStrictShop();
    const order = await buy();
    await stop(world, DOMAIN, order);
    expect(JSON.stringify(await fulfill(order))).toContain(`unfulfillable status= ${status}`);
    const actions =
      '{ orders(first: 1) { nodes { fulfillmentOrders(first: 1) { nodes { supportedActions { action } } } } } }';
    expect(JSON.stringify((await ask(actions)).json.data)).toContain(action);
    await staffActions.release(world, DOMAIN, order);
    expect(JSON.stringify(await fulfill(order))).toContain('gid://shopify/Fulfillment/');
    expect(JSON.stringify(await fulfill(order))).toContain('unfulfillable status= closed');
  });

  test('does not move to a location without stock, nor once it is closed', async () => {
    const { shop, buy, fulfill, ask } = await openStrictShop();
    const order = await buy();
    const [part] = order.fulfillmentOrders;
    const moved = async () => JSON.stringify((await ask(MOVE, { id: part?.id })).json.data);
    const montreal = shop.locations.find(({ id }) => id === MONTREAL);
    if (montreal) montreal.stocks = false;
    expect(await moved()).toContain('stocked at Gaspé store');
    await fulfill(order);
    if (montreal) montreal.stocks = true;
    expect(await moved()).toContain('Cannot change location');
  });

  test('that is partly fulfilled moves its rest as a new fulfillment order', async () => {
    const { buy, ask } = await openStrictShop();
    const order = await buy();
    const [part] = order.fulfillmentOrders;
    const fulfill = `mutation F($id: ID!, $item: ID!) { fulfillmentCreate(fulfillment: {
      lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: $id,
        fulfillmentOrderLineItems: [{ id: $item, quantity: 1 }] }] }) { userErrors { message } } }`;
    const read =
      '{ orders(first: 1) { nodes { fulfillmentOrders(first: 1) { nodes { lineItems(first: 1) { nodes { remainingQuantity } } } } } } }';
    await ask(read);
    await ask(fulfill, { id: part?.id, item: part?.items?.[0]?.id });
    expect(part?.status).toBe('IN_PROGRESS');
    const { movedFulfillmentOrder } = ((await ask(MOVE, { id: part?.id })).json.data?.[
      'fulfillmentOrderMove'
    ] ?? {}) as { movedFulfillmentOrder?: { id: string } };
    expect(movedFulfillmentOrder?.id).not.toBe(part?.id);
    expect(order.fulfillmentOrders).toMatchObject([
      { status: 'CLOSED', items: [{ remaining: 0 }] },
      { status: 'OPEN', locationId: MONTREAL, items: [{ total: 1, remaining: 1 }] },
    ]);
  });

  test('of a second location is fulfilled separately; refunded items are gone', async () => {
    const { world, buy, fulfill, ask } = await openStrictShop();
    const order = await buy();
    await staffActions.split(world, DOMAIN, order);
    await fulfill(order, 1);
    const status = '{ orders(first: 1) { nodes { displayFulfillmentStatus } } }';
    expect(JSON.stringify((await ask(status)).json.data)).toContain('PARTIALLY_FULFILLED');
    await staffActions.refund(world, DOMAIN, order);
    const items =
      '{ orders(first: 1) { nodes { lineItems(first: 5) { nodes { currentQuantity } } } } }';
    expect(JSON.stringify((await ask(items)).json.data)).toContain('{"currentQuantity":1}');
  });
});

test('the body of an order webhook has the fields of the REST API', async () => {
  const { buy, shop } = await openStrictShop();
  const body = orderBody(await buy(), shop);
  expect(Object.keys(body).length).toBeGreaterThan(85);
  expect(body).toMatchObject({ currency: 'CAD', order_number: 1001, total_weight: 1_800 });
});
