import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { carrierApp, FUNCTIONS } from './connect/src/carrier-app.ts';
import { connectEndpoints } from './contract/src/shipstation/connect.ts';
import { CONNECT_SERVICES } from './server/src/shipstation/read-shipment.ts';
import { useTestServer } from './server/src/testing/build-test-server.ts';
import { makeMerchant } from './server/src/testing/make-merchant.ts';
import { saveKey, shipmentPayload } from './server/src/testing/make-shipstation.ts';

const server = useTestServer();

/** The app, calling the real server over HTTP. */
async function makeApp() {
  if (!server.app.server.listening) await server.app.listen({ port: 0 });
  const address = server.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return carrierApp({ apiUrl: `http://127.0.0.1:${port}/api/` });
}

const request = (fields: object = {}) => ({ transaction_id: randomUUID(), ...fields });

test('the app offers every operation and service of the carrier API', async () => {
  const app = await makeApp();
  expect(Object.keys(connectEndpoints)).toEqual([...FUNCTIONS]);
  const [carrier] = app.Metadata.Carriers;
  expect(carrier.ShippingServices.map(({ Code }) => Code).toSorted()).toEqual(
    CONNECT_SERVICES.toSorted(),
  );
  const json = JSON.stringify(app.Metadata);
  const ids = json.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
});

test('a shipment is rated, labelled, handed over, tracked and voided through the app', async () => {
  const app = await makeApp();
  const apiKey = await saveKey(await makeMerchant(server));
  const { metadata } = (await app.Register(
    request({ registration_info: { api_key: apiKey } }),
  )) as { metadata: Record<string, unknown> };
  expect(metadata).toEqual({ api_key: apiKey, connection_id: expect.any(String) as string });
  const ask = (fields: object) => request({ metadata, ...fields });

  expect(await app.GetRates(ask(shipmentPayload()))).toMatchObject({
    rates: [{ service_code: 'NEXTDAY' }],
  });
  const { tracking_number } = (await app.CreateLabel(ask(shipmentPayload()))) as {
    tracking_number: string;
  };
  const shipments = [{ tracking_number }];
  const pickup = await app.SchedulePickup(ask({ pickup_details: { shipments } }));
  expect(await app.CancelPickup(ask({ confirmation: pickup['confirmation'] }))).toMatchObject({
    successful: true,
  });
  expect(await app.CreateManifest(ask({ included_labels: shipments }))).toMatchObject({
    manifests: [{ manifest_id: expect.any(String) as string }],
  });
  expect(await app.Track(ask({ tracking_number }))).toMatchObject({
    tracking_info: { standardized_status_code: 'NY' },
  });
  const voids = [{ void_request_id: '1', tracking_number }];
  expect(await app.VoidLabels(ask({ void_requests: voids }))).toEqual({
    void_responses: [{ void_request_id: '1', message: 'The label is void.' }],
  });
});

test('a refusal reaches the platform with its code and message', async () => {
  const app = await makeApp();
  await expect(
    app.Register(request({ registration_info: { api_key: 'wrong' } })),
  ).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED', message: /does not know this API key/ });
  const apiKey = await saveKey(await makeMerchant(server));
  const metadata = { api_key: apiKey };
  const refused = app.CreateLabel(
    request({ metadata, ...shipmentPayload({ service_code: 'SCHEDULED' }) }),
  );
  await expect(refused).rejects.toMatchObject({
    code: 'ERR_BAD_REQUEST',
    message: expect.stringContaining('does not offer the service SCHEDULED') as string,
  });
});

test('an answer that is not JSON, a busy server and a dead one are carrier errors', async () => {
  const answering = (answer: () => Response | Promise<Response>) =>
    carrierApp({ apiUrl: 'https://portage.test/api', fetch: async () => answer() });
  const track = (app: ReturnType<typeof carrierApp>) => app.Track(request({ metadata: {} }));
  await expect(track(answering(() => new Response('<html>')))).rejects.toMatchObject({
    code: 'ERR_EXTERNAL_SERVER_ERROR',
    message: 'Portage answered with the status 502.',
  });
  const headers = { 'retry-after': '7' };
  await expect(
    track(answering(() => Response.json({}, { status: 429, headers }))),
  ).rejects.toMatchObject({ code: 'ERR_RATE_LIMIT', retryAfter: 7000 });
  await expect(
    track(answering(() => Promise.reject(new TypeError('fetch failed')))),
  ).rejects.toMatchObject({ code: 'ERR_EXTERNAL_SERVER_ERROR', statusCode: 503 });
});
