import { describe, expect, test } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import { endpoints } from '../testing/contract-endpoints.ts';

const server = useTestServer();

describe('the description of the API', () => {
  test('is OpenAPI 3.1 and has every call of the contract', async () => {
    const response = await server.app.inject({ url: '/api/openapi.json' });
    const document = response.json<{ openapi: string; paths: Record<string, object> }>();
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
    );
    expect(described.sort()).toEqual(
      endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  test('describes how repeated writes are refused, and the events of a stream', async () => {
    const response = await server.app.inject({ url: '/api/openapi.json' });
    const change = { $ref: '#/components/schemas/OrderChange' };
    const events = [
      { properties: { data: { properties: { changes: { items: change } } } } },
      { properties: { event: { enum: ['missed'] } } },
      { properties: { event: { enum: ['heartbeat'] } } },
    ];
    expect(response.json()).toMatchObject({
      paths: {
        '/orders/views': {
          post: {
            parameters: [{ in: 'header', name: 'idempotency-key' }],
            responses: {
              409: { description: expect.stringContaining('`request_in_progress`') },
              422: { description: expect.stringContaining('`idempotency_key_reused`') },
            },
          },
        },
        '/orders/changes': {
          get: {
            parameters: [{ in: 'header', name: 'last-event-id', required: false }],
            responses: { 200: { content: { 'text/event-stream': { schema: { anyOf: events } } } } },
          },
        },
      },
    });
  });

  test('has a reference page', async () => {
    const response = await server.app.inject({ url: '/api/reference/' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
  });
});
