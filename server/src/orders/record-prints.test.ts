import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { labelStatusOf, labelVersionOf } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import { insertJob } from '../jobs/job-queries.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { edit, makePlacedOrder, readHistory, readOrder } from '../testing/edit-orders.ts';
import { serverOfFew, whileHeld } from '../testing/held-orders.ts';
import { makeInsertedOrder, insertOrder } from '../testing/insert-order.ts';
import { codeOf, callAs, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import { recordPrints, untilPrintsRecorded, recordOnceFree } from './record-prints.ts';

const server = useTestServer();

const labelsOf = (order: Order) => [labelStatusOf(order), labelVersionOf(order)];

async function makeLocatedOrder() {
  const { merchant, id, version } = await makePlacedOrder(server);
  return {
    merchant,
    id,
    read: () => readOrder(merchant, id),
    print: async (format = 'zpl') => {
      await merchant.call('GET', `/labels/${id}?format=${format}`);
      await untilPrintsRecorded();
    },
    printAndDie: async () => {
      await insertJob(server.deps.db, 'record-print', {
        merchantId: merchant.merchant.id,
        username: merchant.username,
        format: 'zpl',
        printedAt: TEST_NOW,
        orders: [{ id, version, labelVersion: 1 }],
      });
      await expect.poll(async () => (await readOrder(merchant, id)).labelPrintedAt).toBe(TEST_NOW);
    },
    change: (notes: string) => edit(merchant, id, { notes }),
    record: (...orders: Order[]) => recordTheirPrints(merchant, orders),
    prints: async () =>
      (await readHistory(merchant, id)).filter(({ action }) => action === 'label.printed'),
  };
}

async function recordTheirPrints({ merchant, username }: TestMerchant, orders: Order[]) {
  const session = { merchantId: merchant.id, username };
  await recordPrints(server.deps, { session, orders, format: 'zpl' });
  await untilPrintsRecorded();
}

async function loggingServer(connections: number) {
  const { log, lines } = recordedLog('warn');
  const { app, stop } = await serverOfFew(server, connections, log);
  const get = async (merchant: TestMerchant, path: string) =>
    (await callAs(app, merchant)('GET', path)).statusCode;
  return { lines, get, stop };
}

test('labels print while the order is locked, and are recorded when it is free', async () => {
  const order = await makeLocatedOrder();
  await whileHeld(server, order, async () => {
    expect((await order.merchant.call('GET', `/labels/${order.id}`)).statusCode).toBe(200);
  });
  await untilPrintsRecorded();
  expect(await order.read()).toMatchObject({ labelPrintedAt: TEST_NOW });
  expect(await order.prints()).toHaveLength(1);
});

test('repeated prints of a locked order do not delay other calls', async () => {
  const { lines, get, stop } = await loggingServer(3);
  const order = await makeLocatedOrder();
  const other = await makeLocatedOrder();
  const prints = 5;
  await whileHeld(server, order, async () => {
    for (let print = 0; print < prints; print += 1) {
      expect(await get(order.merchant, `/labels/${order.id}`)).toBe(200);
    }
    expect(await get(other.merchant, `/labels/${other.id}`)).toBe(200);
    expect(await get(other.merchant, '/orders')).toBe(200);
    // None has failed so far.
    expect(lines).toEqual([]);
  });
  await untilPrintsRecorded();
  expect(await other.prints()).toHaveLength(1);
  expect(await order.prints()).toHaveLength(prints);
  expect(lines).toEqual([]);
  await stop();
});

test('the log reports prints not recorded because an order stays locked', async () => {
  const { lines, get, stop } = await loggingServer(1);
  const order = await makeLocatedOrder();
  const before = await order.read();
  await whileHeld(server, order, async () => {
    expect(await get(order.merchant, `/labels/${order.id}`)).toBe(200);
    expect(lines).toEqual([]);
    await expect.poll(() => lines.length).toBe(1);
  });
  expect(lines.join('')).toMatch(/"code":"55P03".*"printed labels are not recorded yet"/);
  expect(lines.join('')).toContain(order.id);
  expect(await order.read()).toEqual(before);
  await stop();
});

const aStep = fc.constantFrom('Ring once', 'Ring twice', 'begin', 'finish', 'print');

test('overlapping edits and prints never mark an outdated label as current', async () => {
  const merchant = await makeMerchant(server);
  const session = { merchantId: merchant.merchant.id, username: merchant.username };
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 3, maxLength: 10 }), async (steps) => {
      const { id } = await insertOrder(server, merchant);
      const begun: Order[] = [];
      const printed: Order[] = [];
      for (const step of steps) {
        if (step.startsWith('Ring')) await edit(merchant, id, { notes: step });
        if (step === 'begin') begun.push(await readOrder(merchant, id));
        const finished = step === 'print' ? await readOrder(merchant, id) : begun[0];
        if (finished && (step === 'print' || step === 'finish')) {
          if (step === 'finish') begun.shift();
          await recordPrints(server.deps, { session, orders: [finished], format: 'zpl' });
          await untilPrintsRecorded();
          printed.push(finished);
        }
        const order = await readOrder(merchant, id);
        const current = printed.filter((one) => labelVersionOf(one) === labelVersionOf(order));
        const status = labelStatusOf(order);
        expect(status === 'NOT_PRINTED').toBe(printed.length === 0);
        expect(current.length > 0).toBe(status === 'PRINTED');
        for (const { notes } of current) expect(notes).toBe(order.notes);
      }
    }),
    { numRuns: 30 },
  );
});

