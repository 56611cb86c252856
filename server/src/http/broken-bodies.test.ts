import { once } from 'node:events';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, isFileBody, isFormBody, isRawBody } from '@portage/contract/endpoint';
import { Problem } from '@portage/contract/errors';
import { seededRandom } from '../../../demo/src/random.ts';
import { buildServer } from '../server.ts';
import { signatureOfBody } from '../shop/shop-signatures.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { endpoints, shopHostEndpoints } from '../testing/contract-endpoints.ts';
import { makeCarrier } from '../testing/make-carrier.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { makeShipstation } from '../testing/make-shipstation.ts';
import { plentifulLimits } from '../testing/plentiful-limits.ts';
import { PNG } from '../testing/sample-pictures.ts';

const server = useTestServer();

/** Each run of the tests breaks bodies in the same places. */
const SEED = 20_261_123;

interface BrokenBody {
  how: string;
  content: Buffer;
  type: string | undefined;
  encoding?: string;
}

const BOUNDARY = 'cut-here';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

const part = (disposition: string, type = 'text/csv', content = 'order_ref_number\r\nA-1') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

const DETAILS = part('name="orderDetails"; filename="orders.csv"');
const form = DETAILS + part('name="orderPackages"; filename="packages.csv"') + END;
const json = JSON.stringify({ ids: ['1'], name: 'Zoé', nested: [{ deep: [1, 2, { x: null }] }] });

const WHOLE: readonly (readonly [type: string, content: Buffer])[] = [
  ['application/json', Buffer.from(json)],
  [FORM, Buffer.from(form)],
  ['text/csv', Buffer.from('order_ref_number\r\nA-1\r\n')],
  ['image/png', PNG],
];

const FORMS: Readonly<Record<string, string>> = {
  'NUL in a file name': part('name="orderDetails"; filename="a\u0000b.csv"') + END,
  'an encoded NUL in a file name': part(`name="orderDetails"; filename*=UTF-8''a%00b.csv`) + END,
  'a line feed in a file name': part('name="orderDetails"; filename="a\nb.csv"') + END,
  'a file name of 100,000 characters':
    part(`name="orderDetails"; filename="${'x'.repeat(100_000)}"`) + END,
  'half a character in a file name': part(`name="orderDetails"; filename*=UTF-8''%F0%9F.csv`) + END,
  'a part without a name': part('filename="orders.csv"') + END,
  'a part named as what objects inherit': part('name="constructor"; filename="x.csv"') + END,
  'a part named __proto__': part('name="__proto__"; filename="x.csv"') + END,
  'a part of no form': `--${BOUNDARY}\r\nContent-Disposition: attachment\r\n\r\nx\r\n${END}`,
  'a part without headers': `--${BOUNDARY}\r\n\r\nx\r\n${END}`,
  'parts of nothing': `--${BOUNDARY}\r\n--${BOUNDARY}\r\n${END}`,
  'the same part twice': DETAILS + DETAILS + END,
  'the end first': END + form,
  'other line ends': form.replaceAll('\r\n', '\n'),
  'NUL in a cell':
    part('name="orderDetails"; filename="a.csv"', 'text/csv', 'order_ref_number\r\nA\u0000B') +
    part('name="orderPackages"; filename="a.csv"', 'text/csv', 'order_ref_number\r\nA\u0000B') +
    END,
  'headers without an end': `--${BOUNDARY}\r\nContent-Disposition: form-data; name="orderDetails"`,
  'a header of 200,000 characters': `--${BOUNDARY}\r\nX: ${'x'.repeat(200_000)}\r\n\r\nx\r\n${END}`,
  '3,000 headers': `--${BOUNDARY}\r\n${'X: y\r\n'.repeat(3000)}\r\nx\r\n${END}`,
  'another boundary': form.replaceAll(BOUNDARY, 'another'),
};

const TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary="${'x'.repeat(5000)}"`,
  `multipart/mixed; boundary=${BOUNDARY}`,
  'application/json; charset=utf-16',
  'application/json; charset=nothing',
  'application/x-www-form-urlencoded',
  'text/plain',
  'image/png; =;;',
  '/',
  ' ',
  undefined,
];

function brokenBodies(): BrokenBody[] {
  const random = seededRandom(SEED);
  const bodies: BrokenBody[] = [];
  for (const [type, content] of WHOLE) {
    const kind = type.split(';')[0];
    bodies.push({ how: `empty ${kind}`, content: Buffer.alloc(0), type });
    for (let cut = 0; cut < 5; cut += 1) {
      const at = random.between(1, content.length - 1);
      bodies.push({ how: `${kind} cut at ${at}`, content: content.subarray(0, at), type });
      const spoilt = Buffer.from(content);
      spoilt[at] = random.between(0, 255);
      bodies.push({ how: `${kind} spoilt at ${at}`, content: spoilt, type });
    }
    for (const other of TYPES) bodies.push({ how: `${kind} as ${other}`, content, type: other });
    for (const encoding of ['gzip', 'br', 'deflate, gzip', 'nonsense']) {
      bodies.push({ how: `${kind} said to be ${encoding}`, content, type, encoding });
    }
    bodies.push({ how: `${kind} in gzip`, content: gzipSync(content), type, encoding: 'gzip' });
  }
  for (const [how, text] of Object.entries(FORMS)) {
    bodies.push({ how, content: Buffer.from(text), type: FORM });
  }
  for (const text of [
    '\u0000',
    '"\\ud800"',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"a":1,"a":2}',
    '['.repeat(100_000),
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    '1e999',
    `"${'x'.repeat(30_000)}"`,
    '\uFEFF{}',
    'null',
  ]) {
    const how = `JSON ${text.slice(0, 30)}`;
    bodies.push({ how, content: Buffer.from(text), type: 'application/json' });
  }
  return bodies;
}

/** Errors that would have ended the process. */
const fatal: string[] = [];
const noteFatal = (error: Error) => fatal.push(error.message);

let app: FastifyInstance;
let port: number;
const credentials: Record<string, string> = {};

beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', noteFatal);
  app = await buildServer(server.deps, {
    developmentShop: { addPages: server.addShopPages },
    callLimits: plentifulLimits,
  });
  port = Number(new URL(await app.listen({ port: 0 })).port);
  const merchant = await makeMerchant(server);
  const token = `Bearer ${merchant.token}`;
  Object.assign(credentials, { user: token, owner: token, userOrService: token });
  credentials['carrier'] = `Bearer ${(await makeCarrier(server)).key}`;
  credentials['shipstation'] = (await makeShipstation(server, merchant)).authorization;
});

afterAll(async () => {
  process.off('uncaughtExceptionMonitor', noteFatal);
  await app.close();
});

const takesBody = ({ body }: Endpoint) => body !== undefined;

const UUID = '018f0000-0000-7000-8000-000000000000';

const calls = [
  ...endpoints.filter(takesBody).map((endpoint) => ({ endpoint, prefix: '/api' })),
  ...shopHostEndpoints.filter(takesBody).map((endpoint) => ({ endpoint, prefix: '/shop' })),
].map(({ endpoint, prefix }) => ({
  endpoint,
  url: prefix + endpoint.path.replaceAll(/\{\w+\}/g, UUID),
}));

function proofOf({ mayCall }: Endpoint, content: Buffer): Record<string, string> {
  if (mayCall === 'shop') {
    return {
      'x-shopify-shop-domain': 'broken.myshopify.com',
      'x-shopify-hmac-sha256': signatureOfBody(server.developmentShop.clientSecret, content),
    };
  }
  const authorization = credentials[mayCall];
  return authorization === undefined ? {} : { authorization };
}

/** A signed body that is no JSON object may be a signed query (shop-callbacks.test.ts). */
const isRefusedAsUnsigned = ({ mayCall }: { mayCall: string }, body: string) =>
  mayCall === 'shop' && Problem.parse(JSON.parse(body)).code === 'shop_signature_invalid';

/** Sends all bodies to the first of alike endpoints, a quarter to each other one. */
function bodiesOfCalls(): { endpoint: Endpoint; url: string; bodies: BrokenBody[] }[] {
  const all = brokenBodies();
  const alike = new Map<string, number>();
  return calls.map(({ endpoint, url }) => {
    const reader = [url.split('/')[1], endpoint.mayCall, bodyFor(endpoint)[0]].join(' ');
    const turn = alike.get(reader) ?? 0;
    alike.set(reader, turn + 1);
    return { endpoint, url, bodies: all.filter((_, at) => turn === 0 || at % 4 === turn % 4) };
  });
}

test('a broken body does not end the process and is not a server error', async () => {
  const failed: string[] = [];
  for (const { endpoint, url, bodies } of bodiesOfCalls()) {
    const answers = bodies.map(async ({ how, content, type, encoding }) => {
      const { statusCode, body } = await app.inject({
        method: endpoint.method,
        url,
        payload: content,
        headers: {
          ...proofOf(endpoint, content),
          ...(type !== undefined && { 'content-type': type }),
          ...(encoding !== undefined && { 'content-encoding': encoding }),
        },
      });
      const failure = endpoint.failure?.response ?? Problem;
      const isAnswered =
        statusCode < 400 || (statusCode < 500 && failure.safeParse(JSON.parse(body)).success);
      // A call whose session has ended reads no body.
      const isLost =
        statusCode === 401 && endpoint.mayCall !== 'anyone' && !isRefusedAsUnsigned(endpoint, body);
      if (!isAnswered || isLost) failed.push(`${endpoint.method} ${url}: ${how}: ${body}`);
    });
    await Promise.all(answers);
  }
  expect(calls.length).toBeGreaterThan(50);
  expect(failed).toEqual([]);
  expect(fatal).toEqual([]);
}, 60_000);

async function sendRaw(text: string | Buffer, leaves: boolean): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  socket.on('error', () => undefined);
  socket.write(text);
  if (leaves) setTimeout(() => socket.resetAndDestroy(), 5);
  await once(socket, 'close');
  return Buffer.concat(pieces).toString();
}

function bodyFor({ body }: Endpoint): readonly [type: string, content: Buffer] {
  if (isFormBody(body)) return [FORM, Buffer.from(form)];
  if (isRawBody(body)) return [body.raw, Buffer.from(json)];
  if (isFileBody(body)) return [body.mediaTypes[0], PNG];
  return ['application/json', Buffer.from(json)];
}

test('callers that leave mid-body or send a wrong length do not end the process', async () => {
  const answers = await Promise.all(
    calls.flatMap(({ endpoint, url }) => {
      const [type, content] = bodyFor(endpoint);
      const half = content.subarray(0, content.length / 2);
      const head = (length: string) =>
        [
          `${endpoint.method} ${url} HTTP/1.1`,
          ...['host: localhost', 'connection: close', `content-type: ${type}`, length],
          ...Object.entries(proofOf(endpoint, content)).map(([name, value]) => `${name}: ${value}`),
          '\r\n',
        ].join('\r\n');
      const said = head(`content-length: ${content.length}`);
      const chunked = head('transfer-encoding: chunked');
      const chunk = `${half.length.toString(16)}\r\n`;
      return [
        sendRaw(Buffer.concat([Buffer.from(said), half]), true),
        sendRaw(Buffer.concat([Buffer.from(chunked + chunk), half, Buffer.from('\r\n')]), true),
        sendRaw(
          Buffer.concat([Buffer.from(chunked + chunk), half, Buffer.from('\r\nnonsense\r\n')]),
          false,
        ),
        sendRaw(Buffer.concat([Buffer.from(said), content, content]), false),
      ];
    }),
  );
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 5'))).toEqual([]);
  expect(fatal).toEqual([]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
}, 60_000);

const chunkOf = (byte: string) => `1\r\n${byte}\r\n`;

test('a body in chunks of one byte is read whole', async () => {
  const content = JSON.stringify({ username: 'nobody@test.example', password: 'x'.repeat(200) });
  const answer = await sendRaw(
    'POST /api/auth/token HTTP/1.1\r\nHost: a\r\nConnection: close\r\n' +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
      `${Array.from(content, chunkOf).join('')}0\r\n\r\n`,
    false,
  );
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
});

test.each([
  ['in one piece', (size: number, body: Buffer) => [`Content-Length: ${size}`, body] as const],
  [
    'in chunks',
    (size: number, body: Buffer) =>
      [
        'Transfer-Encoding: chunked',
        Buffer.concat([
          Buffer.from(`${size.toString(16)}\r\n`),
          body,
          Buffer.from('\r\n0\r\n\r\n'),
        ]),
      ] as const,
  ],
])(
  'a body that is too large, sent %s, is read to its end, and the connection stays',
  async (_how, framed) => {
    const size = 20 * 1024 * 1024;
    const [framing, body] = framed(size, Buffer.alloc(size, 'x'));
    const head = (path: string, more: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n\r\n`;
    const answers = await sendRaw(
      Buffer.concat([
        Buffer.from(head('/api/auth/token', `Content-Type: application/json\r\n${framing}`)),
        body,
        Buffer.from(head('/api/nothing', 'Connection: close')),
      ]),
      false,
    );
    expect(answers.match(/HTTP.1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 404']);
  },
);

