import { afterEach, expect, test, vi } from 'vitest';
import { labelEndpoints } from '@portage/contract/orders/labels';
import { orderEndpoints } from '@portage/contract/orders/orders';
import { DAY, HOUR, MINUTE } from '@portage/contract/time';
import { serverTime } from './clock.ts';
import { request } from './request.ts';

vi.mock('./app-config.ts', () => ({ appConfig: () => ({ apiUrl: 'https://portage.test/api' }) }));

function answerWith(body: BodyInit, type: string, status = 200): void {
  const answer = () => new Response(body, { status, headers: { 'content-type': type } });
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
}

const broken = (failure: unknown) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('%PDF-1.7'));
      controller.error(failure);
    },
  });

const label = { params: { id: '01a1ffa5-c618-70b4-8d38-0e13bbf51316' }, query: {} };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an answer that breaks off counts as no answer', async () => {
  answerWith(broken(new TypeError('network error')), 'application/pdf');
  await expect(request(labelEndpoints.get, label, 'token')).rejects.toMatchObject({
    problem: { status: 0, code: 'unreachable' },
  });
});

test('an answer that exceeds the call’s time limit counts as no answer', async () => {
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
  await expect(request(labelEndpoints.get, label, 'token', { patience: 20 })).rejects.toMatchObject(
    { problem: { status: 0, code: 'timed_out' } },
  );
});

test.each([
  [200, 'text/html', 'unexpected_answer'],
  [403, 'text/html', 'refused'],
  [413, 'text/html', 'too_large'],
  [502, 'text/html', 'unavailable'],
  [503, 'application/json', 'unavailable'],
  [504, 'text/html', 'unavailable'],
  [404, 'text/html', 'unexpected_answer'],
])('the %i of a proxy or a stopping server in %s is told as %s', async (status, type, code) => {
  answerWith('<html>', type, status);
  await expect(request(orderEndpoints.list, {}, 'token')).rejects.toMatchObject({
    problem: { status: 0, code },
  });
});

test('a request cancelled while reading reports no failure', async () => {
  const caller = new AbortController();
  caller.abort();
  answerWith(broken(caller.signal.reason), 'application/pdf');
  const { signal } = caller;
  await expect(request(labelEndpoints.get, label, 'token', { signal })).rejects.toBe(signal.reason);
});

test.each([
  { what: 'three hours slow', date: 3 * HOUR, ahead: 3 * HOUR },
  { what: 'a day fast', date: -DAY, ahead: -DAY },
  { what: 'half a minute fast', date: -MINUTE / 2, ahead: 0 },
])('a clock that is $what is set by the server’s answers', async ({ date, ahead }) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 30, 15), toFake: ['Date'] });
  const told = new Date(Date.now() + date).toUTCString();
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('%PDF-1.7', { headers: { date: told } })),
  );
  await request(labelEndpoints.get, label, 'token');
  expect(serverTime() - Date.now()).toBe(ahead);
});
