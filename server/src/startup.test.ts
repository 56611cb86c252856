import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { SessionTokens } from '@portage/contract/sessions';
import { openDatabase, openPool } from './db/database.ts';
import { mapleAndPine } from './db/demo/demo-merchants.ts';
import { openLog } from './log.ts';
import { createMerchant } from './merchants/create-merchant.ts';
import { startMailServer, startStrangeServer } from './testing/mail-server.ts';
import { merchantProfile, TEST_PASSWORD } from './testing/make-merchant.ts';
import { newOrderPayload } from './testing/make-order.ts';
import { freePort, portOf, startServerProcess } from './testing/server-process.ts';
import { cloneTestDatabase } from './testing/test-database.ts';
import { createUser } from './users/create-user.ts';

// Each test starts the whole server, some of them several times.
vi.setConfig({ testTimeout: 60_000 });

let dataDirectory: string;

beforeEach(async ({ onTestFinished }) => {
  const parent = await fs.mkdtemp(path.join(os.tmpdir(), 'portage test '));
  await fs.chmod(parent, 0o755); // as a checkout would be, within reach of every account
  dataDirectory = path.join(parent, 'data');
  onTestFinished(() => fs.rm(parent, { recursive: true }));
});

describe('a start that cannot go on says why in one line, and ends with the code of the case', () => {
  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/portage'],
    ['PORTAGE_DEMO', 'maybe'],
    ['PORTAGE_LOG_LEVEL', 'loud'],
  ])('when %s is %s', async (key, value) => {
    const server = await startServer({ [key]: value });
    const { code, errors } = await server.ended;
    expect(errors).toMatch(new RegExp(`^${key}: .+\n$`));
    expect(code).toBe(78);
  });

  it('when mails would go nowhere', async () => {
    const server = await startServer({ PORTAGE_DEV_MAIL: 'off' });
    const { code, errors } = await server.ended;
    expect(errors).toMatch(/^PORTAGE_SMTP_URL: is needed: without a mail server .+\n$/);
    expect(code).toBe(78);
  });

  it('when the demo is off on the database of a demo, whose passwords everybody can read', async () => {
    const database = await cloneTestDatabase();
    const db = openDatabase(openPool(database.url, openLog('silent'), 1));
    onTestFinished(async () => {
      await db.destroy();
      await database.drop();
    });
    await createMerchant(db, mapleAndPine.profile);
    const { username, password } = mapleAndPine.signIn;
    const user = {
      username,
      password,
      name: 'Demo',
      kind: 'user',
      mustChangePassword: false,
    } as const;
    await createUser(db, { ...user, merchantId: mapleAndPine.profile.id }, Date.now());

    const server = await startServer({ DATABASE_URL: database.url });
    const { code, errors } = await server.ended;
    expect(errors).toMatch(/^PORTAGE_DEMO: is off, but the database holds the demo’s users.+\n$/);
    expect(code).toBe(78);
  });

  it('when the port is taken', async () => {
    const database = await cloneTestDatabase();
    onTestFinished(() => database.drop());
    const other = net.createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const port = portOf(other);

    const server = await startServer({ PORT: String(port), DATABASE_URL: database.url });
    const { code, errors } = await server.ended;
    expect(errors).toMatch(
      new RegExp(`^Port ${port} on 127.0.0.1 is taken by another program.+\n$`),
    );
    expect(code).toBe(71);
  });

  it('when the data directory cannot be written', async () => {
    await fs.writeFile(dataDirectory, 'a file, not a directory');
    const server = await startServer({ PORTAGE_DATA: path.join(dataDirectory, 'below') });
    const { code, errors } = await server.ended;
    expect(errors).toMatch(/^The data directory .+ cannot be written: ENOTDIR.+\n$/);
    expect(code).toBe(73);
  });

  it('when the database cannot be reached, without telling its password', async () => {
    const port = await freePort();
    const server = await startServer({
      DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/mine`,
    });
    const { code, errors } = await server.ended;
    expect(errors).toMatch(
      new RegExp(`^The database mine at 127.0.0.1:${port} .+ cannot be reached: .+\n$`),
    );
    expect(errors).not.toContain('secret');
    expect(code).toBe(69);
  });

  it('when another server uses the data directory, which goes on undisturbed', async () => {
    const first = await startServer();
    await first.listening;
    const second = await startServer();
    const { code, errors } = await second.ended;
    expect(errors).toMatch(/^Another Portage is running on the data directory .+\n$/);
    expect(code).toBe(75);
    expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
  });
});

describe('with a mail server', () => {
  it('mails go out, are not to be read, and hold up no stop', async () => {
    const mailServer = await startMailServer();
    const server = await startServer({
      PORTAGE_PUBLIC_URL: 'https://portage.example',
      PORTAGE_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?tls.rejectUnauthorized=false`,
    });
    await server.listening;
    const username = await makeUser();
    await call(server.address, undefined, 'POST', '/users/reset_password', { username });
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 15_000 });
    expect(mailServer.received[0]?.recipients).toEqual([username]);
    expect((await fetch(`${server.address}/dev/mail.json`)).status).toBe(404);

    server.process.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, errors: '' });
  });
});