test('no body of an unknown path is read', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/nothing',
    headers: { 'content-type': 'application/json' },
    payload: '['.repeat(100_000),
  });
  expect(Problem.parse(answer.json()).code).toBe('not_found');
});

test.each(['/orders', '/orders/csv_check', '/orders/csv_upload'])(
  'a body for POST %s of brackets alone is refused before it is parsed',
  async (path) => {
    const merchant = await makeMerchant(server);
    const headers = { 'content-type': 'application/json' };
    const brackets = '['.repeat(400_000) + ']'.repeat(400_000);
    const before = process.threadCpuUsage();
    const { statusCode, body } = await merchant.call('POST', path, {
      payload: `{"notes":${brackets}}`,
      headers,
    });
    const { user, system } = process.threadCpuUsage(before);
    expect([statusCode, body]).toEqual([400, expect.stringContaining('malformed_json')]);
    expect((user + system) / 1000).toBeLessThan(100);
  },
);

test.each([
  ['the keys of an object', Array.from({ length: 20_001 }, (_, key) => `"${key}":0`).join(), '{}'],
  ['the values of a list', Array.from({ length: 20_001 }, () => '0').join(), '[]'],
  ['lists in a list', Array.from({ length: 10_001 }, () => '[]').join(), '[]'],
])(
  'a body of 20,001 values as %s is refused before it is parsed',
  async (_what, inner, [open, close]) => {
    const merchant = await makeMerchant(server);
    const headers = { 'content-type': 'application/json' };
    const payload = `${open}${inner}${close}`;
    const answer = await merchant.call('POST', '/orders', { payload, headers });
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      expect.objectContaining({
        code: 'too_many_values',
        detail: 'The body of a request may have at most 20,000 values.',
      }),
    ]);
  },
);

test('brackets within a text are no nesting', async () => {
  const merchant = await makeMerchant(server);
  const search = `"${'['.repeat(60)}\\"`.repeat(3);
  const { statusCode } = await merchant.call('POST', '/orders/views', {
    payload: { name: 'Brackets', filter: { search }, columns: [] },
  });
  expect(statusCode).toBe(201);
});
