import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  orderDetailsColumns,
  orderPackagesColumns,
} from '@portage/contract/imports/import-columns';
import type { Bench, Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { buildPortal, launchBrowser, openOrders } from './open-orders.ts';
import { ordersSeed } from './orders-seed.ts';

const ROWS = 50_000;
/** Milliseconds from which users notice a main-thread task. */
const LONGEST = 100;

const seed = ordersSeed('import_1', [1]);

/** Values by column; other columns are empty. */
const line = (columns: readonly string[], cells: Readonly<Record<string, string | number>>) =>
  columns.map((column) => cells[column] ?? '').join(',');

function detailsFile(): string {
  const rows = Array.from({ length: ROWS }, (_, index) =>
    line(orderDetailsColumns, {
      order_ref_number: `R-${index}`,
      recipient_name: index % 500 === 0 ? '' : `Recipient ${index}`,
      recipient_phone: '514 555-0123',
      recipient_street: `${index + 1} rue Roy`,
      recipient_city: 'Montréal',
      recipient_province: 'Québec',
      recipient_postal_code: 'h2x1y4',
      recipient_country: 'Canada',
      service: 'STANDARD',
    }),
  );
  return [orderDetailsColumns.join(','), ...rows].join('\n');
}

function packagesFile(): string {
  const rows = Array.from({ length: ROWS }, (_, index) =>
    line(orderPackagesColumns, {
      order_ref_number: `R-${index}`,
      package_weight: 2.5,
      package_weight_unit: 'lb',
    }),
  );
  return [orderPackagesColumns.join(','), ...rows].join('\n');
}

declare global {
  interface Window {
    /** Milliseconds of each main-thread task since the last call. */
    longTasks: number[];
  }
}

/** Records main-thread tasks of 50 ms or more; browsers report no shorter ones. */
async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** Milliseconds of the longest task since the last call; 0 when none took 50 ms. */
function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...window.longTasks.splice(0)));
}

async function run({ serve }: Bench): Promise<void> {
  await buildPortal();
  await using server = await serve(seed);
  await using browser = await launchBrowser();
  await using temporary = await mkdtempDisposable(path.join(tmpdir(), 'portage-import-'));
  const directory = temporary.path;
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const { origin } = new URL(server.api);
  await openOrders(page, origin);
  await watchTasks(page);
  // Another benchmark measures the server's check.
  await page.route('**/orders/csv_check', (route) => route.abort());
  await page.goto(`${origin}/bulkNew`);
  const field = page.locator('input[type=file]').first();
  await field.waitFor({ state: 'attached' });
  await longestTask(page);

  const table = [['', 'seconds', 'longest main-thread task, ms']];
  const step = async (name: string, act: () => Promise<unknown>) => {
    const began = performance.now();
    await act();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const longest = await longestTask(page);
    table.push([name, seconds, longest === 0 ? 'under 50' : longest.toFixed(0)]);
    return longest;
  };
  const choose = (name: string, content: string) => async () => {
    // Uploads from disk: the page's main thread would decode a buffer.
    const file = path.join(directory, name);
    await writeFile(file, content);
    await field.setInputFiles(file);
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await page.getByText('columns recognized').last().waitFor();
  };
  const worst = [
    await step(`${ROWS} orders read`, choose('orders.csv', detailsFile())),
    await step(`${ROWS} packages read`, choose('packages.csv', packagesFile())),
    await step('Checked', async () => {
      await page.getByRole('button', { name: 'Check rows' }).click();
      await page.getByRole('grid').waitFor();
    }),
    await step('Only problems shown', async () => {
      await page.getByText('Only problems').click();
      await page.getByRole('grid').waitFor();
    }),
    await step('A cell fixed', async () => {
      await page.getByRole('button', { name: 'Next problem' }).click();
      await page.getByRole('grid').focus();
      await page.keyboard.type('Ana');
      await page.keyboard.press('Enter');
      await page.getByText('49,901 orders will be created').waitFor();
    }),
  ];
  console.log(textTable(table));
  const verdict = Math.max(...worst) < LONGEST ? 'No task' : 'Some task';
  console.log(`\n${verdict} of the main thread took ${LONGEST} ms or more.`);
}

/** `npm run bench -- import-browser` */
export const importBrowserBenchmark: Benchmark = {
  name: 'import-browser',
  summary: `${ROWS} rows of a CSV import read, checked and fixed in the browser`,
  run,
};
