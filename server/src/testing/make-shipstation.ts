import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { z } from 'zod';
import {
  connectEndpoints,
  type ConnectOperation,
  type CreateLabelRequest,
  type CreateLabelResponse,
  type RegisterResponse,
} from '@portage/contract/shipstation/connect';
import { ConnectError } from '@portage/contract/shipstation/connect-shapes';
import type { NewShipstationIntegration } from '@portage/contract/shipstation/integration';
import type { TestServer } from './build-test-server.ts';
import type { TestMerchant } from './make-merchant.ts';

export interface TestShipstation {
  key: string;
  authorization: string;
  metadata: RegisterResponse['metadata'];
  /** Calls an operation; checks that the answer has the published shape. */
  call: (operation: ConnectOperation, payload: object) => Promise<LightMyRequestResponse>;
  label: (changes?: Partial<CreateLabelRequest>) => Promise<CreateLabelResponse>;
}

export async function saveKey(
  merchant: TestMerchant,
  changes: Partial<NewShipstationIntegration> = {},
): Promise<string> {
  const settings = {
    apiKey: `key-${randomUUID()}`,
    labelFileFormat: 'PDF',
    includePackingSlip: false,
    ...changes,
  };
  await merchant.call('POST', '/merchants/integrations/shipstation', { payload: settings });
  return settings.apiKey;
}

/** Calls an operation; checks that the answer has the published shape. */
export async function callConnect(
  { app }: Pick<TestServer, 'app'>,
  operation: ConnectOperation,
  payload: object,
  authorization?: string,
): Promise<LightMyRequestResponse> {
  const { path, response } = connectEndpoints[operation];
  const answer = await app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: { transaction_id: randomUUID(), ...payload },
    ...(authorization !== undefined && { headers: { authorization } }),
  });
  const shape: z.ZodType = answer.statusCode === 200 ? response : ConnectError;
  shape.parse(answer.json());
  return answer;
}

export async function makeShipstation(
  server: TestServer,
  merchant: TestMerchant,
  changes: Partial<NewShipstationIntegration> = {},
): Promise<TestShipstation> {
  const key = await saveKey(merchant, changes);
  const registered = await callConnect(server, 'Register', { registration_info: { api_key: key } });
  const { credentials, metadata } = registered.json<RegisterResponse>();
  const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  const authorization = `Basic ${basic}`;
  /** Asks again while the machine is too busy to print. */
  const call: TestShipstation['call'] = async (operation, payload) => {
    const sent = { transaction_id: randomUUID(), metadata, ...payload };
    const answer = await callConnect(server, operation, sent, authorization);
    return answer.statusCode === 503 ? call(operation, sent) : answer;
  };
  return {
    key,
    authorization,
    metadata,
    call,
    label: async (labelChanges = {}) =>
      (await call('CreateLabel', shipmentPayload(labelChanges))).json<CreateLabelResponse>(),
  };
}

/** A shipment inside Toronto in the platform's format, with unread fields. */
export function shipmentPayload(changes: object = {}): object {
  return {
    service_code: 'NEXTDAY',
    ship_datetime: '2026-06-10T13:00:00Z',
    confirmation: 'None',
    advanced_options: { saturday_delivery: false },
    insurance_provider: 'None',
    is_return_label: false,
    is_residential: true,
    packages: [packagePayload()],
    customs: null,
    ship_to: {
      name: 'Zoé Tremblay',
      company_name: null,
      email: 'zoe@example.com',
      phone_number: '416-555-0142',
      address_lines: ['25 Dundas St E', 'Apt 804'],
      city_locality: 'Toronto',
      state_province: 'ON',
      postal_code: 'M5B1C6',
      country_code: 'CA',
      address_residential_indicator: 'yes',
      tax_identifiers: [],
    },
    ship_from: {
      name: 'Shipping desk',
      company_name: 'Maple Toys',
      phone_number: '416-555-0100',
      address_lines: ['100 King St W'],
      city_locality: 'Toronto',
      state_province: 'ON',
      postal_code: 'M5X 1A9',
      country_code: 'CA',
      address_residential_indicator: 'no',
    },
    next_day: true,
    international: false,
    ...changes,
  };
}

/** A package of four pounds in the platform's format. */
export const packagePayload = (changes: object = {}): object => ({
  package_code: 'package',
  weight_details: {
    weight_in_ounces: 64,
    weight_in_grams: 1814.3695,
    source_weight: 64,
    source_weight_unit: 'ounces',
  },
  dimension_details: {
    dimensions_in_inches: { length: 10, width: 8, height: 4 },
    dimensions_in_centimeters: { length: 25.4, width: 20.32, height: 10.16 },
    source_dimensions: { length: 10, width: 8, height: 4 },
    source_dimension_unit: 'inches',
  },
  insured_value: { currency: 'CAD', amount: '0' },
  label_messages: { reference1: 'Box 1', reference2: null, reference3: null },
  ...changes,
});
