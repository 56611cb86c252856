import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { guardedFetch } from '../outgoing/guarded-fetch.ts';
import { freePort } from '../testing/free-port.ts';
import { sends, useOutsideWorld } from '../testing/outside-world.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import { makeServerHome } from '../testing/server-home.ts';
import { startServer } from '../testing/start-server.ts';
import { cloneTestDatabase } from '../testing/test-database.ts';
import { openSpanExporter } from './span-exporter.ts';
import { headersOf, keepSpans, newSpan, parentOf, type Span, spanKinds, asWork } from './spans.ts';

const world = useOutsideWorld();

/** A span as a receiver reads it. */
interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

interface Received {
  resourceSpans: {
    resource: { attributes: ReceivedSpan['attributes'] };
    scopeSpans: { spans: ReceivedSpan[] }[];
  }[];
}

/** A receiver of traces, which answers with the given statuses, then with 200. */
async function startReceiver(...statuses: number[]) {
  const received: { path: string | undefined; headers: IncomingHttpHeaders; body: Received }[] = [];
  const server = http.createServer((request, response) => {
    void json(request).then((body) => {
      received.push({ path: request.url, headers: request.headers, body: body as Received });
      response.writeHead(statuses.shift() ?? 200).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () =>
      received
        .flatMap(({ body }) => body.resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
  };
}

const valuesOf = (attributes: ReceivedSpan['attributes'] = []) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );

/** Starts the product on a new database with some settings. */
async function startTraced(settings: Record<string, string>) {
  const home = await makeServerHome({ isNew: true });
  const database = await cloneTestDatabase();
  const port = await freePort();
  const portage = await startServer({
    DATABASE_URL: database.url,
    PORT: String(port),
    PORTAGE_DATA: home.directory,
    ...settings,
  });
  onTestFinished(async () => {
    await database.drop();
    await home.remove();
  });
  return { address: `http://127.0.0.1:${port}`, stop: () => portage.stop() };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

const askForCode = (address: string, headers: Record<string, string>) =>
  fetch(`${address}/api/users/reset_password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: 'zoe.tremblay@test.example' }),
  });

test('a call, its queries and its job are one trace, which continues that of the caller', async () => {
  const receiver = await startReceiver();
  const { address, stop } = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a+b,team=x',
    OTEL_SERVICE_NAME: 'portage-test',
  });
  try {
    for (const untraced of ['/readyz', '/orders', '/favicon.svg', '/assets/main.js']) {
      await fetch(`${address}${untraced}`);
    }
    const answer = await askForCode(address, {
      traceparent: `00-${TRACE}-${CALLER}-01`,
      tracestate: 'vendor=1',
    });
    expect(answer.ok).toBe(true);
    // Waits for the call's job, too.
    await vi.waitFor(
      () =>
        expect(receiver.spans().map(({ name }) => name)).toContain('job request-password-reset'),
      { timeout: 20_000 },
    );
  } finally {
    await stop();
  }

  const spans = receiver.spans().filter(({ traceId }) => traceId === TRACE);
  const call = spans.find(({ kind }) => kind === spanKinds.server);
  const job = spans.find(({ kind }) => kind === spanKinds.consumer);
  expect(call).toMatchObject({
    parentSpanId: CALLER,
    traceState: 'vendor=1',
    name: 'POST /api/users/reset_password',
    status: {},
  });
  expect(valuesOf(call?.attributes)).toMatchObject({
    'http.route': '/api/users/reset_password',
    'http.response.status_code': 204,
    'portage.request_id': expect.any(String),
  });
  expect(job).toMatchObject({ parentSpanId: call?.spanId });
  expect(Number(job?.endTimeUnixNano)).toBeGreaterThan(Number(call?.startTimeUnixNano));
  for (const parent of [call, job]) {
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
    expect(queries.map(({ attributes }) => valuesOf(attributes))).toContainEqual(
      expect.objectContaining({
        'db.system.name': 'postgresql',
        'db.query.text': expect.stringMatching(/^(select|insert|update|delete|with|begin)\b/),
      }),
    );
  }
  expect(JSON.stringify(receiver.received)).not.toMatch(/tremblay/i);
  const calls = receiver.spans().filter(({ kind }) => kind === spanKinds.server);
  expect(calls.map(({ name }) => name)).toEqual(['POST /api/users/reset_password']);

  const [first] = receiver.received;
  expect(first?.path).toBe('/v1/traces');
  expect(first?.headers).toMatchObject({ authorization: 'Bearer a+b', team: 'x' });
  expect(valuesOf(first?.body.resourceSpans[0]?.resource.attributes)).toMatchObject({
    'service.name': 'portage-test',
  });
});

test('unsampled calls are not sent, nor those beyond the configured share', async () => {
  const receiver = await startReceiver();
  const { address, stop } = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  await askForCode(address, { traceparent: `00-${TRACE}-${CALLER}-00` });
  await askForCode(address, {});
  await askForCode(address, { traceparent: `00-${TRACE}-${CALLER}-01` });
  await stop();
  const calls = receiver.spans().filter(({ kind }) => kind === spanKinds.server);
  expect(calls.map(({ traceId }) => traceId)).toEqual([TRACE]);
});

/** Keeps spans in memory until the test has finished. */
function keepHere(): Span[] {
  const kept: Span[] = [];
  onTestFinished(keepSpans({ ratio: 1, keep: (span) => void kept.push(span) }));
  return kept;
}

test('an outgoing request continues the trace, and its span names only the host', async () => {
  const kept = keepHere();
  let headers: IncomingHttpHeaders = {};
  world.answers['/hook'] = (request, response) => {
    ({ headers } = request);
    return sends(Buffer.from('ok'))(request, response);
  };
  const job = newSpan('job', spanKinds.consumer);
  const limits = { timeout: 5_000, maxBytes: 1_000, maxRedirects: 0, internet: world.internet };
  await asWork({ job: 'job', jobId: '1' }, job, () =>
    guardedFetch(world.url('/hook?token=secret'), limits),
  );
  const [span] = kept;
  expect(span).toMatchObject({
    name: 'GET',
    parentId: job?.spanId,
    attributes: { 'server.address': 'logo.test', 'http.response.status_code': 200 },
  });
  expect(headers['traceparent']).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
  expect(JSON.stringify(span)).not.toContain('secret');
});

test.each([
  ['none', undefined],
  ['a version that is forbidden', `ff-${TRACE}-${CALLER}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${CALLER}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${TRACE.toUpperCase()}-${CALLER}-01`],
  ['more than its version has', `00-${TRACE}-${CALLER}-01-more`],
])('a traceparent with %s begins another trace', (_name, traceparent) => {
  expect(parentOf({ traceparent })).toBeUndefined();
});

test('a traceparent of a later version is read as far as known', () => {
  const parent = parentOf({ traceparent: `01-${TRACE}-${CALLER}-03-more`, tracestate: 'é' });
  expect(parent).toEqual({ traceId: TRACE, spanId: CALLER, isSampled: true, state: undefined });
  expect(parent && headersOf(parent)).toEqual({ traceparent: `00-${TRACE}-${CALLER}-01` });
});

test('a busy receiver gets the same spans again, a refusing one does not', async () => {
  const { log: warnings, lines } = recordedLog('warn');
  const receiver = await startReceiver(503, 200, 400);
  const settings = { endpoint: receiver.endpoint, headers: {}, serviceName: 'test', ratio: 1 };
  keepHere();
  const span = () => newSpan('call', spanKinds.server) as Span;
  const send = async (spans: Span[], stops: number) => {
    const exporter = openSpanExporter(settings, { version: '1', log: warnings });
    spans.forEach(exporter.keep);
    for (let stop = 0; stop < stops; stop += 1) await exporter.stop();
  };
  await send([span()], 3);
  expect(receiver.received.map(({ body }) => body)).toHaveLength(2);
  expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
  await send([span()], 2);
  expect(receiver.received).toHaveLength(3);
  expect(lines.map((line) => JSON.parse(line) as { reason: string })).toEqual([
    expect.objectContaining({ reason: 'status 503' }),
    expect.objectContaining({ reason: 'status 400' }),
  ]);
});
