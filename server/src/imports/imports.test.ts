import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { ImportPage, OrderImport } from '@portage/contract/imports/imports';
import { readOrderAudit } from '../audit/write-audit.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { countOrders, listOrders } from '../testing/edit-orders.ts';
import {
  detailsRow,
  importRows,
  manyRows,
  packageRow,
  startImport,
  waitUntilImported,
} from '../testing/import-orders.ts';
import { codeOf, errorsOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { offeredWindow } from '../testing/make-order.ts';
import { insertImport } from './import-queries.ts';
import { runImport } from './run-import.ts';

const server = useTestServer();

const ordersOf = (merchant: TestMerchant, importId: string) =>
  listOrders(merchant, `importId=${importId}`);
const countOf = (merchant: TestMerchant, importId: string) =>
  countOrders(merchant, `importId=${importId}`);

test('valid rows become orders, although other rows fail', async () => {
  const merchant = await makeMerchant(server);
  const done = await importRows(merchant, {
    orderDetailsCsv: [
      detailsRow({ service: 'Lendemain' }),
      detailsRow({ order_ref_number: 'A-2', recipient_phone: 'none of your business' }),
      detailsRow({
        order_ref_number: 'A-3',
        recipient_postal_code: 'X0E 0T0',
        recipient_province: 'NT',
      }),
      detailsRow({ recipient_name: 'A second A-1' }),
      detailsRow({ order_ref_number: 'A-4', service: 'SCHEDULED' }),
    ],
    orderPackagesCsv: [
      packageRow(),
      packageRow({ package_weight: '1,5', package_weight_unit: 'kg' }),
      packageRow({ order_ref_number: 'A-2' }),
      packageRow({ order_ref_number: 'A-3' }),
      packageRow({ order_ref_number: 'A-4' }),
      packageRow({ order_ref_number: 'nobody’s' }),
    ],
    orderDetailsName: 'orders.csv',
  });
  expect(done).toMatchObject({
    ...{ state: 'DONE', total: 5, created: 3, failed: 2, packages: 6, strayPackages: 1 },
    ...{ createdBy: merchant.username, orderDetailsName: 'orders.csv' },
    ...{ createdAt: TEST_NOW, startedAt: TEST_NOW, finishedAt: TEST_NOW },
  });

  const orders = await ordersOf(merchant, done.id);
  const byReference = new Map(orders.map((order) => [order.refNumber, order]));
  expect(new Set(byReference.keys())).toEqual(new Set(['A-1', 'A-3', 'A-4']));
  const first = byReference.get('A-1');
  expect(first).toMatchObject({
    ...{ orderStatus: 'GEOCODED', source: 'csv', service: 'NEXTDAY', importId: done.id },
    packages: [
      { weightOptions: { weight: 4, unit: 'lb' } },
      { weightOptions: { weight: 1.5, unit: 'kg' } },
    ],
    timelineEvents: [{ event: 'CREATED' }, { event: 'GEOCODED' }],
  });
  expect(byReference.get('A-3')?.orderStatus).toBe('OUT_OF_FSA');
  // The files have no columns for a window: the earliest is booked.
  const earliest = await offeredWindow(merchant);
  expect(byReference.get('A-4')).toMatchObject({
    ...{ orderStatus: 'GEOCODED', service: 'SCHEDULED' },
    ...{ completeAfter: earliest.start, completeBefore: earliest.end },
  });
  const audit = await readOrderAudit(server.deps.db, merchant.merchant.id, first?.id ?? '');
  expect(new Map(audit.map(({ action, actor }) => [action, actor]))).toEqual(
    new Map([
      ['order.created', merchant.username],
      ['order.status_changed', 'system'],
    ]),
  );
});

test('changed and undeliverable orders follow the merchant’s choices', async () => {
  const merchant = await makeMerchant(server);
  const row = (number: number, changes: Parameters<typeof detailsRow>[0]) =>
    detailsRow({ order_ref_number: `A-${number}`, package_count: 1, ...changes });
  const rows = {
    orderDetailsCsv: [
      row(1, {}),
      row(2, { service: 'OVERNIGHT' }),
      row(3, { service: 'SCHEDULED' }),
      row(4, { recipient_postal_code: 'X0E 0T0', recipient_province: 'NT' }),
      row(5, {
        ...{ recipient_postal_code: 'X0E 0T0', recipient_province: 'NT' },
        service: 'OVERNIGHT',
      }),
    ],
    orderPackagesCsv: [],
  };
  const created = async (choices: string) => {
    const done = await importRows(merchant, rows, `allowRepeat=true&${choices}`);
    const orders = await ordersOf(merchant, done.id);
    expect(done).toMatchObject({ created: orders.length, failed: 5 - orders.length });
    return { id: done.id, references: orders.map(({ refNumber = '' }) => refNumber).reverse() };
  };
  const cautious = await created('attention=leaveOut');
  expect(cautious.references).toEqual(['A-1']);
  expect((await created('confirmed=true&attention=leaveOut')).references).toEqual([
    ...['A-1', 'A-2', 'A-3'],
  ]);
  const unconfirmed = await created('');
  expect(unconfirmed.references).toEqual(['A-1', 'A-4']);
  expect((await created('confirmed=true')).references).toEqual([
    ...['A-1', 'A-2', 'A-3', 'A-4', 'A-5'],
  ]);

  const failures = async ({ id }: { id: string }) =>
    (await merchant.call('GET', `/orders/imports/${id}/failures`)).body;
  expect(await failures(cautious)).toContain('service: “OVERNIGHT” will be booked as NEXTDAY.');
  expect(await failures(cautious)).toMatch(
    /service: The earliest window on offer will be booked: \d{4}-/,
  );
  const undeliverable = 'recipient_postal_code: Portage does not deliver to X0E 0T0.';
  expect(await failures(cautious)).toContain(undeliverable);
  // A row with both problems reports both.
  expect(await failures(unconfirmed)).toMatch(/A-5,.*OVERNIGHT.*Portage does not deliver to/);
});

test('created orders are returned as a file with ids and tracking numbers', async () => {
  const merchant = await makeMerchant(server);
  const rows = manyRows(3);
  const { id } = await importRows(merchant, {
    ...rows,
    orderDetailsCsv: [...rows.orderDetailsCsv, detailsRow({ recipient_phone: '12' })],
  });
  const orders = (await ordersOf(merchant, id)).toSorted((one, other) =>
    String(one.refNumber).localeCompare(String(other.refNumber)),
  );
  const path = `/orders/imports/${id}/results`;
  const answer = await merchant.call('GET', path);
  expect(answer.headers['content-disposition']).toContain('created_orders.csv');
  expect(answer.body.replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    'order_ref_number,order_id,tracking_number',
    ...orders.map((one) => [one.refNumber, one.id, one.trackingNumber].join(',')),
  ]);
});

