import type { z } from 'zod';
import { errorCatalogue } from '@portage/contract/errors';
import { byText, orderTexts } from '@portage/contract/orders/new-order';
import { HOUR } from '@portage/contract/time';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Schemas = Readonly<Record<string, JsonSchema>>;

const ID = '019762f1-5f4e-7cc2-8f0e-3a1f0e1f2a3b';

/** 2026-06-10, 9 a.m. in Toronto. */
const NOW = Date.parse('2026-06-10T09:00:00-04:00');

const LATER = NOW + 3 * HOUR;

const TEXTS: Readonly<Record<string, string>> = {
  ...byText((name) => orderTexts[name].example),
  username: 'zoe@example.com',
  email: 'zoe@example.com',
  phone: '+14165550142',
  password: 'Correct-Horse-1',
  currentPassword: 'Correct-Horse-1',
  newPassword: 'Quiet-Maple-Lake-7',
  name: 'Zoé Tremblay',
  street: '25 Dundas St E',
  unit: '804',
  number: '25',
  city: 'Toronto',
  province: 'ON',
  postalCode: 'M5B 1C6',
  originPostalCode: 'M5X 1A9',
  postalPrefix: 'M5B',
  trackingNumber: 'PTG4Q7ZK2M8TDR',
  merchantName: 'Maple Toys',
  tag: 'gift',
  logoUrl: 'https://portage.example/logo.png',
  imageUrl: 'https://portage.example/mug.png',
  url: 'https://portage.example/photo.jpg',
  timeStart: '09:00',
  timeEnd: '21:00',
  cutoffTime: '13:00',
  estimateFrom: '09:00',
  estimateTo: '21:00',
  time: '13:00',
  date: '2026-06-11',
  timeZone: 'America/Toronto',
  code: '123456',
  shop: 'maple-toys.myshopify.com',
  shopName: 'maple-toys.myshopify.com',
  shopOrderId: '4501234567890',
  apiKey: 'pJ7hQ2vX9sLmR4tY8wZb',
  token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln',
  requestId: '4e5b0a1c-8f5d-4a3e-9d5e-2f1a0b3c4d5e',
  version: '1.22.4',
  device: 'Zk3vQ8xW1nR5tY7uB2mC4pL6sD9fG0hJaKeXiTwUqOr',
  hmac: '0123456789abcdef'.repeat(4),
  origin: 'M5X 1A9',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: ID,
  email: 'zoe@example.com',
  date: '2026-06-11',
  'date-time': '2026-06-10T13:00:00Z',
  uri: 'https://portage.example',
};

const refName = (ref: string) => ref.replace('#/components/schemas/', '');

const isTimestamp = (name: string) =>
  /(?:At|^at|[a-z]After|[a-z]Before|timestamp|^start|^end|^now|^since|^until|Possible|Until|EstimateFrom|EstimateTo|modified|time)$/i.test(
    name,
  );

function textOf({ format, pattern, minLength = 0 }: JsonSchema, name: string): string {
  const known = TEXTS[name] ?? (format === undefined ? undefined : FORMATS[format]);
  const fits = known !== undefined && (!pattern || new RegExp(pattern, 'u').test(known));
  if (fits && known.length >= minLength) return known;
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format];
  const candidates = [
    '09:00',
    '2026-06-11',
    'ON',
    '4501234567890',
    'maple-toys.myshopify.com',
    '123456',
    'ABCD-EFGH-2345',
    '+14165550142',
    'example',
  ];
  const matching = pattern && candidates.find((one) => new RegExp(pattern, 'u').test(one));
  return (matching || 'example').padEnd(minLength, 'e');
}

export function exampleOf(
  schema: JsonSchema | boolean | undefined,
  schemas: Schemas,
  name = '',
): unknown {
  if (schema === undefined || typeof schema === 'boolean') return {};
  if (schema.$ref !== undefined) {
    return exampleOf(schemas[refName(schema.$ref)], schemas, name);
  }
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [variant] = schema.anyOf ?? schema.oneOf ?? [];
  if (variant) return exampleOf(variant, schemas, name);
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => exampleOf(part, schemas, name));
    return Object.assign({}, ...parts) as unknown;
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [
          key,
          exampleOf(value, schemas, key),
        ]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, (_, index) => {
        const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
        const item = exampleOf(items, schemas, name.replace(/s$/, ''));
        return item === ID ? ID.replace(/.$/, String(index)) : item;
      });
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      if (isTimestamp(name) && type === 'integer') {
        return /end|before|to$/i.test(name) ? LATER : NOW;
      }
      return Math.max(1, schema.minimum ?? 1);
    case 'null':
      return null;
    default:
      return textOf(schema, name);
  }
}

const { title, detail } = errorCatalogue.busy;

export const PROBLEM = {
  type: 'https://portage.example/problems/busy',
  title: title.en,
  status: errorCatalogue.busy.status,
  detail: detail.en,
  code: 'busy',
  requestId: TEXTS['requestId'],
};

const ORDER = {
  originAddress: {
    street: '100 King St W',
    city: 'Toronto',
    province: 'ON',
    postalCode: 'M5X 1A9',
    country: 'CA',
  },
  recipient: { name: 'Zoé Tremblay', phone: '+14165550142', email: 'zoe@example.com' },
  recipientAddress: {
    street: '25 Dundas St E',
    unit: '804',
    city: 'Toronto',
    province: 'ON',
    postalCode: 'M5B 1C6',
    country: 'CA',
  },
  packages: [
    {
      weightOptions: { weight: 4, unit: 'lb' },
      sizeOptions: { length: 10, width: 8, height: 4, unit: 'inch' },
    },
  ],
  service: 'NEXTDAY',
};

/** Examples of operations whose rules fit no schema. */
export const operationExamples: Readonly<Record<string, { body?: unknown; answer?: unknown }>> = {
  postOrders: { body: ORDER },
  postOrdersSimilar: { body: ORDER },
};