/** Prints that may wait behind the running one. */
const MOST_WAITING = 100;

test('one print is recorded at a time, a hundred wait, and one more is dropped', async () => {
  const end = Promise.withResolvers<void>();
  let trying = 0;
  let most = 0;
  const record = async () => {
    trying += 1;
    most = Math.max(most, trying);
    await end.promise;
    trying -= 1;
  };
  const tries = Array.from({ length: MOST_WAITING + 2 }, () => recordOnceFree(record));
  const last = tries.pop();
  await expect(last).rejects.toMatchObject({ code: 'busy' });
  end.resolve();
  await Promise.all(tries);
  expect(most).toBe(1);
});

test('a print whose process was killed is recorded by its job', async () => {
  const { merchant, id, read, printAndDie } = await makeLocatedOrder();
  await printAndDie();
  expect(labelStatusOf(await read())).toBe('PRINTED');
  const [entry] = await readHistory(merchant, id);
  expect(entry).toMatchObject({ action: 'label.printed', label: { version: 1, format: 'zpl' } });
});

test('labels are stale when the order was edited during the print', async () => {
  const { merchant, id, read, printAndDie } = await makeLocatedOrder();
  await edit(merchant, id, { notes: 'Ring twice' });
  await printAndDie();
  expect(labelStatusOf(await read())).toBe('STALE');
});

test('a print recorded at once leaves no job', async () => {
  const { merchant, id } = await makeLocatedOrder();
  expect((await merchant.call('GET', `/labels/${id}`)).statusCode).toBe(200);
  await untilPrintsRecorded();
  const { rows } = await sql`
    select id from graphile_worker._private_jobs as jobs
    where key like 'print %' and payload ->> 'merchantId' = ${merchant.merchant.id}`.execute(
    server.deps.db,
  );
  expect(rows).toEqual([]);
});

test('printing marks an order once; a reprint does not change it', async () => {
  const { read, print } = await makeLocatedOrder();
  const before = await read();
  await print('pdf');
  const printed = await read();
  expect(printed).toEqual({
    ...before,
    labelPrintedAt: TEST_NOW,
    modified: TEST_NOW,
    version: before.version + 1,
  });
  server.setNow(TEST_NOW + MINUTE);
  await print();
  expect(await read()).toEqual(printed);
});

test('the history has each print with its user, time, version and format', async () => {
  const { merchant, print, change, prints } = await makeLocatedOrder();
  const by = merchant.username;
  const printed = { by, action: 'label.printed', changes: [] };
  await print('pdf_letter');
  server.setNow(TEST_NOW + MINUTE);
  await print('zpl');
  await change('Ring twice');
  await print('pdf');
  expect(await prints()).toEqual([
    { ...printed, at: TEST_NOW + MINUTE, label: { version: 2, format: 'pdf' } },
    { ...printed, at: TEST_NOW + MINUTE, label: { version: 1, format: 'zpl' } },
    { ...printed, at: TEST_NOW, label: { version: 1, format: 'pdf_letter' } },
  ]);
});

test('a print is not confused with the edit of the same version', async () => {
  const { merchant, id, read, print, change } = await makeLocatedOrder();
  const versions: number[] = [];
  for (const notes of ['Ring once', 'Ring twice', 'Do not ring']) {
    await print();
    versions.push((await change(notes)).version);
  }
  await print();
  expect(versions).toContain(labelVersionOf(await read()));
  for (const { action, changes } of await readHistory(merchant, id)) {
    expect(changes).toHaveLength(action === 'order.edited' ? 1 : 0);
  }
});

