import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Rate } from '@portage/contract/rates/rates';
import {
  ConnectOperation,
  type CreateLabelResponse,
  type GetRatesResponse,
} from '@portage/contract/shipstation/connect';
import type { ConnectError } from '@portage/contract/shipstation/connect-shapes';
import type { ShipstationStatus } from '@portage/contract/shipstation/integration';
import { DAY } from '@portage/contract/time';
import { deleteOldRows } from '../jobs/retention-queries.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { listOrders } from '../testing/edit-orders.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import {
  callConnect,
  makeShipstation,
  packagePayload,
  saveKey,
  shipmentPayload,
} from '../testing/make-shipstation.ts';
import { pdfPictures, scan, zplPictures } from '../testing/scan-labels.ts';
import { countWaiting } from '../testing/test-database.ts';

const server = useTestServer();

const codesOf = (response: LightMyRequestResponse) =>
  response.json<ConnectError>().detailed_errors.map((one) => one.external_error_code);

const refusalOf = (response: LightMyRequestResponse) => [
  response.statusCode,
  ...new Set(codesOf(response)),
  ...response.json<ConnectError>().errors,
];

const statusOf = async (merchant: TestMerchant) =>
  (
    await merchant.call('GET', '/merchants/integrations/shipstation/status')
  ).json<ShipstationStatus>();

describe('a connection', () => {
  test('is made once with a key, and again with a new key', async () => {
    const merchant = await makeMerchant(server);
    const [connected, waiting] = [await makeMerchant(server), await makeMerchant(server)];
    await makeShipstation(server, connected);
    const payload = { apiKey: waiting.username, labelFileFormat: 'PDF', includePackingSlip: false };
    await waiting.call('POST', '/merchants/integrations/shipstation', { payload });
    expect(
      (await merchant.call('GET', '/merchants/integrations/shipstation/status')).statusCode,
    ).toBe(404);
    const { key, metadata } = await makeShipstation(server, merchant);
    const again = (metadataSent?: object) =>
      callConnect(server, 'Register', {
        registration_info: { api_key: key },
        ...(metadataSent && { metadata: metadataSent }),
      });
    expect(refusalOf(await again())).toEqual([
      400,
      'connect_connected_already',
      'This API key is already connected to ShipStation. To connect again, generate a new key on the ShipStation page of the Portage portal.',
    ]);
    // The platform sends the renewed connection's metadata.
    expect((await again(metadata)).statusCode).toBe(200);
    const second = await makeShipstation(server, merchant);
    expect(second.metadata).not.toEqual(metadata);
    expect(await statusOf(merchant)).toMatchObject({ connectedAt: server.deps.clock.now() });
    expect(await statusOf(connected)).toHaveProperty('connectedAt');
    expect(await statusOf(waiting)).not.toHaveProperty('connectedAt');
  });

  test('with a key that is replaced meanwhile is refused', async () => {
    const merchant = await makeMerchant(server);
    const key = await saveKey(merchant);
    const { db } = server.deps;
    const waiting = () => countWaiting(db, 'shipstation');
    const register = (apiKey: string) =>
      callConnect(server, 'Register', { registration_info: { api_key: apiKey } });
    const { saving, registering } = await db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('shipstation_integrations')
        .select('merchant_id')
        .where('merchant_id', '=', merchant.merchant.id)
        .forUpdate()
        .execute();
      const underWay = { saving: saveKey(merchant) };
      await expect.poll(waiting).toBe(1);
      const both = { ...underWay, registering: register(key) };
      await expect.poll(waiting).toBe(2);
      return both;
    });
    const newKey = await saving;
    expect(codesOf(await registering)).toEqual(['invalid_shipstation_key']);
    expect((await register(newKey)).statusCode).toBe(200);
  });

  test('with an unknown key is refused, and so is each call', async () => {
    const merchant = await makeMerchant(server);
    const { authorization } = await makeShipstation(server, merchant);
    const wrong = await callConnect(server, 'Register', {
      registration_info: { api_key: 'an-unknown-api-key' },
    });
    expect(refusalOf(wrong).slice(0, 2)).toEqual([401, 'invalid_shipstation_key']);
    expect(wrong.headers['www-authenticate']).toBe('Basic realm="Portage"');
    for (const header of [undefined, 'Basic cG9ydGFnZTp3cm9uZw==', 'Bearer x', 'Basic ###']) {
      const refused = await callConnect(server, 'GetRates', shipmentPayload(), header);
      expect(refused.statusCode).toBe(401);
    }
    await merchant.call('DELETE', '/merchants/integrations/shipstation');
    const revoked = await callConnect(server, 'GetRates', shipmentPayload(), authorization);
    expect(codesOf(revoked)).toEqual(['invalid_shipstation_key']);
  });

  test('needs a key unique to the merchant', async () => {
    const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
    const apiKey = await saveKey(other);
    const refused = await merchant.call('POST', '/merchants/integrations/shipstation', {
      payload: { apiKey, labelFileFormat: 'PDF', includePackingSlip: false },
    });
    expect(refused.json()).toMatchObject({
      errors: [{ path: 'apiKey', message: 'This key cannot be used. Generate another one.' }],
    });
    const registered = await callConnect(server, 'Register', {
      registration_info: { api_key: apiKey },
    });
    expect(registered.statusCode).toBe(200);
  });
});

