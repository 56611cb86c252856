import type { Page } from '@playwright/test';
import { MOST_IN_BATCH } from '@portage/contract/orders/order-readiness';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { watchMemory } from './browser-memory.ts';
import { textTable } from './figures-table.ts';
import { quantile } from './measure.ts';
import { buildPortal, launchBrowser, openOrders } from './open-orders.ts';
import { ordersSeed, signIn } from './orders-seed.ts';

const ROUNDS = 5;

/** Covers the last two hours, whose orders are all located and printable. */
const seed = ordersSeed('print_500', [MOST_IN_BATCH], 1 / 12);

const FORMATS = { pdf: /^PDF(?! letter)/, pdf_letter: /^PDF letter/, zpl: /^ZPL/ } as const;
type Format = keyof typeof FORMATS;

/** Selects all orders, including those not loaded yet. */
async function selectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
  await page.getByRole('button', { name: `Select all ${MOST_IN_BATCH} that match` }).click();
  await page.getByText(`${MOST_IN_BATCH} selected`).waitFor();
}

/** Seconds from the choice of a format to the open PDF or saved file. */
async function print(page: Page, format: Format): Promise<number> {
  await page.getByRole('button', { name: 'Label format' }).click();
  const choice = page.getByRole('menuitem', { name: FORMATS[format] });
  await choice.waitFor();
  const done = page.getByText(`Labels of ${MOST_IN_BATCH} orders`);
  const began = performance.now();
  await choice.click();
  await done.waitFor();
  const elapsed = (performance.now() - began) / 1000;
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await done.waitFor({ state: 'detached' });
  return elapsed;
}

/** Seconds to fetch the same labels without the page. */
async function callAlone({ api }: BenchServer, ids: readonly string[], format: Format) {
  const { headers } = await signIn(api, 0);
  const began = performance.now();
  const answer = await fetch(`${api}/labels/batch`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ids, format }),
  });
  const { byteLength } = await answer.arrayBuffer();
  return { seconds: (performance.now() - began) / 1000, bytes: byteLength };
}

async function run({ serve }: Bench): Promise<void> {
  await buildPortal();
  await using server = await serve(seed);
  await using browser = await launchBrowser('--disable-print-preview');
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openOrders(page, new URL(server.api).origin);
  await selectAll(page);
  const { rows: orders } = await server.pool.query<{ id: string }>('select id from orders');
  const ids = orders.map(({ id }) => id);

  const table = [
    [
      `${MOST_IN_BATCH} orders`,
      'p50 s',
      'worst s',
      'call alone s',
      'MB',
      'MB before',
      'MB at most',
    ],
  ];
  for (const format of ['pdf', 'pdf_letter', 'zpl'] as const) {
    await print(page, format);
    const printed: number[] = [];
    const alone: number[] = [];
    let bytes = 0;
    const memory = await watchMemory(browser, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const call = await callAlone(server, ids, format);
        alone.push(call.seconds);
        bytes = call.bytes;
        printed.push(await print(page, format));
      }
    });
    const megabytes = (size: number) => (size / 2 ** 20).toFixed(0);
    table.push([
      format,
      quantile(printed, 0.5).toFixed(1),
      Math.max(...printed).toFixed(1),
      quantile(alone, 0.5).toFixed(1),
      (bytes / 1e6).toFixed(1),
      megabytes(memory.before),
      megabytes(memory.peak),
    ]);
  }
  console.log(textTable(table));
}

/** `npm run bench -- print` */
export const printBenchmark: Benchmark = {
  name: 'print',
  summary: `from ${MOST_IN_BATCH} selected orders to the open PDF, in the browser`,
  run,
};
