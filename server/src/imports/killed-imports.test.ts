import { once } from 'node:events';
import { env } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OrderImport } from '@portage/contract/imports/imports';
import type { OrderPage } from '@portage/contract/orders/orders';
import { callServer, signInTo } from '../testing/call-server.ts';
import { csvFile, csvOf, manyRows } from '../testing/import-orders.ts';
import { makeServerHome, type ServerHome } from '../testing/server-home.ts';

/** Rows to import; five kills need `IMPORT_ROWS=20000`. */
const ROWS = Number(env['IMPORT_ROWS'] ?? 400);

const KILLS = ROWS < 20_000 ? 2 : 5;

const BATCH = 100;

/** Timeouts of a step, including the detection of a killed worker. */
const PATIENCE = { timeout: ROWS < 20_000 ? 60_000 : 300_000, interval: 50 };

/** Pauses a batch between its orders and its progress, where each kill hits. */
const limitOrders = sql`
  create table created_orders (most int not null);
  insert into created_orders values (0);
  grant select on created_orders to public;
  create function wait_for_limit() returns trigger language plpgsql as $$
    begin
      while (select count(*) > (select most from created_orders) from orders) loop
        perform pg_sleep(0.01);
      end loop;
      return new;
    end $$;
  create trigger wait_for_limit before update of done_through on imports
    for each row execute function wait_for_limit();
`;

async function isBatchHeld(home: ServerHome): Promise<boolean> {
  const held = sql`select from pg_stat_activity where wait_event = 'PgSleep'`;
  return (await home.withDatabase((db) => held.execute(db))).rows.length > 0;
}

/** Kills a backend, so that PostgreSQL restarts with crash recovery. */
async function restartDatabase(home: ServerHome): Promise<void> {
  const connections = sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = 'portage' and pid <> pg_backend_pid()
  `;
  const { rows } = await home.withDatabase((db) => connections.execute(db));
  const [connection] = rows;
  if (!connection) throw new Error('The server has no connection');
  process.kill(connection.pid, 'SIGKILL');
}

const isRestarting = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('Connection terminated') ||
    ('code' in error && /^(57P0[123]|ECONN.*)$/.test(String(error.code))));

test(
  `with a database that restarts, and killed ${KILLS} times, an import creates each of its orders once`,
  { timeout: ROWS < 20_000 ? 120_000 : 600_000 },
  async ({ onTestFinished }) => {
    const home = await makeServerHome();
    onTestFinished(home.remove);
    let server = await home.start();
    await server.listening;
    const username = await home.makeUser();
    await home.withDatabase((db) => limitOrders.execute(db));
    const setLimit = async (most: number): Promise<void> => {
      try {
        await home.withDatabase((db) => sql`update created_orders set most = ${most}`.execute(db));
      } catch (error) {
        if (!isRestarting(error)) throw error;
        await setTimeout(50);
        await setLimit(most);
      }
    };
    let token = await signInTo(server.address, username);

    const { orderDetailsCsv, orderPackagesCsv } = manyRows(ROWS);
    const form = new FormData();
    form.append('orderDetails', csvFile(csvOf('orderDetails', orderDetailsCsv)));
    form.append('orderPackages', csvFile(csvOf('orderPackages', orderPackagesCsv)));
    const sent = await fetch(`${server.address}/api/orders/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect(sent.status).toBe(202);
    const { importId } = (await sent.json()) as { importId: string };
    const progress = async (): Promise<Partial<OrderImport>> => {
      const path = `/orders/imports/${importId}`;
      const answer = await callServer(server.address, token, 'GET', path);
      // Unknown while the database restarts.
      return answer.ok ? ((await answer.json()) as OrderImport) : {};
    };

    const until = (what: string, isSo: (told: Partial<OrderImport>) => boolean) =>
      expect.poll(async () => isSo(await progress()), { message: what, ...PATIENCE }).toBe(true);
    const createSome = async (part: number) => {
      const due = BATCH * Math.ceil((ROWS * part) / BATCH);
      await setLimit(due);
      await until(`${due} orders are created`, ({ created = 0 }) => created >= due);
      await expect.poll(() => isBatchHeld(home), PATIENCE).toBe(true);
    };

    // First, because retries come later each time.
    await createSome(1 / (KILLS + 2));
    await restartDatabase(home);
    await until('the import can be asked for again', ({ state }) => state !== undefined);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await createSome((kill + 1) / (KILLS + 2));
      server.process.kill('SIGKILL');
      if (server.process.exitCode === null) await once(server.process, 'exit');
      server = await home.start();
      await server.listening;
      token = await signInTo(server.address, username);
    }
    await setLimit(ROWS);
    const isOver = ({ state }: Partial<OrderImport>) =>
      state !== undefined && state !== 'RUNNING' && state !== 'QUEUED';
    await until('the import is over', isOver);
    const { state, created, failed } = await progress();
    expect({ state, created, failed }).toEqual({ state: 'DONE', created: ROWS, failed: 0 });

    const references: string[] = [];
    let after = '';
    do {
      const path = `/orders?importId=${importId}${after}`;
      const answer = await callServer(server.address, token, 'GET', path);
      const { orders, next } = (await answer.json()) as OrderPage;
      references.push(...orders.flatMap(({ refNumber }) => refNumber ?? []));
      after = next ? `&startAt=${next.startAt}&createdAt=${next.createdAt}` : '';
    } while (after !== '');
    expect(references).toHaveLength(ROWS);
    expect(new Set(references).size).toBe(ROWS);
  },
);