describe('rates', () => {
  test('are those of the rate engine, without services that need a window', async () => {
    const merchant = await makeMerchant(server);
    const { call } = await makeShipstation(server, merchant);
    const { rates } = (
      await call('GetRates', shipmentPayload({ service_code: null }))
    ).json<GetRatesResponse>();
    const quoted = await merchant.call('POST', '/rates', {
      payload: {
        originPostalCode: 'M5X 1A9',
        postalCode: 'M5B 1C6',
        packages: [
          {
            weightOptions: { weight: 4, unit: 'lb' },
            sizeOptions: { length: 10, width: 8, height: 4, unit: 'inch' },
          },
        ],
      },
    });
    const expected = quoted
      .json<Rate[]>()
      .filter(({ service }) => !['SCHEDULED', 'CUSTOMER_BOOKING'].includes(service))
      .map(({ service, price, currency }) => [service, { currency, amount: price.toFixed(2) }]);
    const offered = rates.filter((rate) => rate.shipping_amount);
    expect(offered.map((rate) => [rate.service_code, rate.shipping_amount])).toEqual(expected);
    for (const { shipping_amount: total, billing_line_items: lines = [] } of offered) {
      const sum = lines.reduce((whole, { amount }) => whole + Number(amount.amount), 0);
      expect(sum).toBeCloseTo(Number(total?.amount), 2);
    }
  });

  test('of an unavailable service say why', async () => {
    const { call } = await makeShipstation(server, await makeMerchant(server));
    const heavy = packagePayload({
      weight_details: { source_weight: 900, source_weight_unit: 'kilograms' },
    });
    const answer = await call('GetRates', shipmentPayload({ packages: [heavy] }));
    expect(answer.json<GetRatesResponse>().rates).toEqual([
      {
        service_code: 'NEXTDAY',
        error_messages: [expect.stringMatching(/lb|kg|heav/i)],
        negotiated_rate: false,
      },
    ]);
  });
});

