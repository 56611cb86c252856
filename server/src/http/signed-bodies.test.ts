import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { HOUR } from '@portage/contract/time';
import { signatureOfBody } from '../shop/shop-signatures.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { useListeningServer } from '../testing/use-server.ts';

const server = useTestServer();

const KB = 1024;
const MB = 1024 * KB;

/** The patience outlasts every test on any machine. */
const LIMITS = { known: 64 * MB, unknown: MB, patience: HOUR };

const listen = (signedBodyLimits = LIMITS) =>
  useListeningServer(server.deps, { trustedProxies: ['127.0.0.1'], signedBodyLimits });

const PLATFORM = '23.227.38.1';
const STRANGER = '198.51.100.7';

function webhookFrom(app: FastifyInstance, address: string) {
  const payload = Buffer.from('{"id":1}');
  return app.inject({
    method: 'POST',
    url: '/shop/webhooks/orders/create',
    payload,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      'x-shopify-shop-domain': 'signed.myshopify.com',
      'x-shopify-hmac-sha256': signatureOfBody(server.developmentShop.clientSecret, payload),
    },
  });
}

function openCall(port: number, address: string, bytes: number) {
  const socket = net.connect(port, '127.0.0.1');
  const call = { socket, status: undefined as number | undefined };
  socket.on('error', () => undefined);
  socket.on('data', (piece) => {
    call.status ??= Number(piece.toString().split(' ')[1]);
  });
  socket.write(
    [
      'POST /shop/carrier_rates HTTP/1.1',
      ...['host: localhost', 'content-type: application/json', `x-forwarded-for: ${address}`],
      `content-length: ${bytes + 1}`,
      '\r\n',
    ].join('\r\n'),
  );
  socket.write(Buffer.alloc(bytes, ' '));
  return call;
}

test('300 open calls without a signature hold little memory, and the platform is served', async () => {
  const { app, port } = await listen();
  // The platform has signed before: its address is known.
  expect((await webhookFrom(app, PLATFORM)).statusCode).toBe(200);

  const calls = Array.from({ length: 300 }, () => openCall(port, STRANGER, 64 * KB));
  const open = () => calls.filter(({ status }) => status === undefined).length;
  await expect.poll(open, { timeout: 20_000 }).toBeLessThanOrEqual(16);
  expect(new Set(calls.flatMap(({ status }) => status ?? []))).toEqual(new Set([503]));

  expect((await webhookFrom(app, PLATFORM)).statusCode).toBe(200);
  for (const { socket } of calls) socket.destroy();
  // Abandoned bodies release their bytes.
  await expect.poll(async () => (await webhookFrom(app, STRANGER)).statusCode).toBe(200);
});

test('a signed body over the limit is refused while it arrives', async () => {
  const { app, port } = await listen();
  expect((await webhookFrom(app, PLATFORM)).statusCode).toBe(200);
  const call = openCall(port, PLATFORM, 3 * MB);
  await expect.poll(() => call.status).toBe(413);
  call.socket.destroy();
});

test('a body that does not arrive in time ends its connection without an answer', async () => {
  const { port } = await listen({ ...LIMITS, patience: 50 });
  const call = openCall(port, STRANGER, KB);
  await expect.poll(() => call.socket.closed).toBe(true);
  expect(call.status).toBeUndefined();
});