test('failed rows are returned as files with reasons, to be corrected and sent again', async () => {
  const merchant = await makeMerchant(server);
  const { id: earlier } = await importRows(merchant, {
    orderDetailsCsv: [
      detailsRow({ order_ref_number: 'B-2' }),
      detailsRow({ order_ref_number: 'B-1', recipient_phone: '13' }),
    ],
    orderPackagesCsv: ['B-2', 'B-9'].map((order_ref_number) => packageRow({ order_ref_number })),
  });
  const { id } = await importRows(merchant, {
    orderDetailsCsv: [
      detailsRow({ recipient_phone: '12', notes: 'Ring, "twice"' }),
      { ...detailsRow({ order_ref_number: 'A-2' }), row_number: 7 },
      detailsRow({ order_ref_number: 'A-2', recipient_name: 'Bo' }),
    ],
    orderPackagesCsv: [
      packageRow(),
      packageRow({ order_ref_number: 'A-2' }),
      packageRow({ order_ref_number: 'A-9' }),
    ],
  });
  const linesOf = async (file: string, locale: string, of = id) => {
    const path = `/orders/imports/${of}/failures?file=${file}`;
    const answer = await merchant.call('GET', path, { headers: { locale } });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    return answer.body.trimEnd().split('\r\n');
  };
  const [header, ...orders] = await linesOf('orderDetails', 'EN');
  expect(header).toMatch(
    /^\uFEFForder_ref_number,recipient_name,.*,merchant_display_name,problem$/,
  );
  expect(orders).toHaveLength(2);
  expect(orders[1]).toMatch(/^A-2,Bo,.*Row 7 has the same reference/);
  expect(orders[0]).toMatch(/^A-1,Zoé Tremblay,,12,.*"Ring, ""twice""".*recipient_phone: /);
  expect((await linesOf('orderDetails', 'FR'))[1]).toMatch(/numéro de téléphone/i);
  const packages = (await linesOf('orderPackages', 'EN')).slice(1);
  expect(packages.map((line) => line.split(',')[0])).toEqual(['A-1', 'A-9']);
  expect(packages[1]).toContain('No order has the reference “A-9”');
  expect(await linesOf('orderDetails', 'EN', earlier)).toHaveLength(2);
});