describe('a label', () => {
  test('is a PDF of an order that is located, rated and printed', async () => {
    const merchant = await makeMerchant(server);
    const { label } = await makeShipstation(server, merchant);
    const created = await label({ reference: 'WEB-1042' });
    expect(created).toMatchObject({
      trackable: true,
      tracking_url: `https://portage.example/track/${created.tracking_number}`,
      packages: [{ tracking_number: `${created.tracking_number}-1` }],
      billing_line_items: [{ carrier_description: 'Next day' }],
    });
    const [order] = await listOrders(merchant);
    expect(order).toMatchObject({
      trackingNumber: created.tracking_number,
      orderStatus: 'GEOCODED',
      source: 'shipstation',
      refNumber: 'WEB-1042',
      recipient: { name: 'Zoé Tremblay', phone: '+14165550142' },
      recipientAddress: { street: '25 Dundas St E', unit: 'Apt 804' },
      dtoOriginAddress: { street: '100 King St W', isBusinessAddress: true },
      packages: [{ weightOptions: { weight: 4, unit: 'lb' }, refNumber: 'Box 1' }],
    });
    expect(created.billing_line_items[0]?.amount.amount).toBe(order?.rateChoice?.price.toFixed(2));
    const [document] = created.documents ?? [];
    const [page] = pdfPictures(Buffer.from(document?.data ?? '', 'base64'));
    expect(page && (await scan(page))).toMatchObject([
      { format: 'Code128', text: `${created.tracking_number}-1` },
      { format: 'QRCode' },
    ]);
  });

  test('comes as ZPL and as PNG, which scanners read', async () => {
    const { label } = await makeShipstation(server, await makeMerchant(server));
    const packages = [packagePayload(), packagePayload()] as never;
    const zpl = await label({ label_format: 'ZPL', packages });
    const text = Buffer.from(zpl.documents?.[0]?.data ?? '', 'base64').toString();
    const drawn = await zplPictures(text);
    expect(drawn).toHaveLength(2);
    const png = await label({ label_format: 'PNG', packages });
    expect(png.documents).toBeUndefined();
    for (const { tracking_number: number, documents = [] } of png.packages) {
      expect(documents).toHaveLength(1);
      const picture = Buffer.from(documents[0]?.data ?? '', 'base64');
      expect(await scan(picture)).toMatchObject([
        { format: 'Code128', text: number },
        { format: 'QRCode', text: expect.stringContaining(png.tracking_number) as string },
      ]);
    }
  });

  test('is followed by the packing slip if configured, in the saved format', async () => {
    const merchant = await makeMerchant(server);
    const settings = { labelFileFormat: 'ZPL', includePackingSlip: true } as const;
    const { label } = await makeShipstation(server, merchant, settings);
    const pages = async (changes: object) => {
      const { documents = [], packages } = await label(changes);
      const [first] = documents.length > 0 ? documents : (packages.at(-1)?.documents ?? []);
      const data = Buffer.from(first?.data ?? '', 'base64');
      if (first?.format === 'ZPL') return data.toString().match(/\^XA/g)?.length;
      return first?.format === 'PDF'
        ? pdfPictures(data).length
        : packages.at(-1)?.documents?.length;
    };
    const items = [{ name: 'Blue mug', quantity: 2 }];
    expect(await pages({ fulfillment_plan_details: { items } })).toBe(2);
    expect(await pages({ label_format: 'PDF' })).toBe(2);
    expect(await pages({ label_format: 'PDF', label_layout: 'letter' })).toBe(1);
    expect(await pages({ label_format: 'PNG' })).toBe(2);
    const [order] = await listOrders(merchant);
    expect(order?.labelPrintedAt).toBe(server.deps.clock.now());
  });

  test('is made once for a transaction, also for parallel requests', async () => {
    const merchant = await makeMerchant(server);
    const { call } = await makeShipstation(server, merchant);
    // Starts the thread that draws labels.
    await (await makeShipstation(server, await makeMerchant(server))).label();
    // ZPL draws fastest.
    const transaction = { transaction_id: randomUUID(), label_format: 'ZPL' };
    const ask = (changes: object = {}) =>
      call('CreateLabel', shipmentPayload({ ...transaction, ...changes }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    const numbers = answers.map((one) => one.json<CreateLabelResponse>().tracking_number);
    expect(new Set(numbers).size).toBe(1);
    await server.later(90 * DAY, async () => {
      await deleteOldRows(server.deps, 'idempotency_keys');
      expect((await ask()).json()).toMatchObject({ tracking_number: numbers[0] });
    });
    expect(await listOrders(merchant)).toHaveLength(1);
    expect(refusalOf(await ask({ reference: 'Another' }))).toEqual([
      400,
      'connect_transaction_reused',
      `The transaction ${transaction.transaction_id} was already carried out with different content. Send a new transaction_id.`,
    ]);
  });

  test('is made without an e-mail address that is none', async () => {
    const merchant = await makeMerchant(server);
    const { authorization } = await makeShipstation(server, merchant);
    const { ship_to: to } = shipmentPayload() as { ship_to: object };
    for (const email of ['n/a', 'zoé@client.example']) {
      const payload = shipmentPayload({ ship_to: { ...to, email }, transaction_id: randomUUID() });
      const answer = await callConnect(server, 'CreateLabel', payload, authorization);
      expect([email, answer.statusCode]).toEqual([email, 200]);
    }
    const recipients = (await listOrders(merchant)).map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(2);
    for (const recipient of recipients) expect(recipient).not.toHaveProperty('email');
  });

  test('is made for 50 packages, a return and an adult signature', async () => {
    const merchant = await makeMerchant(server);
    const { label } = await makeShipstation(server, merchant);
    const packages = Array.from({ length: 50 }, () => packagePayload()) as never;
    const many = await label({ packages });
    expect(many.packages).toHaveLength(50);
    expect(pdfPictures(Buffer.from(many.documents?.[0]?.data ?? '', 'base64'))).toHaveLength(50);
    await label({ is_return_label: true, confirmation: 'AdultSignature' });
    const orders = (await listOrders(merchant)).toSorted(
      (one, other) => one.packageCount - other.packageCount,
    );
    expect(orders).toMatchObject([
      {
        returnFrom: { name: 'Shipping desk, Maple Toys', phone: '+14165550100' },
        signatureRequired: true,
        minimumAge: 19,
      },
      { packageCount: 50 },
    ]);
  });

  const address = (changes: object) => ({
    ...(shipmentPayload() as { ship_to: object }).ship_to,
    ...changes,
  });
  const north = { postal_code: 'X0A 0H0', city_locality: 'Iqaluit', state_province: 'NU' };
  const refusals: readonly (readonly [string, object, (string | RegExp)[]])[] = [
    ['no service', { service_code: null }, ['connect_service_required']],
    ['a service that needs a window', { service_code: 'SCHEDULED' }, ['connect_service_unknown']],
    ['a service of another carrier', { service_code: 'usps_first' }, ['connect_service_unknown']],
    [
      'an unknown unit',
      {
        packages: [
          packagePayload({ weight_details: { source_weight: 1, source_weight_unit: 'stones' } }),
        ],
      },
      ['invalid_request', /^packages\.0\.weight_details\.source_weight_unit: /],
    ],
    ['no package', { packages: [] }, ['invalid_request', /^packages: /]],
    [
      '100 packages',
      { packages: Array.from({ length: 100 }, () => packagePayload()) },
      ['invalid_request', /^packages: /],
    ],
    [
      'an address outside the service area',
      { ship_to: address(north) },
      ['connect_not_carried', /starting with X0A are not served/],
    ],
    [
      'a country that Portage does not deliver in',
      { ship_to: address({ country_code: 'DE', postal_code: '10115' }) },
      ['invalid_request', /^ship_to\.postal_code|^ship_to\.country_code/],
    ],
    [
      'no phone',
      { ship_to: address({ phone_number: null }) },
      ['invalid_request', /^ship_to\.phone_number: Required/],
    ],
    [
      'no street',
      { ship_to: address({ address_lines: [] }) },
      ['invalid_request', /^ship_to\.address_lines: Required/],
    ],
    [
      'a package that is too heavy',
      {
        packages: [
          packagePayload({
            weight_details: { source_weight: 900, source_weight_unit: 'kilograms' },
          }),
        ],
      },
      ['connect_not_carried'],
    ],
    ['insurance of the carrier', { insurance_provider: 'Carrier' }, ['connect_not_insured']],
    ['a test', { is_test_label: true }, ['connect_no_test_labels']],
    ['no paper', { display_schemes: ['paperless_label'] }, ['connect_no_paperless_labels']],
    [
      'letter paper as ZPL',
      { label_format: 'ZPL', label_layout: 'letter' },
      ['connect_layout_unavailable'],
    ],
    ['another format', { label_format: 'EPL' }, ['invalid_request', /^label_format: /]],
  ];
  test.each(refusals)(
    'for %s is refused with the reason, and no order is placed',
    async (_name, changes, [code, text = /./]) => {
      const merchant = await makeMerchant(server);
      const { call } = await makeShipstation(server, merchant);
      const refused = await call('CreateLabel', shipmentPayload(changes));
      expect(refused.statusCode).toBe(400);
      expect(codesOf(refused)).toContain(code);
      expect(refused.json<ConnectError>().errors.join('\n')).toMatch(new RegExp(text, 'm'));
      expect(await listOrders(merchant)).toEqual([]);
      expect((await statusOf(merchant)).calls).toMatchObject([
        { operation: 'CreateLabel', status: 400, code },
        { operation: 'Register', status: 200 },
      ]);
    },
  );
});

test('a list with too many items is refused without an error for each item', async () => {
  const { call } = await makeShipstation(server, await makeMerchant(server));
  const zeros = Array.from({ length: 19_000 }, () => 0);
  const confirmation = { shipment_identifiers: zeros };
  const answers = [
    await call('Track', { identifiers: zeros }),
    await call('CancelPickup', { confirmation }),
  ];
  for (const answer of answers) expect(codesOf(answer)).toEqual(['invalid_request']);
});

test('the last 50 calls are kept with their results', async () => {
  const merchant = await makeMerchant(server);
  const { call, label } = await makeShipstation(server, merchant);
  const { tracking_number: trackingNumber } = await label();
  expect((await statusOf(merchant)).calls[0]).toEqual({
    id: expect.any(String) as string,
    at: server.deps.clock.now(),
    operation: 'CreateLabel',
    status: 200,
    trackingNumber,
  });
  const other = await makeShipstation(server, await makeMerchant(server));
  for (let count = 0; count < 52; count += 1) await call('GetRates', shipmentPayload());
  for (const one of [other, other, { call }]) await one.call('GetRates', shipmentPayload());
  const { calls } = await statusOf(merchant);
  expect(calls).toHaveLength(50);
  expect(new Set(calls.map(({ operation }) => operation))).toEqual(new Set(['GetRates']));
  const text = JSON.stringify(
    await server.deps.db.selectFrom('shipstation_calls').selectAll().execute(),
  );
  expect(text).not.toMatch(/Tremblay|Dundas|4165550142|zoe@/);
});

test('the request examples of the API document are accepted or refused as documented', async () => {
  const merchant = await makeMerchant(server);
  const { call } = await makeShipstation(server, merchant);
  const document = (await server.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<
      string,
      {
        post: {
          requestBody: { content: { 'application/json': { example: object } } };
          responses: Record<string, { description: string }>;
        };
      }
    >;
  }>();
  const results = [];
  for (const operation of ConnectOperation.options) {
    const { post } = document.paths[`/api/shipstation/connect/${operation}`] ?? {};
    const example = post?.requestBody.content['application/json'].example ?? {};
    const answer = await call(operation, { ...example, transaction_id: randomUUID() });
    const [code] = answer.statusCode === 200 ? ['taken'] : codesOf(answer);
    if (code !== 'taken') {
      expect(post?.responses[answer.statusCode]?.description).toContain(`\`${code}\``);
    }
    results.push([operation, code]);
  }
  // Key, shipments and pickup of the examples are unknown here.
  expect(results).toEqual([
    ['Register', 'invalid_shipstation_key'],
    ['GetRates', 'taken'],
    ['CreateLabel', 'taken'],
    ['VoidLabels', 'taken'],
    ['Track', 'connect_shipment_unknown'],
    ['CreateManifest', 'connect_shipment_unknown'],
    ['SchedulePickup', 'connect_shipment_unknown'],
    ['CancelPickup', 'connect_pickup_unknown'],
  ]);
});
