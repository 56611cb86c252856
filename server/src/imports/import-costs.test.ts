import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CsvCheckResult } from '@portage/contract/imports/imports';
import { useTestServer } from '../testing/build-test-server.ts';
import {
  csvFile,
  detailsRow,
  importRows,
  packageRow,
  sendFiles,
} from '../testing/import-orders.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { receiveFiles } from './receive-import.ts';

/** CPU time of this thread alone, in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Longest CPU time of this thread between two turns of the event loop, in ms. */
async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  const state = { longest: 0, isDone: false };
  async function watch() {
    let before = cpuTime();
    while (!state.isDone) {
      await setImmediate();
      const now = cpuTime();
      state.longest = Math.max(state.longest, now - before);
      before = now;
    }
  }
  const watched = watch();
  await work().finally(() => {
    state.isDone = true;
  });
  await watched;
  return state.longest;
}

const server = useTestServer();

const KB = 1024;
const MB = 1024 * KB;

/** Milliseconds of CPU that a call may use before it yields. */
const MOST_AT_A_STRETCH = 50;

/** Repeats runs that garbage collection slowed; slow code fails each time. */
const REPEATED = { retry: 2 };

const HEADER = 'order_ref_number,recipient_name,notes\r\n';

test.each([
  ['a cell without a line feed', HEADER.trimEnd() + 'x'.repeat(64 * KB), 'x'],
  ['a quotation mark that is never closed', `${HEADER}"`, 'x\r\n'],
])('%s is refused after its first megabyte', async (_, start, repeated) => {
  const { merchant, username } = await makeMerchant(server);
  let sent = 0;
  async function* content() {
    yield Buffer.from(start);
    const chunk = Buffer.from(repeated.repeat((64 * KB) / repeated.length));
    while (sent < 32 * MB) {
      sent += chunk.length;
      yield chunk;
    }
  }
  async function* files() {
    yield { part: 'orderDetails', fileName: 'long.csv', content: content() };
  }
  const session = {
    ...{ merchantId: merchant.id, merchantName: merchant.name, userId: merchant.id },
    ...{ username, name: 'Test User', kind: 'user' as const, role: 'owner' as const },
    acceptedFor: 0,
  };
  const request = {
    ...{ allowRepeat: false, confirmed: false, attention: 'create' as const },
    idempotencyKey: undefined,
  };
  await expect(receiveFiles(server.deps, session, files(), request)).rejects.toMatchObject({
    code: 'import_unreadable',
  });
  expect(sent).toBeLessThan(2 * MB);
});

const rowsOf = (orders: number, packages: number) => ({
  orderDetailsCsv: Array.from({ length: orders }, (_, index) =>
    detailsRow({ order_ref_number: `A-${index}`, notes: 'Ring the bell. '.repeat(10) }),
  ),
  orderPackagesCsv: Array.from({ length: packages }, (_, index) =>
    packageRow({ order_ref_number: `A-${index % orders}` }),
  ),
});

/** Every row repeats the first reference, whose order has all packages. */
function repeatedRows(orders: number, packages: number) {
  const rows = rowsOf(orders, packages);
  const same = { order_ref_number: 'A-0' };
  return {
    orderDetailsCsv: rows.orderDetailsCsv.map((row) => ({ ...row, ...same })),
    orderPackagesCsv: rows.orderPackagesCsv.map((row) => ({ ...row, ...same })),
  };
}

test.each([
  ['a check', '/orders/csv_check', rowsOf(1000, 5000), 200],
  ['a check of one reference', '/orders/csv_check', repeatedRows(1000, 5000), 200],
  ['an upload', '/orders/csv_upload', rowsOf(10_000, 20_000), 202],
])(
  '%s, with the most rows, never keeps other calls waiting',
  REPEATED,
  async (_, path, rows, status) => {
    const merchant = await makeMerchant(server);
    const payload = Buffer.from(JSON.stringify(rows));
    const headers = { 'content-type': 'application/json' };
    const stretch = await longestStretch(async () => {
      const answer = await merchant.call('POST', path, { payload, headers });
      expect(answer.statusCode, answer.body).toBe(status);
    });
    expect(stretch).toBeLessThan(MOST_AT_A_STRETCH);
  },
);

/** Each order has its share of packages whose every cell is wrong. */
function badPackages(orders: number, packages: number) {
  const x = { package_weight: 'x', package_length: 'x', package_width: 'x', package_height: 'x' };
  const bad = { ...x, package_weight_unit: 'x', package_dimension_unit: 'x' };
  const rows = rowsOf(orders, packages);
  return { ...rows, orderPackagesCsv: rows.orderPackagesCsv.map((row) => ({ ...row, ...bad })) };
}

test.each([1, 50])(
  'a check of 5,000 bad packages of %i orders never keeps other calls waiting',
  REPEATED,
  async (orders) => {
    const merchant = await makeMerchant(server);
    const payload = Buffer.from(JSON.stringify(badPackages(orders, 5000)));
    const headers = { 'content-type': 'application/json' };
    const stretch = await longestStretch(async () => {
      const answer = await merchant.call('POST', '/orders/csv_check', { payload, headers });
      expect(answer.json<CsvCheckResult>().problems).toHaveLength(100 * orders);
    });
    expect(stretch).toBeLessThan(MOST_AT_A_STRETCH);
  },
);

test(
  'the failures of an order of 5,000 bad packages never keep other calls waiting',
  REPEATED,
  async () => {
    const merchant = await makeMerchant(server);
    const { id } = await importRows(merchant, badPackages(1, 5000), '');
    const failures = `/orders/imports/${id}/failures`;
    const stretch = await longestStretch(async () => {
      const packages = await merchant.call('GET', `${failures}?file=orderPackages`);
      expect(packages.body.split('\r\n')).toHaveLength(5002);
    });
    expect(stretch).toBeLessThan(MOST_AT_A_STRETCH);
    expect((await merchant.call('GET', failures)).body.length).toBeLessThan(10 * KB);
  },
);

test('quotation marks before many spaces are read in linear time', async () => {
  const merchant = await makeMerchant(server);
  const cell = `"${'"x'.repeat(100 * KB)}${' '.repeat(200 * KB)}`;
  const file = csvFile(`${HEADER}A,${cell},\n`);
  const start = performance.now();
  await sendFiles(merchant, [['orderDetails', file]]);
  // By the square, half a minute.
  expect(performance.now() - start).toBeLessThan(3000);
});

test.each([
  ['tiny rows', 'A\r\n', 50_000],
  ['a reference of 300,000 characters', 'A ', 150_000],
  ['malformed quotes', '"a"b"c"d', 200_000],
  ['rows of half a megabyte', `A,"${'x\n'.repeat(256 * KB)}"\n`, 16],
  ['rows of 20,000 cells', `A${','.repeat(20_000)}\n`, 100],
])('a file of %s never keeps other calls waiting', REPEATED, async (_, row, count) => {
  const merchant = await makeMerchant(server);
  const form = new FormData();
  form.append('orderDetails', new File([HEADER, row.repeat(count)], 'a.csv', { type: 'text/csv' }));
  const body = new Response(form);
  const payload = Buffer.from(await body.arrayBuffer());
  const headers = { 'content-type': body.headers.get('content-type') ?? '' };
  const send = async () => {
    const answer = await merchant.call('POST', '/orders/imports', { payload, headers });
    // The other file is missing, or a row is too long: nothing is imported.
    expect(answer.statusCode, answer.body).toBe(400);
  };
  // The first one loads and compiles the code.
  await send();
  const stretch = await longestStretch(send);
  expect(stretch).toBeLessThan(MOST_AT_A_STRETCH);
});