test('mapped headers are remembered for one merchant, in any spelling, until removed', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const path = '/merchants/importColumns';
  const remember = (payload: object) => merchant.call('PATCH', path, { payload });
  const known = async ({ call }: TestMerchant) => (await call('GET', path)).json<object>();
  const nothing = { orderDetails: {}, orderPackages: {} };
  expect(await known(merchant)).toEqual(nothing);
  const theirs = { orderDetails: { rue: 'recipient_street' }, orderPackages: {} };
  await stranger.call('PATCH', path, { payload: theirs });

  const first = { orderDetails: { 'N° Client!': 'recipient_name', SKU: 'none', Rue: null } };
  expect((await remember(first)).statusCode).toBe(204);
  await remember({ orderPackages: { Masse: 'package_weight' } });
  expect(await known(merchant)).toEqual({
    orderDetails: { nclient: 'recipient_name', sku: 'none' },
    orderPackages: { masse: 'package_weight' },
  });
  await remember({ orderDetails: { 'n client': null, sku: 'notes' } });
  expect(await known(merchant)).toMatchObject({ orderDetails: { sku: 'notes' } });
  expect(await known(merchant)).not.toHaveProperty('orderDetails.nclient');
  expect(await known(stranger)).toEqual(theirs);
});

test('remembered headers start over beyond a thousand', async () => {
  const merchant = await makeMerchant(server);
  const path = '/merchants/importColumns';
  const headers = (from: number) =>
    Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`h${from + index}`, 'none']));
  for (const from of [0, 200, 400, 600, 800, 1000]) {
    const answer = await merchant.call('PATCH', path, { payload: { orderDetails: headers(from) } });
    expect(answer.statusCode).toBe(204);
  }
  const { orderDetails } = (await merchant.call('GET', path)).json<{ orderDetails: object }>();
  expect(orderDetails).toEqual(headers(1000));
  const tooMany = { orderDetails: { ...headers(0), more: 'none' } };
  expect((await merchant.call('PATCH', path, { payload: tooMany })).statusCode).toBe(400);
  const flood = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`h${index}`, 1]));
  const refused = await merchant.call('PATCH', path, { payload: { orderDetails: flood } });
  expect(errorsOf(refused)).toHaveLength(1);
});

test('repeated content is detected until allowed or undone; a key repeats its answer', async () => {
  const merchant = await makeMerchant(server);
  const payload = manyRows(2);
  const headers = { 'idempotency-key': 'first' };
  const send = (path: string, options: object = {}) =>
    merchant.call('POST', path, { payload, ...options });
  const first = (await send('/orders/csv_upload', { headers })).json<{ importId: string }>();
  expect((await send('/orders/csv_upload', { headers })).json()).toEqual(first);
  for (const choice of ['confirmed=true', 'attention=leaveOut']) {
    const other = await send(`/orders/csv_upload?${choice}`, { headers });
    expect(codeOf(other)).toBe('idempotency_key_reused');
  }
  await waitUntilImported(merchant, first.importId);

  const refused = await send('/orders/csv_upload');
  expect(refused.statusCode).toBe(409);
  expect(refused.json<Problem>()).toMatchObject({
    code: 'import_repeated',
    detail: expect.stringContaining(first.importId),
  });
  const again = await send('/orders/csv_upload?allowRepeat=true');
  expect(again.statusCode).toBe(202);
  const stranger = await makeMerchant(server);
  expect((await stranger.call('POST', '/orders/csv_upload', { payload })).statusCode).toBe(202);
  const { imports } = (await merchant.call('GET', '/orders/imports')).json<ImportPage>();
  expect(imports).toHaveLength(2);
});

