import { once } from 'node:events';
import net from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';

function testServer() {
  const server = fastify({ forceCloseConnections: true });
  server.get('/', () => 'here');
  onTestFinished(() => server.close());
  return server;
}

const HOST = '127.0.0.1';

test('each socket that accepts a connection answers it', async () => {
  const address = await listen(testServer(), { host: HOST, port: 0 });
  const calls = Array.from({ length: 100 }, () =>
    fetch(address, { headers: { connection: 'close' } }).then((answer) => answer.text()),
  );
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['here']));
});

test('no socket delays part of an answer', async () => {
  const server = testServer();
  const delays = new Set<boolean>();
  server.addHook('onRequest', async ({ raw: { socket } }) => {
    // The only way to read TCP_NODELAY in Node.
    const sign = Object.getOwnPropertySymbols(socket).find(
      ({ description }) => description === 'kSetNoDelay',
    );
    delays.add(sign === undefined || Reflect.get(socket, sign) !== true);
  });
  const address = await listen(server, { host: HOST, port: 0 });
  await Promise.all(
    Array.from({ length: 100 }, () => fetch(address, { headers: { connection: 'close' } })),
  );
  expect(delays).toEqual(new Set([false]));
});

test('a second server cannot take the port of the first one', async () => {
  const { port } = new URL(await listen(testServer(), { host: HOST, port: 0 }));
  const second = listen(testServer(), { host: HOST, port: Number(port) });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('the port is free once the server is closed', async () => {
  const server = testServer();
  const { port } = new URL(await listen(server, { host: HOST, port: 0 }));
  await server.close();
  const next = net.createServer().listen({ host: HOST, port: Number(port) });
  await once(next, 'listening');
  next.close();
});
