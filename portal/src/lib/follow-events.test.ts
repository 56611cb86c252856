import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '@portage/contract/endpoint';
import { followEvents } from './follow-events.ts';

vi.mock('./request.ts', () => ({
  addressOf: (path: string) => `https://portage.test/api${path}`,
  headersFor: (token: string) => ({ Authorization: `Bearer ${token}` }),
}));
vi.mock('./keep-session.ts', () => ({
  sessionForCall: () => Promise.resolve({ token: 'old' }),
  renewSession: () => Promise.resolve({ token: 'new' }),
}));

const clicks = endpoint('GET /clicks', {
  summary: '',
  mayCall: 'user',
  status: 200,
  response: { events: { hello: z.object({}), click: z.object({ count: z.int() }) } },
  errors: [],
});

interface Connection {
  headers: Record<string, string>;
  send(id: string, event: string, data: object): void;
  end(): void;
  isOpen(): boolean;
}

let connections: Connection[];
let rejections: number[];
let page: EventTarget & { hidden: boolean };
const told: unknown[] = [];
let unfollow: () => void;

/** Answers a request: with the next rejection, or with a stream. */
function answer(_address: unknown, init: RequestInit): Promise<Response> {
  const headers = init.headers as Record<string, string>;
  const status = rejections.shift();
  if (status !== undefined) return Promise.resolve(new Response(null, { status }));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      init.signal?.addEventListener('abort', () => stream.error(init.signal?.reason));
      connections.push({
        headers,
        send: (id, event, data) =>
          stream.enqueue(
            encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
          ),
        end: () => stream.close(),
        isOpen: () => init.signal?.aborted === false,
      });
    },
  });
  const type = { 'content-type': 'text/event-stream' };
  return Promise.resolve(new Response(body, { headers: type }));
}

function setHidden(hidden: boolean): void {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function latest(): Connection {
  const connection = connections.at(-1);
  if (!connection) throw new Error('Nobody connected');
  return connection;
}

beforeEach(async () => {
  connections = [];
  rejections = [];
  told.length = 0;
  page = Object.assign(new EventTarget(), { hidden: false, baseURI: 'https://portage.test/' });
  vi.useFakeTimers();
  // Pauses have their average length.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', answer);
  unfollow = followEvents(clicks, {
    on: {
      hello: (data) => told.push(['hello', data]),
      click: (data) => told.push(['click', data]),
    },
    onLive: (isLive) => told.push(isLive),
  });
  await pass(0);
});

afterEach(() => {
  unfollow();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('events are delivered as they arrive, with the state of the connection', async () => {
  latest().send('1', 'hello', {});
  latest().send('2', 'click', { count: 3 });
  await pass(0);
  expect(told).toEqual([true, ['hello', {}], ['click', { count: 3 }]]);
  expect(latest().headers).toMatchObject({ Authorization: 'Bearer old' });
});

test('a lost connection is opened again, and continues after the last event', async () => {
  latest().send('7', 'hello', {});
  latest().end();
  await pass(1_500);
  expect(connections).toHaveLength(2);
  expect(latest().headers).toMatchObject({ 'Last-Event-ID': '7' });
  expect(told).toEqual([true, ['hello', {}], false]);
});

test('pauses double with every failure in a row, up to a minute', async () => {
  const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  rejections = pauses.map(() => 503);
  latest().end();
  for (const pause of pauses) {
    const before = rejections.length;
    await pass(pause - 1);
    expect(rejections).toHaveLength(before);
    await pass(1);
    expect(rejections).toHaveLength(before - 1);
  }
  // A stream resets the pause after its second event.
  await pass(60_000);
  latest().send('1', 'hello', {});
  latest().send('2', 'hello', {});
  await pass(0);
  const before = connections.length;
  latest().end();
  await pass(1_000);
  expect(connections).toHaveLength(before + 1);
});

test('a silent connection is given up, sooner if nothing ever arrived', async () => {
  await pass(9_999);
  expect(latest().isOpen()).toBe(true);
  await pass(1);
  expect(latest().isOpen()).toBe(false);
  await pass(1_000);
  latest().send('1', 'hello', {});
  await pass(59_999);
  expect(latest().isOpen()).toBe(true);
  await pass(1);
  expect(latest().isOpen()).toBe(false);
  expect(told).toEqual([false, true, ['hello', {}], false]);
});

test('a refused session is renewed', async () => {
  unfollow();
  rejections = [401];
  unfollow = followEvents(clicks, {
    on: { hello: () => undefined, click: () => undefined },
    onLive: () => undefined,
  });
  await pass(0);
  expect(latest().headers).toMatchObject({ Authorization: 'Bearer new' });
});

test('a hidden tab has no connection, and catches up when it is shown', async () => {
  latest().send('5', 'hello', {});
  await pass(0);
  setHidden(true);
  expect(latest().isOpen()).toBe(false);
  await pass(300_000);
  expect(connections).toHaveLength(1);
  setHidden(false);
  await pass(0);
  expect(latest().headers).toMatchObject({ 'Last-Event-ID': '5' });
});

test('a browser that is online again connects without waiting', async () => {
  latest().end();
  rejections = [503, 503, 503, 503];
  await pass(16_000);
  expect(rejections).toHaveLength(0);
  const before = connections.length;
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(connections).toHaveLength(before + 1);
});

test('a listener that left gets no more events', async () => {
  unfollow();
  expect(latest().isOpen()).toBe(false);
  await pass(300_000);
  expect(connections).toHaveLength(1);
  expect(told).toEqual([]);
});
