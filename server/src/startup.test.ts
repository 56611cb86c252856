import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import net from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { mapleAndPine } from '../../demo/src/merchants.ts';
import { StartupError } from '../../postgres/src/startup-error.ts';
import { createMerchant } from './merchants/first-profile.ts';
import { runStatement } from './testing/admin-statement.ts';
import { freePort } from './testing/free-port.ts';
import { makeServerHome, type ServerHome } from './testing/server-home.ts';
import { portOf } from './testing/server-process.ts';
import { startServer } from './testing/start-server.ts';
import { useClonedDatabase, useEmptyDatabase } from './testing/test-database.ts';
import { createUser } from './users/accounts.ts';

let home: ServerHome;

async function failedStart(settings: Record<string, string>) {
  const error = await startServer({ PORTAGE_DATA: home.directory, ...settings }).then(
    (portage) => portage.stop(),
    (thrown: unknown) => thrown,
  );
  if (error instanceof StartupError) return error;
  throw new Error('The start was not refused', { cause: error });
}

beforeEach(async ({ onTestFinished }) => {
  home = await makeServerHome({ isNew: true });
  onTestFinished(home.remove);
});

describe('a start that cannot go on says why in one line, and ends with the code of the case', () => {
  // The first shows that a process prints its start's error and exits with its code. Wrong settings
  // are tested where they are read.
  it('when a setting is wrong', async () => {
    const server = await home.start({ PORT: 'eighty' });
    const { code, errors } = await server.ended;
    expect(errors).toMatch(/^PORT: .+\n$/);
    expect(code).toBe(78);
  });

  it('when the demo is off on the database of a demo, whose passwords are public', async () => {
    const { db, url } = await useClonedDatabase();
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

    const { message, exitCode } = await failedStart({ DATABASE_URL: url });
    expect(message).toMatch(/^PORTAGE_DEMO: is off, but the database holds the demo’s users.+$/);
    expect(exitCode).toBe(78);
  });

  it('when the database is older than it can bring up to date, with the version to start first', async () => {
    const { url: database } = await useClonedDatabase();
    await runStatement(
      database,
      `with newer as (delete from kysely_migration where name > '0095-schema')
       update kysely_migration set name = '0091-unreadable-shop-orders'
       where name = '0095-schema'`,
    );
    const { message, exitCode } = await failedStart({ DATABASE_URL: database });
    expect(message).toMatch(
      /^The database is older .+0091-unreadable-shop-orders\): start Portage of commit \w+ on it first.+$/,
    );
    expect(exitCode).toBe(65);
  });

  it('when the database belongs to a newer Portage, with the versions of both', async () => {
    const { url: database } = await useClonedDatabase();
    await runStatement(
      database,
      "insert into kysely_migration values ('9001-robots', '2026-11-24T00:00:00.000Z')",
    );
    const { message, exitCode } = await failedStart({ DATABASE_URL: database });
    expect(message).toMatch(/^The database belongs to a newer .+9001-robots, .+ is 0\d{3}-.+$/);
    expect(exitCode).toBe(65);
  });

  it('when the keys are missing that encrypted its secrets, without making others', async () => {
    const { url: database } = await useClonedDatabase();
    await runStatement(
      database,
      String.raw`insert into secrets values ('lookups', '\x0000000100')`,
    );
    const { message, exitCode } = await failedStart({ DATABASE_URL: database });
    expect(message).toMatch(/^PORTAGE_SECRET_KEYS: is not set, and there is no file .+$/);
    expect(exitCode).toBe(78);
    await expect(fs.access(home.directory)).rejects.toThrow('ENOENT');
  });

  const portKeys = ['PORT', 'PORTAGE_METRICS_PORT'];
  it.each(portKeys)('when the port of %s is taken, before it changes anything', async (key) => {
    const { url: database } = await useEmptyDatabase();
    const other = net.createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const port = portOf(other);

    const free = String(await freePort());
    const settings = { PORT: free, [key]: String(port), DATABASE_URL: database };
    const { message, exitCode } = await failedStart(settings);
    expect(message).toMatch(
      new RegExp(`^Port ${port} on 127.0.0.1 is taken by another program.+set ${key} to .+$`),
    );
    expect(exitCode).toBe(71);
    const tables = await runStatement(
      database,
      "select from pg_class where relnamespace = 'public'::regnamespace",
    );
    expect(tables).toEqual([]);
    await expect(fs.access(home.directory)).rejects.toThrow('ENOENT');
  });

  it('when the database cannot be reached, without telling its password', async () => {
    const port = await freePort();
    const { message, exitCode } = await failedStart({
      DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/mine`,
    });
    expect(message).toMatch(
      new RegExp(`^The database mine at 127.0.0.1:${port} .+ cannot be reached: .+$`),
    );
    expect(message).not.toContain('secret');
    expect(exitCode).toBe(69);
  });

  it('when another server uses the data directory, which stays up', async () => {
    const used = await makeServerHome();
    onTestFinished(used.remove);
    const first = await used.start();
    await first.listening;
    const { message, exitCode } = await failedStart({ PORTAGE_DATA: used.directory });
    expect(message).toMatch(/^Another Portage is running on the data directory .+$/);
    expect(exitCode).toBe(75);
    expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
  });
});
