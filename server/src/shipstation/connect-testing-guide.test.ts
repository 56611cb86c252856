import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type {
  CancelPickupResponse,
  CreateLabelResponse,
  CreateManifestResponse,
  GetRatesResponse,
  RegisterResponse,
  SchedulePickupResponse,
  TrackingResponse,
  VoidLabelsResponse,
} from '@portage/contract/shipstation/connect';
import type { ConnectError } from '@portage/contract/shipstation/connect-shapes';
import { useTestServer } from '../testing/build-test-server.ts';
import { statusReport } from '../testing/carrier-events.ts';
import { listOrders } from '../testing/edit-orders.ts';
import { makeCarrier } from '../testing/make-carrier.ts';
import { makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import {
  callConnect,
  makeShipstation,
  packagePayload,
  saveKey,
  shipmentPayload,
} from '../testing/make-shipstation.ts';
import { pdfPictures, pdfText } from '../testing/scan-labels.ts';

const server = useTestServer();

const orderOf = async (merchant: TestMerchant, trackingNumber: string) =>
  (await listOrders(merchant)).find((order) => order.trackingNumber === trackingNumber);

const statusOf = async (merchant: TestMerchant, trackingNumber: string) =>
  (await orderOf(merchant, trackingNumber))?.orderStatus;

async function scan(trackingNumber: string) {
  const { report } = await makeCarrier(server);
  const [outcome] = await report([
    statusReport({ trackingNumber }, 'CARRIER_PICKED_UP', server.deps.clock.now()),
  ]);
  expect(outcome?.result).toBe('applied');
}

test('all steps of the platform’s testing guide pass', async () => {
  const merchant = await makeMerchant(server);
  const key = await saveKey(merchant);
  const form = (apiKey: string) =>
    callConnect(server, 'Register', { registration_info: { api_key: apiKey } });

  // Setting up a carrier, steps 5 to 10.
  expect((await form('a wrong API key')).statusCode).toBe(401);
  const registered = await form(key);
  expect(registered.statusCode).toBe(200);
  const twice = await form(key);
  expect(twice.json<ConnectError>().errors[0]).toContain('already connected');
  const other = await makeMerchant(server);
  expect((await form(await saveKey(other))).statusCode).toBe(200);
  expect((await form(await saveKey(merchant))).statusCode).toBe(200);
  const { metadata } = registered.json<RegisterResponse>();
  expect(metadata.connection_id).not.toBe('');
  const { call, label } = await makeShipstation(server, merchant);

  // Testing in the order grid: invalid weights and sizes show an error at the rate.
  const wrong = packagePayload({
    weight_details: { source_weight: -1, source_weight_unit: 'pounds' },
  });
  expect((await call('GetRates', shipmentPayload({ packages: [wrong] }))).statusCode).toBe(400);
  const nowhere = { ...(shipmentPayload() as { ship_to: object }).ship_to, postal_code: 'M5B' };
  const unknown = await call('GetRates', shipmentPayload({ ship_to: nowhere }));
  expect(unknown.json<ConnectError>().errors).toContainEqual(
    expect.stringMatching(/^ship_to\.postal_code: /),
  );
  const huge = packagePayload({
    weight_details: { source_weight: 1e6, source_weight_unit: 'grams' },
  });
  const { rates } = (
    await call('GetRates', shipmentPayload({ packages: [huge] }))
  ).json<GetRatesResponse>();
  expect(rates[0]?.error_messages).toHaveLength(1);

  // Create labels: one package, several packages, from a rate of the calculator.
  const one = await label();
  const several = await label({ packages: [packagePayload(), packagePayload()] as never });
  const calculator = await call('GetRates', shipmentPayload({ service_code: null }));
  const service = calculator.json<GetRatesResponse>().rates.find((rate) => rate.shipping_amount);
  const rated = await label({ service_code: service?.service_code });
  expect(rated.billing_line_items[0]?.amount).toEqual(service?.shipping_amount);

  // Voiding labels, one and several.
  const voidAll = async (...numbers: string[]) => {
    const requests = numbers.map((tracking_number) => ({
      void_request_id: randomUUID(),
      tracking_number,
    }));
    const answer = await call('VoidLabels', { void_requests: requests });
    const { void_responses: responses } = answer.json<VoidLabelsResponse>();
    expect(responses.map((response) => response.void_request_id)).toEqual(
      requests.map((request) => request.void_request_id),
    );
    return responses.map(({ errors = [] }) => errors[0]);
  };
  expect(await voidAll(one.tracking_number)).toEqual([undefined]);
  expect(await voidAll(several.tracking_number, rated.tracking_number)).toEqual([
    undefined,
    undefined,
  ]);
  expect(await statusOf(merchant, one.tracking_number)).toBe('CANCELLED');

  // Tracking shipments, one after the other.
  const [first, second, third] = [await label(), await label(), await label()];
  const track = async (tracking_number: string) =>
    (await call('Track', { tracking_number })).json<TrackingResponse>().tracking_info;
  expect(await track(first.tracking_number)).toMatchObject({
    standardized_status_code: 'NY',
    carrier_status_code: 'GEOCODED',
    service: { code: 'NEXTDAY', name: 'Next day' },
  });
  expect((await track(second.packages[0]?.tracking_number ?? '')).tracking_number).toBe(
    second.tracking_number,
  );

  // Scheduling and cancelling a pickup.
  const schedule = async (...labels: { tracking_number: string }[]) => {
    const shipments = labels.map(({ tracking_number }) => ({ tracking_number }));
    const answer = await call('SchedulePickup', {
      location: { pickup_address: (shipmentPayload() as { ship_from: object }).ship_from },
      contact: { first_name: 'Ann', last_name: 'Bell', phone_number: '4165550100' },
      pickup_details: { pickup_service_code: 'PICKUP', shipments },
    });
    return answer.json<SchedulePickupResponse>();
  };
  const { confirmation } = await schedule(first, second);
  expect(await statusOf(merchant, first.tracking_number)).toBe('PICKUP_READY');
  const cancel = async () =>
    (
      await call('CancelPickup', { confirmation, cancellation_details: { reason: 'not_ready' } })
    ).json<CancelPickupResponse>();
  expect(await cancel()).toMatchObject({ successful: true });
  expect(await statusOf(merchant, first.tracking_number)).toBe('GEOCODED');

  // Creating a manifest of all shipments, and of some.
  const manifest = async (included: object[], excluded: object[] = []) =>
    (
      await call('CreateManifest', {
        included_labels: included,
        excluded_labels: excluded,
        close_datetime: '2026-06-10T20:00:00Z',
      })
    ).json<Partial<CreateManifestResponse>>().manifests?.[0]?.document_download.data;
  const all = pdfText(Buffer.from((await manifest([first, second, third])) ?? '', 'base64'));
  for (const { tracking_number: number } of [first, second, third]) expect(all).toContain(number);
  expect(all).toContain('Shipments: 3 · Packages: 3');
  const some = pdfText(Buffer.from((await manifest([first, second], [second])) ?? '', 'base64'));
  expect(some).toContain(first.tracking_number);
  expect(some).not.toContain(second.tracking_number);
  expect(await statusOf(merchant, third.tracking_number)).toBe('PICKUP_READY');
  expect(await manifest([first], [first])).toBeUndefined();
});

test('a label can be voided only before the first scan', async () => {
  const merchant = await makeMerchant(server);
  const { call, label } = await makeShipstation(server, merchant);
  const [open, scanned] = [await label(), await label()];
  await scan(scanned.tracking_number);
  const requests = [open.tracking_number, scanned.tracking_number, 'PTG0000000000A', null].map(
    (tracking_number, index) => ({ void_request_id: String(index), tracking_number }),
  );
  const answer = await call('VoidLabels', { void_requests: requests });
  expect(answer.json<VoidLabelsResponse>().void_responses).toEqual([
    { void_request_id: '0', message: 'The label is void.' },
    { void_request_id: '1', errors: [expect.stringContaining('already picked up')] },
    { void_request_id: '2', errors: ['Your Portage account has no shipment PTG0000000000A.'] },
    { void_request_id: '3', errors: ['Your Portage account has no shipment .'] },
  ]);
  const again = await call('VoidLabels', { void_requests: requests.slice(0, 1) });
  expect(again.json<VoidLabelsResponse>().void_responses[0]?.errors).toBeUndefined();
  // A second request for the label says that it is void.
  expect(await statusOf(merchant, open.tracking_number)).toBe('CANCELLED');
});

test('a delivery is tracked with its events and scans, newest first', async () => {
  const merchant = await makeMerchant(server);
  const { call, label } = await makeShipstation(server, merchant);
  const { tracking_number: trackingNumber, packages } = await label();
  const { report } = await makeCarrier(server);
  const standing = async () =>
    (
      await call('Track', { identifiers: [{ type: 'tracking_number', value: trackingNumber }] })
    ).json<TrackingResponse>().tracking_info;
  const codes: string[] = [];
  const steps = [
    'CARRIER_PICKED_UP',
    'OUT_FOR_DELIVERY',
    'DELIVERY_FAILED',
    'OUT_FOR_DELIVERY',
    'DELIVERED',
  ] as const;
  for (const event of steps) {
    server.setNow(server.deps.clock.now() + 60_000);
    await report([statusReport({ trackingNumber }, event, server.deps.clock.now())]);
    codes.push((await standing()).standardized_status_code);
  }
  expect(codes).toEqual(['AC', 'IT', 'AT', 'IT', 'DE']);
  server.setNow(server.deps.clock.now() + 60_000);
  const at = server.deps.clock.now();
  const scanned = packages[0]?.tracking_number ?? '';
  await report([{ id: randomUUID(), type: 'SCAN', trackingNumber: scanned, at, city: 'Hamilton' }]);
  const info = await standing();
  expect(info.events[0]).toEqual({
    event_datetime: new Date(at).toISOString(),
    event_code: 'SCANNED',
    description: 'Scanned',
    city: 'Hamilton',
  });
  expect(info.events.map((event) => event.event_code)).toEqual([
    'SCANNED',
    ...steps.toReversed(),
    'GEOCODED',
    'CREATED',
  ]);
  expect(info.actual_delivery_datetime).toBe(new Date(at - 60_000).toISOString());
  expect(info.shipped_datetime).toBeDefined();
});

test('shipments of another merchant are unknown, and voided ones are not handed over', async () => {
  const [merchant, other] = [await makeMerchant(server), await makeMerchant(server)];
  const [mine, theirs] = [
    await makeShipstation(server, merchant),
    await makeShipstation(server, other),
  ];
  const foreign = await theirs.label();
  const own = await mine.label();
  const codeOf = async (
    operation: 'Track' | 'CreateManifest' | 'SchedulePickup',
    payload: object,
  ) =>
    (await mine.call(operation, payload)).json<ConnectError>().detailed_errors[0]
      ?.external_error_code;
  const both = [
    { tracking_number: own.tracking_number },
    { tracking_number: foreign.tracking_number },
  ];
  expect(await codeOf('Track', { tracking_number: foreign.tracking_number })).toBe(
    'connect_shipment_unknown',
  );
  expect(await codeOf('Track', {})).toBe('connect_shipment_unknown');
  expect(await codeOf('CreateManifest', { included_labels: both })).toBe(
    'connect_shipment_unknown',
  );
  expect(await codeOf('SchedulePickup', { pickup_details: { shipments: both } })).toBe(
    'connect_shipment_unknown',
  );
  expect(await statusOf(merchant, own.tracking_number)).toBe('GEOCODED');

  const gone = await mine.label();
  await mine.call('VoidLabels', {
    void_requests: [{ void_request_id: '1', tracking_number: gone.tracking_number }],
  });
  const voided = [
    { tracking_number: own.tracking_number },
    { tracking_number: gone.tracking_number },
  ];
  expect(await codeOf('CreateManifest', { included_labels: voided })).toBe('connect_shipment_void');
  expect(await statusOf(merchant, own.tracking_number)).toBe('GEOCODED');
});

test('a shipment whose order was deleted is unknown', async () => {
  const merchant = await makeMerchant(server);
  const { call, label } = await makeShipstation(server, merchant);
  const {
    tracking_number: number,
    alternative_identifiers: [order],
  } = await label();
  await merchant.call('DELETE', `/orders/${order?.value}`);
  const shipments = [{ tracking_number: number }];
  const answers = [
    await call('Track', { tracking_number: number }),
    await call('CreateManifest', { included_labels: shipments }),
    await call('SchedulePickup', { pickup_details: { shipments } }),
  ];
  const errors = answers.flatMap((answer) => answer.json<ConnectError>().errors);
  expect(errors).toEqual(Array(3).fill(`Your Portage account has no shipment ${number}.`));
});

test('a pickup is booked in the next window, once for a transaction, and keeps scanned shipments', async () => {
  const merchant = await makeMerchant(server, {
    pickupConstraintsByWeek: {
      usuals: [
        {
          weekday: 'wednesday',
          cutoffTime: '08:00',
          pickupWindow: { timeStart: '13:00', timeEnd: '15:00' },
        },
        {
          weekday: 'thursday',
          cutoffTime: '11:00',
          pickupWindow: { timeStart: '14:00', timeEnd: '16:00' },
        },
      ],
    },
  });
  const { call, label } = await makeShipstation(server, merchant);
  const [first, second] = [await label(), await label()];
  const request = {
    transaction_id: randomUUID(),
    pickup_details: {
      shipments: [first, second].map(({ tracking_number }) => ({ tracking_number })),
    },
  };
  const scheduled = (await call('SchedulePickup', request)).json<SchedulePickupResponse>();
  // Wednesday's cutoff has passed.
  expect(scheduled.pickup_windows).toEqual([
    {
      time_zone_iana: 'America/Toronto',
      pickup_date: '2026-06-11T18:00:00Z',
      start_time: '2026-06-11T18:00:00Z',
      end_time: '2026-06-11T20:00:00Z',
    },
  ]);
  expect(scheduled.remarks).toBe('The packages must be ready by 11:00.');
  const repeated = (await call('SchedulePickup', request)).json<SchedulePickupResponse>();
  expect(repeated.confirmation.confirmation_id).toBe(scheduled.confirmation.confirmation_id);
  const changed = {
    ...request,
    pickup_details: { shipments: [{ tracking_number: first.tracking_number }] },
  };
  expect(
    (await call('SchedulePickup', changed)).json<ConnectError>().detailed_errors[0]
      ?.external_error_code,
  ).toBe('connect_transaction_reused');

  await scan(second.tracking_number);
  const cancelled = await call('CancelPickup', { confirmation: scheduled.confirmation });
  expect(cancelled.json<CancelPickupResponse>()).toMatchObject({ successful: false });
  expect(await statusOf(merchant, first.tracking_number)).toBe('GEOCODED');
  expect(await statusOf(merchant, second.tracking_number)).toBe('CARRIER_PICKED_UP');
  const stranger = await makeShipstation(server, await makeMerchant(server));
  for (const confirmation of [scheduled.confirmation, { confirmation_id: 'nonsense' }, {}]) {
    const refused = await stranger.call('CancelPickup', { confirmation });
    expect(refused.json<ConnectError>().detailed_errors[0]?.external_error_code).toBe(
      'connect_pickup_unknown',
    );
  }
});

test('a manifest has a page for every 38 shipments, in the merchant’s language', async () => {
  const merchant = await makeMerchant(server, { language: 'fr', name: 'Jouets Érable' });
  const { call, label } = await makeShipstation(server, merchant);
  const labels: CreateLabelResponse[] = [];
  for (let count = 0; count < 40; count += 4) {
    labels.push(...(await Promise.all([label(), label(), label(), label()])));
  }
  const answer = await call('CreateManifest', {
    included_labels: labels.map(({ tracking_number }) => ({ tracking_number })),
  });
  const data = answer.json<CreateManifestResponse>().manifests[0]?.document_download.data ?? '';
  const pdf = Buffer.from(data, 'base64');
  expect(pdfPictures(pdf)).toHaveLength(2);
  expect(pdfText(pdf)).toContain('Bordereau de remise – Jouets Érable');
  expect(pdfText(pdf)).toContain('Expéditions : 40 · Colis : 40');
});
