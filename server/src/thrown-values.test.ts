import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEventsResponse } from '@portage/contract/endpoint';
import { Problem } from '@portage/contract/errors';
import { useTestServer } from './testing/build-test-server.ts';
import { endpoints } from './testing/contract-endpoints.ts';
import { makeMerchant } from './testing/make-merchant.ts';
import { newOrderPayload } from './testing/make-order.ts';

const server = useTestServer();

describe('any value thrown in a call', () => {
  const nasty = fc.oneof(
    fc.json().map((text): unknown => JSON.parse(text)),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u0000', '\ud800', '__proto__', -0, 1e308, null, [], {}),
  );

  const spoiltOrder = fc
    .array(fc.tuple(fc.constantFrom(...leavesOf(newOrderPayload())), nasty), { minLength: 1 })
    .map((changes) => {
      const payload = structuredClone(newOrderPayload()) as unknown;
      // Copies, so that a shared `{}` cannot become circular.
      for (const [path, value] of changes) setAt(payload, path, structuredClone(value));
      return payload;
    });

  // Event streams do not end.
  const endingOnes = endpoints.filter(({ response }) => !isEventsResponse(response));

  test.each(
    endingOnes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('%s never fails unexpectedly', async (_name, { method, path, query, failure }) => {
    const merchant = await makeMerchant(server);
    const bodies = path === '/orders' ? fc.oneof(nasty, spoiltOrder) : nasty;
    const words = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.uuid());
    await fc.assert(
      fc.asyncProperty(bodies, words, words, async (body, word, value) => {
        const filled = path.replaceAll(/\{\w+\}/g, encodeWord(word));
        const names = [word, ...Object.keys(query?.shape ?? {})];
        const search = names.map((name) => `${encodeWord(name)}=${encodeWord(value)}`).join('&');
        const response = await merchant.call(method, `${filled}?${search}`, {
          ...(method !== 'GET' && {
            payload: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
        });
        expect(response.statusCode, response.body).toBeLessThan(500);
        if (response.statusCode >= 400) (failure?.response ?? Problem).parse(response.json());
      }),
      // Random in each run. New orders have the most fields.
      { numRuns: path === '/orders' ? 40 : 12 },
    );
  });
});

/** Percent-encodes any text, broken surrogates included. */
function encodeWord(word: string): string {
  return encodeURIComponent(word.toWellFormed());
}

function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key])),
  ].filter((one) => one.length > 0);
}

function setAt(target: unknown, [key = '', ...rest]: string[], value: unknown): void {
  if (typeof target !== 'object' || target === null) return;
  // A list in the place of an object has no length, width and height.
  if (Array.isArray(target)) return;
  const parent = target as Record<string, unknown>;
  if (rest.length === 0) parent[key] = value;
  else setAt(parent[key], rest, value);
}
