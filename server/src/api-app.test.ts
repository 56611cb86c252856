import { gzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '@portage/contract/errors';
import { BODY_LIMIT } from './limits.ts';
import { useTestServer } from './testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from './testing/make-merchant.ts';
import { makeOrder, newOrderPayload } from './testing/make-order.ts';

const server = useTestServer();

/** The problem of an answer, which has the same status. */
function problemOf({ statusCode, body }: LightMyRequestResponse) {
  const problem = Problem.parse(JSON.parse(body));
  expect(problem.status).toBe(statusCode);
  return problem;
}

describe('every error is a problem with a code', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await makeMerchant(server);
  });

  test.each(['/nowhere', '/orders/%zz', `/orders/${'7'.repeat(301)}`])(
    'a path that is unknown or cannot be read is 404, and its query is not repeated',
    async (path) => {
      const response = await merchant.call('GET', `${path}?freeSearch=Tremblay`);
      expect(problemOf(response)).toMatchObject({ status: 404, code: 'not_found' });
      expect(response.body).not.toContain('Tremblay');
    },
  );

  test('answers forbid caches and frames, and a sign-out clears the browser’s cache', async () => {
    for (const path of ['/orders', '/nowhere']) {
      const { headers } = await merchant.call('GET', path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    const payload = { refreshToken: 'unknown' };
    const signOut = await merchant.call('POST', '/auth/logout', { payload });
    expect(signOut.headers['clear-site-data']).toBe('"cache"');
  });

  test('an edit from an impossible version is 400', async () => {
    const other = await makeMerchant(server);
    const { id } = await makeOrder(other);
    const payload = { version: 2 ** 31, notes: 'Ring twice' };
    const response = await other.call('PATCH', `/orders/${id}/updateOrder`, { payload });
    expect(problemOf(response)).toMatchObject({ status: 400, errors: [{ path: 'version' }] });
  });

  test('an item has a picture that is a jpg, gif or png', async () => {
    const orderItems = [{ name: 'Mug', quantity: 1, imageUrl: 'https://shop.test/mug.webp' }];
    const payload = { ...newOrderPayload(), orderItems };
    const response = await merchant.call('POST', '/orders', { payload });
    expect(problemOf(response).errors?.[0]?.path).toBe('orderItems.0.imageUrl');
  });

  test('a known path with another method is 405 and names its methods', async () => {
    const response = await merchant.call('DELETE', '/orders');
    expect(problemOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(response.headers.allow).toContain('POST');
  });

  test.each([
    ['no JSON', '{"recipient": '],
    ['reaching for a prototype', '{"__proto__": {"a": 1}}'],
    ['reaching for another', '{"constructor": {"prototype": {"a": 1}}}'],
  ])('a body that is %s is 400', async (_what, payload) => {
    const response = await merchant.call('POST', '/orders', {
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(problemOf(response)).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  test('an empty body counts as no body, also when declared as JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const write = await merchant.call('POST', '/orders', { headers });
    expect(problemOf(write)).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: '', message: 'Required' }],
    });
    const read = await merchant.call('GET', '/orders', { headers });
    expect(read.statusCode).toBe(200);
  });

  test.each(['text/csv', 'text/plain', 'application/x-www-form-urlencoded'])(
    'a body of type %s is 415',
    async (type) => {
      const response = await merchant.call('POST', '/orders', {
        payload: JSON.stringify(newOrderPayload()),
        headers: { 'content-type': type },
      });
      expect(problemOf(response)).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
        detail: 'Send the body as application/json.',
      });
    },
  );

  test('a compressed body is refused without decompressing it', async () => {
    const response = await merchant.call('POST', '/orders', {
      payload: gzipSync(JSON.stringify(newOrderPayload())),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(response.headers['accept-encoding']).toBe('identity');
    expect(problemOf(response)).toMatchObject({
      status: 415,
      code: 'content_encoding_unsupported',
    });
  });

  test('a body over the limit is 413 and names the limit', async () => {
    const response = await merchant.call('POST', '/orders', {
      payload: { notes: 'x'.repeat(BODY_LIMIT) },
    });
    expect(problemOf(response)).toMatchObject({
      status: 413,
      code: 'body_too_large',
      detail: `The body of a request may have at most ${BODY_LIMIT.toLocaleString('en-CA')} bytes.`,
    });
  });

  test('a body with wrong values names each of them, in the language of the request', async () => {
    const response = await merchant.call('POST', '/orders', {
      headers: { locale: 'FR' },
      payload: {
        ...newOrderPayload(),
        service: 7,
        recipient: { name: '', phone: '12' },
        originAddress: { ...newOrderPayload().originAddress, postalCode: 'M5V 1J' },
      },
    });
    const { errors = [], status } = problemOf(response);
    expect(status).toBe(400);
    const messages = Object.fromEntries(errors.map(({ path, message }) => [path, message]));
    expect(messages).toMatchObject({
      'recipient.name': 'Obligatoire',
      'recipient.phone': 'Le numéro de téléphone n’est pas valide',
    });
    expect(messages['originAddress.postalCode']).toContain('A1A 1A1');
    expect(messages['service']).toMatch(/^Choisissez parmi/);
    const list = await merchant.call('GET', '/orders');
    expect(list.json<{ orders: unknown[] }>().orders).toEqual([]);
  });

  test('a window is refused for a service that takes none', async () => {
    const response = await merchant.call('POST', '/orders', {
      payload: { ...newOrderPayload(), window: { start: 1, end: 2 } },
    });
    expect(problemOf(response).errors).toEqual([
      { path: 'window', message: 'This service does not use a delivery window.' },
    ]);
  });

  test('an order of another merchant is the same 404 as one that does not exist', async () => {
    const { id } = await makeOrder(merchant);
    const stranger = await makeMerchant(server);
    const missing = '019c0000-0000-7000-8000-000000000000';
    for (const path of ['/orders/', '/labels/']) {
      const theirs = problemOf(await stranger.call('GET', `${path}${id}`));
      const nobodys = problemOf(await stranger.call('GET', `${path}${missing}`));
      expect(theirs.status).toBe(404);
      expect({ ...theirs, requestId: '', detail: '' }).toEqual({
        ...nobodys,
        requestId: '',
        detail: '',
      });
    }
  });
});
