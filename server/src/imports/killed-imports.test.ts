import { once } from 'node:events';
import { env } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type ImportCell, importColumns } from '@portage/contract/import-columns';
import type { OrderImport } from '@portage/contract/imports';
import type { OrderPage } from '@portage/contract/orders';
import { callServer, signInTo } from '../testing/call-server.ts';
import { manyRows } from '../testing/import-orders.ts';
import { makeServerHome } from '../testing/server-home.ts';

/** How many rows are imported; `IMPORT_ROWS=20000` makes it long enough for five kills. */
const ROWS = Number(env['IMPORT_ROWS'] ?? 1500);

const KILLS = ROWS < 20_000 ? 2 : 5;

const csvOf = (
  columns: readonly string[],
  rows: readonly Record<string, ImportCell | undefined>[],
) =>
  [
    columns.join(','),
    ...rows.map((row) => {
      return columns.map((column) => String(row[column] ?? '')).join(',');
    }),
  ].join('\n');

/** Makes each batch of orders take half a second, so that a kill always meets an import under way. */
const slowDownOrders = sql`
  create function slow_down() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.5); return null; end $$;
  create trigger slow_down before insert on orders for each statement execute function slow_down();
`;

test(
  `killed ${KILLS} times, an import creates each of its orders once`,
  { timeout: 600_000 },
  async ({ onTestFinished }) => {
    const home = await makeServerHome();
    onTestFinished(home.remove);
    let server = await home.start();
    await server.listening;
    const username = await home.makeUser();
    await home.withDatabase((db) => slowDownOrders.execute(db));
    let token = await signInTo(server.address, username);

    const { orderDetailsCsv, orderPackagesCsv } = manyRows(ROWS);
    const form = new FormData();
    const type = 'text/csv';
    const details = csvOf(importColumns.orderDetails, orderDetailsCsv);
    const packages = csvOf(importColumns.orderPackages, orderPackagesCsv);
    form.append('orderDetails', new File([details], 'orders.csv', { type }));
    form.append('orderPackages', new File([packages], 'packages.csv', { type }));
    const sent = await fetch(`${server.address}/api/orders/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect(sent.status).toBe(202);
    const { importId } = (await sent.json()) as { importId: string };
    const progress = async () => {
      const path = `/orders/imports/${importId}`;
      const answer = await callServer(server.address, token, 'GET', path);
      return (await answer.json()) as OrderImport;
    };

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const due = (ROWS * kill) / (KILLS + 2);
      let created = 0;
      while (created < due) {
        ({ created } = await progress());
        await setTimeout(5);
      }
      expect(created).toBeLessThan(ROWS);
      server.process.kill('SIGKILL');
      if (server.process.exitCode === null) await once(server.process, 'exit');
      server = await home.start();
      await server.listening;
      token = await signInTo(server.address, username);
    }
    for (;;) {
      const { state, created, failed } = await progress();
      if (state !== 'RUNNING' && state !== 'QUEUED') {
        expect({ state, created, failed }).toEqual({ state: 'DONE', created: ROWS, failed: 0 });
        break;
      }
      await setTimeout(50);
    }

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