describe('with a mail server that hangs', () => {
  it('a stop gives the mail up until the next start', async () => {
    const connected = Promise.withResolvers<undefined>();
    const mailServer = await startStrangeServer(() => connected.resolve(undefined));
    const server = await startServer({
      PORTAGE_PUBLIC_URL: 'https://portage.example',
      PORTAGE_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?greetingTimeout=60000`,
    });
    await server.listening;
    const username = await makeUser();
    await call(server.address, undefined, 'POST', '/users/reset_password', { username });
    await connected.promise;
    server.process.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, errors: '' });
  });
});

describe('a server told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s ends without a word, and its database with it',
    async (signal) => {
      const server = await startServer();
      await server.listening;
      const database = await postmasterPid();
      server.process.kill(signal);
      expect(await server.ended).toEqual({ code: 0, errors: '' });
      expect(() => process.kill(database, 0)).toThrow('ESRCH');
    },
  );
});

describe('a server told to stop while it starts', () => {
  it('leaves no database running', async () => {
    const server = await startServer();
    await vi.waitFor(postmasterPid, { timeout: 30_000 });
    server.process.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, errors: '' });
    await vi.waitFor(() => expect(postmasterPid()).rejects.toThrow('ENOENT'), { timeout: 10_000 });
  });
});

describe('after kill -9', () => {
  it('of the database, the server says so and ends', async () => {
    const server = await startServer();
    await server.listening;
    process.kill(await postmasterPid(), 'SIGKILL');
    const { code, errors } = await server.ended;
    expect(errors).toMatch(/^The embedded database has stopped by itself: ended with SIGKILL.*\n$/);
    expect(code).toBe(70);
  });

  it.each(['server', 'database', 'server and database'])(
    'of the %s, every acknowledged order is there at the next start, and is located',
    async (victims) => {
      const server = await startServer();
      await server.listening;
      const username = await makeUser();
      const acknowledged = await createOrdersUntilItFails(server.address, username, async () => {
        if (victims.includes('database')) process.kill(await postmasterPid(), 'SIGKILL');
        if (victims.includes('server')) server.process.kill('SIGKILL');
      });
      expect((await server.ended).code).not.toBe(0);

      const next = await startServer();
      await next.listening;
      const token = await signIn(next.address, username);
      for (const id of acknowledged) {
        await vi.waitFor(
          async () => {
            const order = await call(next.address, token, 'GET', `/orders/${id}`);
            expect(order.status, id).toBe(200);
            expect(await order.json()).toMatchObject({ id, orderStatus: 'GEOCODED' });
          },
          { timeout: 15_000, interval: 50 },
        );
      }
    },
  );
});

/** Starts the product itself, on a free port and the test's data directory. */
const startServer = (settings: Record<string, string> = {}) =>
  startServerProcess({ PORTAGE_DATA: dataDirectory, ...settings });

/** Makes a merchant with a user in the running server's database, and tells the username. */
async function makeUser(): Promise<string> {
  const home = path.join(dataDirectory, 'postgres');
  const password = await fs.readFile(path.join(home, 'password'), 'utf8');
  const port = (await postmasterFile())[3];
  const url = `postgresql://portage:${password}@127.0.0.1:${port}/portage`;
  const db = openDatabase(openPool(url, openLog('silent'), 1));
  const merchant = merchantProfile();
  const username = `user-${merchant.id}@test.example`;
  await createMerchant(db, merchant);
  const user = { username, name: 'Test User', kind: 'user', mustChangePassword: false } as const;
  await createUser(db, { ...user, merchantId: merchant.id, password: TEST_PASSWORD }, Date.now());
  await db.destroy();
  return username;
}

/** Creates orders on several connections, interrupts that, and returns those acknowledged. */
async function createOrdersUntilItFails(
  address: string,
  username: string,
  interrupt: () => Promise<void>,
): Promise<string[]> {
  const token = await signIn(address, username);
  const acknowledged: string[] = [];
  const create = async () => {
    for (;;) {
      const response = await call(address, token, 'POST', '/orders', newOrderPayload());
      if (response.status !== 201) return;
      acknowledged.push(z.object({ id: z.string() }).parse(await response.json()).id);
    }
  };
  const creating = Promise.allSettled([create(), create(), create()]);
  await vi.waitFor(
    () => {
      expect(acknowledged.length).toBeGreaterThan(20);
    },
    { timeout: 20_000 },
  );
  await interrupt();
  await creating;
  return acknowledged;
}

async function signIn(address: string, username: string): Promise<string> {
  const credentials = { username, password: TEST_PASSWORD };
  const response = await call(address, undefined, 'POST', '/auth/token', credentials);
  return SessionTokens.parse(await response.json()).token;
}

function call(
  address: string,
  token: string | undefined,
  method: 'GET' | 'POST',
  route: string,
  body?: object,
): Promise<Response> {
  return fetch(`${address}/api${route}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function postmasterPid(): Promise<number> {
  return Number((await postmasterFile())[0]);
}

/** The lines in which PostgreSQL tells of itself: first its process number, fourth its port. */
async function postmasterFile(): Promise<string[]> {
  const file = path.join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid');
  return (await fs.readFile(file, 'utf8')).split('\n');
}
