import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { useTestServer } from '../testing/build-test-server.ts';
import { endpoints, shopHostEndpoints } from '../testing/contract-endpoints.ts';
import { operationIdOf } from './endpoint-route.ts';

const server = useTestServer();

interface Media {
  schema: { $ref?: string; type?: string };
  example?: unknown;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; schema: object }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string; description: string }[];
  components: { schemas: Record<string, { required?: string[] }> };
}

let document: Document;
let operations: Map<string, Operation>;

beforeAll(async () => {
  document = (await server.app.inject({ url: '/api/openapi.json' })).json<Document>();
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  operations = new Map(all.map((operation) => [operation.operationId, operation]));
  expect(operations.size).toBe(all.length);
});

const contract = [...endpoints, ...shopHostEndpoints];

test('the document is OpenAPI 3.1 and has every call of the contract, of both hosts', () => {
  expect(document.openapi).toBe('3.1.0');
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const calls = [
    ...endpoints.map(({ method, path }) => `${method} /api${path}`),
    ...shopHostEndpoints.map(({ method, path }) => `${method} /shop${path}`),
  ];
  expect(described.toSorted()).toEqual(calls.toSorted());
});

test('each operation has a description, a tag that is described, and examples that the server takes', () => {
  const faults: string[] = [];
  for (const endpoint of contract) {
    const { body, response, status } = endpoint;
    const id = operationIdOf(endpoint);
    const operation = operations.get(id);
    if (!operation?.description || !operation.summary) faults.push(`${id}: description`);
    const isDescribed = (tag: string) =>
      document.tags.some(({ name, description }) => name === tag && description !== tag);
    if (!operation?.tags.every(isDescribed)) faults.push(`${id}: tag`);
    const check = (what: string, schema: unknown, media: Media | undefined) => {
      if (!(schema instanceof z.ZodType)) return;
      const { error } = schema.safeParse(media?.example);
      if (error) faults.push(`${id}: ${what} ${error.message}`);
    };
    check('body', body, operation?.requestBody?.content['application/json']);
    const answer = operation?.responses[status]?.content;
    if (status !== 204) check('answer', response, answer?.['application/json']);
    if (
      status !== 204 &&
      Object.values(answer ?? {}).some(({ example }) => example === undefined)
    ) {
      faults.push(`${id}: no example`);
    }
  }
  expect(faults).toEqual([]);
});

test('bodies and answers are named, and a field with a default is optional', () => {
  const nameless = [...operations.values()].flatMap(({ operationId, requestBody, responses }) => {
    const media = [
      ...Object.values(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
    ];
    return media.some(({ schema }) => schema.type === 'object') ? operationId : [];
  });
  expect(nameless).toEqual([]);
  expect(operations.get('postOrders')?.requestBody?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/NewOrder',
  });
  expect(document.components.schemas['DtoAddressInput']?.required).not.toContain(
    'isBusinessAddress',
  );
  expect(document.components.schemas['DtoAddressInput']).not.toHaveProperty(
    'properties.isBusinessAddress.default',
  );
});

test('what the server corrects is allowed by the document in any writing', () => {
  const corrected = /"(?:phone|province|code)":\{[^{}]*"pattern"/;
  expect(JSON.stringify(document).match(corrected)?.[0]).toBeUndefined();
});

test('numbers of a query are described with the values that the server takes', () => {
  const numberOf = (path: string, name: string) =>
    document.paths[path]?.['get']?.parameters?.find((one) => one.name === name)?.schema;
  for (const path of ['/api/labels/{id}', '/api/labels/test', '/api/labels/packingslip/{id}']) {
    expect(numberOf(path, 'dpi'), path).toMatchObject({ default: 203, enum: [203, 300] });
  }
  for (const path of ['/api/orders', '/api/orders/addresses']) {
    const time = { type: 'integer', minimum: 0, maximum: 253_402_300_799_999 };
    expect(numberOf(path, 'createdAt'), path).toMatchObject(time);
  }
});

test('the files of an import are files for generated clients', () => {
  const file = { type: 'string', format: 'binary', contentMediaType: 'text/csv' };
  expect(document.components.schemas['PostOrdersImportsBody']).toMatchObject({
    properties: { orderDetails: file, orderPackages: file },
  });
});

test('the refusals of repeated writes and the events of a stream are described', () => {
  const change = { $ref: '#/components/schemas/OrderChange' };
  const events = [
    { properties: { data: { properties: { changes: { items: change } } } } },
    { properties: { event: { enum: ['missed'] } } },
    { properties: { event: { enum: ['heartbeat'] } } },
  ];
  expect(document.paths).toMatchObject({
    '/api/orders/views': {
      post: {
        parameters: [{ in: 'header', name: 'idempotency-key' }],
        responses: {
          409: { description: expect.stringContaining('`request_in_progress`') as string },
          422: { description: expect.stringContaining('`idempotency_key_reused`') as string },
        },
      },
    },
    '/api/orders/changes': {
      get: {
        parameters: [{ in: 'header', name: 'last-event-id', required: false }],
        responses: { 200: { content: { 'text/event-stream': { schema: { anyOf: events } } } } },
      },
    },
    '/api/shipstation/connect/CreateLabel': {
      post: {
        security: [{ shipstationKey: [] }],
        responses: {
          400: {
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/ConnectError' } },
            },
          },
        },
      },
    },
  });
});

test('Redocly finds nothing with its strictest rules', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The specification has /orders/{id}/… and /orders/addresses/{id}; in OpenAPI the path with
    // more literal segments wins.
    rules: { 'no-ambiguous-paths': 'off' },
  });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
});

test('Spectral finds nothing with its rules for OpenAPI', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    extends: [rulesets.oas as spectral.RulesetDefinition],
    // Redocly compares examples with their schemas, too; here it takes most of the time.
    rules: { 'oas3-valid-media-example': 'off' },
  });
  const problems = await linter.run(document as unknown as Record<string, unknown>);
  expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([]);
}, 180_000);

test.each(['/api/reference', '/api/reference/'])('%s answers calls with any host', async (url) => {
  for (const host of ['', 'a b', '[::1', '<script>', 'portage.example:99999']) {
    const { statusCode } = await server.app.inject({ url, headers: { host } });
    expect(statusCode, host).toBeLessThan(400);
  }
});

test('the document has a reference page, whose script browsers keep', async () => {
  const page = await server.app.inject({ url: '/api/reference/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('/api/openapi.json');
  expect(page.body).toContain('<html lang="en">');
  expect(page.body).toContain('<title>Portage API</title>');

  const [, script = ''] = /<script src="([^"]+)"/.exec(page.body) ?? [];
  const { pathname } = new URL(script, 'https://portage.example/api/reference/');
  const { headers, body } = await server.app.inject({ url: pathname });
  expect(headers['cache-control']).toBe('public, max-age=86400');
  for (const encoding of ['br', 'gzip']) {
    const compressed = await server.app.inject({
      url: pathname,
      headers: { 'accept-encoding': encoding },
    });
    expect(compressed.headers['content-encoding']).toBe(encoding);
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    expect(unpack(compressed.rawPayload).toString() === body).toBe(true);
  }
});
