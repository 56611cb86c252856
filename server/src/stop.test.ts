import { beforeEach, expect, it, vi } from 'vitest';
import { callServer } from './testing/call-server.ts';
import { databaseBehindNetwork } from './testing/database-behind-network.ts';
import { startMailServer, startStrangeServer } from './testing/mail-server.ts';
import { makeServerHome, type ServerHome } from './testing/server-home.ts';

let home: ServerHome;

beforeEach(async ({ onTestFinished }) => {
  home = await makeServerHome();
  onTestFinished(home.remove);
});

it('mails are sent by a mail server, are not in the outbox, and delay neither a draining stop nor the database', async () => {
  const mailServer = await startMailServer();
  const server = await home.start({
    PORTAGE_PUBLIC_URL: 'https://portage.example',
    PORTAGE_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?tls.rejectUnauthorized=false`,
    PORTAGE_DRAIN_SECONDS: '1',
  });
  await server.listening;
  const username = await home.makeUser();
  await callServer(server.address, undefined, 'POST', '/users/reset_password', { username });
  await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 15_000 });
  expect(mailServer.received[0]?.recipients).toEqual([username]);
  expect((await fetch(`${server.address}/dev/mail.json`)).status).toBe(404);

  const statusOf = async (path: string) => (await fetch(`${server.address}${path}`)).status;
  expect(await statusOf('/readyz')).toBe(200);
  const database = await home.postmasterPid();
  server.process.kill('SIGTERM');
  // While it drains, it is not ready, but answers calls.
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(503), { interval: 20 });
  expect(await statusOf('/config.json')).toBe(200);
  expect(await server.ended).toEqual({ code: 0, errors: '' });
  expect(() => process.kill(database, 0)).toThrow('ESRCH');
});

it('a mail to a server that hangs is given up by a stop until the next start', async () => {
  const connected = Promise.withResolvers<undefined>();
  const mailServer = await startStrangeServer(() => connected.resolve(undefined));
  const server = await home.start({
    PORTAGE_PUBLIC_URL: 'https://portage.example',
    PORTAGE_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?greetingTimeout=60000`,
  });
  await server.listening;
  const username = await home.makeUser();
  await callServer(server.address, undefined, 'POST', '/users/reset_password', { username });
  await connected.promise;
  server.process.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, errors: '' });
});

// The tests above stop servers with all faces by SIGTERM.
it('a server with one face serves only that and its health, and SIGINT stops it silently with its database', async () => {
  const server = await home.start({ PORTAGE_FACES: 'tracking' });
  await server.listening;
  const paths = ['/readyz', '/track', '/api/openapi.json', '/shop/webhooks', '/config.json', '/'];
  const statuses = paths.map(async (path) => (await fetch(`${server.address}${path}`)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404, 404, 404]);
  const database = await home.postmasterPid();
  server.process.kill('SIGINT');
  expect(await server.ended).toEqual({ code: 0, errors: '' });
  expect(() => process.kill(database, 0)).toThrow('ESRCH');
});

it('a server told to stop while it starts leaves no database running', async () => {
  const server = await home.start();
  await vi.waitFor(home.postmasterPid, { timeout: 30_000 });
  server.process.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, errors: '' });
  await vi.waitFor(() => expect(home.postmasterPid()).rejects.toThrow('ENOENT'), {
    timeout: 10_000,
  });
});

it('a server whose connections to the database were lost silently stops in time', async () => {
  const { url, loseConnections } = await databaseBehindNetwork();
  const server = await home.start({
    DATABASE_URL: url,
    PORTAGE_SECRET_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
  });
  await server.listening;
  loseConnections();
  const calls = Array.from({ length: 3 }, () => fetch(`${server.address}/readyz`));
  const answered = Promise.allSettled(calls);
  server.process.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  await answered;
});