test('an edit makes printed labels stale until they are reprinted; tags do not', async () => {
  const { merchant, id, read, print, change } = await makeLocatedOrder();
  expect(await change('Ring twice')).not.toHaveProperty('labelStale');
  expect(labelsOf(await read())).toEqual(['NOT_PRINTED', 1]);
  await print();
  await change('Ring twice');
  await merchant.call('PATCH', `/orders/${id}/addTags`, { payload: ['fragile'] });
  expect(labelsOf(await read())).toEqual(['PRINTED', 1]);
  await change('Ring once');
  expect(labelsOf(await read())).toEqual(['STALE', 2]);
  await change('Do not ring');
  expect(labelsOf(await read())).toEqual(['STALE', 2]);

  server.setNow(TEST_NOW + MINUTE);
  await print();
  const printed = await read();
  expect(labelsOf(printed)).toEqual(['PRINTED', 2]);
  expect(printed.labelPrintedAt).toBe(TEST_NOW + MINUTE);
});

test('labels of an order edited while they are made are stale at once', async () => {
  const { read, print, change, record } = await makeLocatedOrder();
  const first = await read();
  await change('Ring once');
  await record(first);
  expect(labelsOf(await read())).toEqual(['STALE', 2]);

  const second = await read();
  await change('Ring twice');
  await record(second);
  expect(labelsOf(await read())).toEqual(['STALE', 3]);

  await print();
  expect(labelsOf(await read())).toEqual(['PRINTED', 3]);
});

test('an older print recorded after a newer one makes the labels stale', async () => {
  const { read, print, change, record } = await makeLocatedOrder();
  const first = await read();
  await change('Ring once');
  await print();
  expect(labelsOf(await read())).toEqual(['PRINTED', 1]);
  await record(first);
  expect(labelsOf(await read())).toEqual(['STALE', 2]);
});

test('printing an old version makes nothing current and nothing stale', async () => {
  const { read, print, change, record } = await makeLocatedOrder();
  await print();
  await change('Ring once');
  const stale = await read();
  await record({ ...stale, labelVersion: undefined });
  expect(await read()).toEqual(stale);

  await print();
  const current = await read();
  await record({ ...stale, labelVersion: undefined });
  expect(await read()).toEqual(current);
});

test('marking ready or tagging an order while its labels are made does not make them stale', async () => {
  const { merchant, id, read, record } = await makeLocatedOrder();
  const first = await read();
  await merchant.call('PATCH', `/orders/${id}/pickupready`);
  await merchant.call('PATCH', `/orders/${id}/addTags`, { payload: ['fragile'] });
  await record(first);
  const printed = await read();
  expect(printed.orderStatus).toBe('PICKUP_READY');
  expect(labelsOf(printed)).toEqual(['PRINTED', 1]);
});

test('labels of many orders are recorded together, even if some changed during the print', async () => {
  const merchant = await makeMerchant(server);
  const [edited, deleted, ...others] = await Promise.all(
    Array.from({ length: 6 }, () => insertOrder(server, merchant)),
  );
  if (!edited || !deleted) throw new Error('six orders were made');
  await edit(merchant, edited.id, { notes: 'Ring' });
  await merchant.call('DELETE', `/orders/${deleted.id}`);
  await recordTheirPrints(merchant, [edited, deleted, ...others]);

  expect(labelsOf(await readOrder(merchant, edited.id))).toEqual(['STALE', 2]);
  for (const { id } of others) {
    expect(labelsOf(await readOrder(merchant, id))).toEqual(['PRINTED', 1]);
    expect((await readHistory(merchant, id)).map(({ action }) => action)).toEqual([
      'label.printed',
    ]);
  }
});

test('another merchant’s order cannot be marked', async () => {
  const { read, record } = await makeLocatedOrder();
  const stranger = await makeMerchant(server);
  const before = await read();
  await recordTheirPrints(stranger, [before]);
  expect(await read()).toEqual(before);
  await record(before);
  expect(labelsOf(await read())).toEqual(['PRINTED', 1]);
});

test('a label whose print cannot be recorded is not returned', async () => {
  const { merchant, id, read } = await makeLocatedOrder();
  const readOnly = new URL(server.databaseUrl);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const { app, stop } = await serverOfFew({ ...server, databaseUrl: readOnly.href }, 3);
  const call = callAs(app, merchant);
  const one = await call('GET', `/labels/${id}`);
  const batch = await call('POST', '/labels/batch', { payload: { ids: [id], format: 'pdf' } });
  await stop();
  for (const answer of [one, batch]) {
    expect([answer.statusCode, codeOf(answer)]).toEqual([503, 'not_ready']);
  }
  expect((await read()).labelPrintedAt).toBeUndefined();
});

test('labels of an archived order are recorded without changing it', async () => {
  const { merchant, order: archived } = await makeInsertedOrder(server, {
    orderStatus: 'ARCHIVED',
  });
  expect((await merchant.call('GET', `/labels/${archived.id}`)).statusCode).toBe(200);
  expect(await readOrder(merchant, archived.id)).toEqual(archived);
  const [entry] = await readHistory(merchant, archived.id);
  expect(entry).toMatchObject({ action: 'label.printed', label: { version: 1 } });
});
