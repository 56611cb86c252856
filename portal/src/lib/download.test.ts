import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderExportEndpoints } from '@portage/contract/orders/order-csv';
import { download } from './download.ts';

vi.mock('./app-config.ts', () => ({ appConfig: () => ({ apiUrl: 'https://portage.test/api' }) }));
vi.mock('./keep-session.ts', () => ({
  sessionForCall: () => Promise.resolve({ token: 'old' }),
  renewSession: () => Promise.resolve({ token: 'new' }),
}));

const PIECE = new TextEncoder().encode('Zoé\r\n');

let caller: AbortController;
let tokens: (string | null)[];
let rejections: number[];
let body: ReadableStreamDefaultController<Uint8Array>;
let heard: number;

beforeEach(() => {
  vi.useFakeTimers();
  caller = new AbortController();
  [tokens, rejections, heard] = [[], [], 0];
  vi.stubGlobal('fetch', (_address: string, { headers, signal }: RequestInit) => {
    tokens.push(new Headers(headers).get('authorization'));
    const status = rejections.shift();
    if (status !== undefined) {
      const refused = { status, headers: { 'content-type': 'application/problem+json' } };
      return Promise.resolve(Response.json({ status }, refused));
    }
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller;
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/csv' } }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function begin() {
  const onPiece = (piece: Uint8Array) => {
    heard += piece.byteLength;
  };
  const file = download(orderExportEndpoints.export, {}, { signal: caller.signal, onPiece });
  file.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  body.enqueue(PIECE);
  await vi.advanceTimersByTimeAsync(0);
  return { file };
}

test('a file is read in pieces, without a time limit', async () => {
  const { file } = await begin();
  for (let minute = 0; minute < 9; minute++) {
    await vi.advanceTimersByTimeAsync(50_000);
    body.enqueue(PIECE);
  }
  body.close();
  const blob = await file;
  expect(await blob.text()).toBe('Zoé\r\n'.repeat(10));
  expect(blob.type).toBe('text/csv');
  expect(heard).toBe(60);
});

test('a refused session is renewed once', async () => {
  rejections = [401];
  const { file } = await begin();
  body.close();
  await file;
  expect(tokens).toEqual(['Bearer old', 'Bearer new']);
});

test('an incomplete file is not a file', async () => {
  const { file } = await begin();
  body.error(new TypeError('network error'));
  await expect(file).rejects.toMatchObject({ problem: { code: 'unreachable' } });
});

test('a stalled download is cancelled', async () => {
  const { file } = await begin();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(file).rejects.toMatchObject({ problem: { code: 'timed_out' } });
});

test('a cancelled download reports no failure', async () => {
  const { file } = await begin();
  caller.abort();
  await expect(file).rejects.toMatchObject({ name: 'AbortError' });
});