test('imports are listed newest first, a page at a time', async () => {
  const merchant = await makeMerchant(server);
  const ids: string[] = [];
  for (const count of [1, 2, 3]) {
    server.setNow(TEST_NOW + count);
    ids.unshift((await importRows(merchant, manyRows(count))).id);
  }
  server.setNow(TEST_NOW);
  const { username } = merchant;
  const arriving = { merchantId: merchant.merchant.id, id: uuidv7(), username, now: TEST_NOW };
  await insertImport(server.deps.db, arriving);
  const first = (await merchant.call('GET', '/orders/imports?limit=2')).json<ImportPage>();
  expect(first.imports.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const path = `/orders/imports?limit=2&startAt=${first.next}`;
  const second = (await merchant.call('GET', path)).json<ImportPage>();
  expect(second).toEqual({ imports: [expect.objectContaining({ id: ids[2] })] });
});

test('a finished import cannot be cancelled, but can be undone until an order is picked up', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await importRows(merchant, manyRows(250));
  const cancelled = await merchant.call('POST', `/orders/imports/${id}/cancel`);
  expect(codeOf(cancelled)).toBe('import_finished');
  const kept = await importRows(merchant, manyRows(3));

  const undone = await merchant.call('POST', `/orders/imports/${id}/undo`);
  expect(undone.statusCode).toBe(202);
  expect(await waitUntilImported(merchant, id)).toMatchObject({
    created: 250,
    undo: { state: 'DONE', deleted: 250, by: merchant.username, at: TEST_NOW },
  });
  expect(await ordersOf(merchant, id)).toEqual([]);
  expect(await countOf(merchant, kept.id)).toBe(3);

  await server.deps.db
    .updateTable('orders')
    .set({ status: 'CARRIER_PICKED_UP' })
    .where('merchant_id', '=', merchant.merchant.id)
    .where('ref_number', '=', 'R-2')
    .execute();
  const refused = await merchant.call('POST', `/orders/imports/${kept.id}/undo`);
  expect(codeOf(refused)).toBe('import_picked_up');
  expect(await ordersOf(merchant, kept.id)).toHaveLength(3);
});

test('a cancelled import stops, keeps what it created and returns every other row', async () => {
  const merchant = await makeMerchant(server);
  const earlier = await importRows(merchant, manyRows(1));
  const importId = await startImport(merchant, manyRows(3000));
  const refused = await merchant.call('POST', `/orders/imports/${importId}/undo`);
  expect(codeOf(refused)).toBe('import_running');
  const cancelled = await merchant.call('POST', `/orders/imports/${importId}/cancel`);
  const { state, created } = cancelled.json<OrderImport>();
  expect(state).toBe('CANCELLED');
  expect(created).toBeLessThan(3000);
  expect((await merchant.call('GET', `/orders/imports/${earlier.id}`)).json()).toEqual(earlier);
  expect(await countOf(merchant, importId)).toBe(created);
  for (const file of ['orderDetails', 'orderPackages']) {
    const path = `/orders/imports/${importId}/failures?file=${file}`;
    const [, ...lines] = (await merchant.call('GET', path)).body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3000 - created);
    expect(lines.at(-1)).toContain('The import stopped before this row.');
  }
});

test('two imports at once create all their orders, also when connections break', async () => {
  const merchant = await makeMerchant(server);
  const ids = await Promise.all(
    ['first', 'second'].map(async (notes) => {
      const { orderDetailsCsv, orderPackagesCsv } = manyRows(600);
      const noted = orderDetailsCsv.map((row) => ({ ...row, notes }));
      return startImport(merchant, { orderDetailsCsv: noted, orderPackagesCsv });
    }),
  );
  // Like a database restart: the job fails and resumes after its last row.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'portage' and pid <> pg_backend_pid()
  `.execute(server.deps.db);
  for (const id of ids) {
    expect(await waitUntilImported(merchant, id)).toMatchObject({ state: 'DONE', created: 600 });
    expect(await countOf(merchant, id)).toBe(600);
  }
});

test('an import ends as failed at its eighth fault, with the orders that it has created', async () => {
  const merchant = await makeMerchant(server);
  const importId = await startImport(merchant, manyRows(900));
  const key = { merchantId: merchant.merchant.id, importId };
  const faulty = { ...server.deps, places: undefined as never };
  await expect(runImport(faulty, key, 7)).rejects.toThrow();
  await runImport(faulty, key, 8);
  const { state, created } = await waitUntilImported(merchant, importId);
  expect(state).toBe('FAILED');
  expect(await countOf(merchant, importId)).toBe(created);
});

test('an import run by several workers at once creates each order once', async () => {
  const merchant = await makeMerchant(server);
  const importId = await startImport(merchant, manyRows(900));
  const key = { merchantId: merchant.merchant.id, importId };
  await Promise.all([1, 2].map(() => runImport(server.deps, key, 1)));
  const counts = { state: 'DONE', created: 900, failed: 0 };
  expect(await waitUntilImported(merchant, importId)).toMatchObject(counts);
  expect(await countOf(merchant, importId)).toBe(900);
});
