import type { CDPSession, Page } from '@playwright/test';
import type { Bench, Benchmark } from './benchmark.ts';
import { droppedPercent, type Scroll, scroll, showPlainList } from './browser-frames.ts';
import {
  clickOn,
  type Cost,
  costOf,
  observeInteractions,
  timeToShow,
} from './browser-interactions.ts';
import { textTable } from './figures-table.ts';
import { quantile } from './measure.ts';
import { buildPortal, launchBrowser, openOrders } from './open-orders.ts';
import { ordersSeed } from './orders-seed.ts';

const ORDERS = 20_000;
const ROUNDS = 3;
/** Enough repetitions that the worst is the INP of a visit. */
const REPEATS = 10;
/** Slows the processor to that of a phone or an old laptop. */
const THROTTLE = 4;
/** Enough rows to scroll equally far. */
const PLAIN_ROWS = 1000;
const LOADING_MINUTES = 10;

const seed = ordersSeed('orders_21k', [ORDERS + 1000]);

/** A page with its devtools session. */
interface Tab {
  page: Page;
  devtools: CDPSession;
}

/** Scrolls to the end of the list, page after page, until 20,000 orders are loaded. */
async function loadAll({ page }: Tab): Promise<void> {
  await page.evaluate(
    async ({ orders, deadline }) => {
      const list = () => document.querySelector('[role=treegrid]');
      const loaded = () => (list()?.parentElement?.scrollHeight ?? 0) / 44;
      while (loaded() < orders && performance.now() < deadline) {
        const scroller = list()?.parentElement;
        scroller?.scrollTo({ top: scroller.scrollHeight });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      list()?.parentElement?.scrollTo({ top: 0 });
    },
    { orders: ORDERS, deadline: LOADING_MINUTES * 60_000 },
  );
}

const throttle = ({ devtools }: Tab, rate: number) =>
  devtools.send('Emulation.setCPUThrottlingRate', { rate });

/** Scrolls both lists in turn, so that other load affects both. */
async function measureScrolls(list: Tab, plain: Tab, rate: number): Promise<string[][]> {
  const scrolls: Record<'list' | 'plain', Scroll[]> = { list: [], plain: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, tab] of [
      ['plain', plain],
      ['list', list],
    ] as const) {
      await tab.page.bringToFront();
      await throttle(tab, rate);
      scrolls[name].push(await scroll(tab.page, tab.devtools));
      await throttle(tab, 1);
    }
  }
  const percent = (name: keyof typeof scrolls) => `${droppedPercent(scrolls[name]).toFixed(1)}%`;
  return [[rate === 1 ? 'unthrottled' : `${rate}× slower`, percent('plain'), percent('list')]];
}

/** Types a letter and deletes it before the search starts, which would unload the orders. */
async function typeInSearch(page: Page): Promise<() => Promise<void>> {
  await page.getByRole('searchbox', { name: 'Search orders' }).focus();
  return async () => {
    await page.keyboard.press('a');
    await page.keyboard.press('Backspace');
  };
}

const expand = (page: Page, time: number) =>
  clickOn(page.locator('tr[data-order-id] td:nth-child(2)').nth(time));
const close = (page: Page) => clickOn(page.locator('tr[aria-expanded=true] td:nth-child(2)'));
const openFilters = (page: Page) => clickOn(page.getByRole('button', { name: /^Filters/ }));

/** Interactions, each with a different visible order. */
const interactions: Record<string, (page: Page, time: number) => Promise<() => Promise<unknown>>> =
  {
    'Select an order': (page, time) => clickOn(page.getByRole('checkbox').nth(time + 1)),
    'Expand an order': expand,
    'Close it': close,
    'Open the filters': openFilters,
    'Close them': async (page) => () => page.keyboard.press('Escape'),
    'Type in the search': typeInSearch,
  };

/** Repeats the interactions in turn, closing each order before the next. */
async function measureInteractions({ page, devtools }: Tab): Promise<Record<string, Cost[]>> {
  const costs: Record<string, Cost[]> = {};
  for (let time = 0; time < REPEATS; time++) {
    for (const [name, interact] of Object.entries(interactions)) {
      const cost = await costOf(page, devtools, await interact(page, time));
      (costs[name] ??= []).push(cost);
    }
  }
  return costs;
}

/** Expands orders one by one; measures until each one's details are readable. */
async function measureDetails({ page }: Tab): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < REPEATS; time++) {
    times.push(await timeToShow(page, 'tr[aria-level="2"]', await expand(page, time)));
    const closeIt = await close(page);
    await closeIt();
    await page.locator('tr[aria-level="2"]').waitFor({ state: 'detached' });
  }
  return times;
}

/** Filters the list by a status. Works once, since it unloads the 20,000 orders. */
async function filterByStatus({ page, devtools }: Tab): Promise<Cost> {
  const open = await openFilters(page);
  await open();
  const delivered = page.getByRole('checkbox', { name: 'Delivered', exact: true });
  await delivered.waitFor();
  return costOf(page, devtools, await clickOn(delivered));
}

/** The median and the worst. */
const spread = (values: readonly number[], digits = 0) => [
  quantile(values, 0.5).toFixed(digits),
  Math.max(...values).toFixed(digits),
];

function costRow(name: string, costs: readonly Cost[]): string[] {
  const latencies = costs.map(({ latency }) => latency);
  const works = costs.map(({ work }) => work);
  return [name, ...spread(latencies), ...spread(works, 1)];
}

async function run({ serve }: Bench): Promise<void> {
  await buildPortal();
  await using server = await serve(seed);
  await using browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const openTab = async (): Promise<Tab> => {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    // Processor time hardly depends on other load.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return { page, devtools };
  };

  const list = await openTab();
  await observeInteractions(list.page);
  await openOrders(list.page, new URL(server.api).origin);
  const began = performance.now();
  await loadAll(list);
  console.log(`${ORDERS} orders loaded in ${((performance.now() - began) / 1000).toFixed(0)} s.\n`);
  const plain = await openTab();
  await showPlainList(plain.page, PLAIN_ROWS);

  const scrolls = [['Frames dropped', 'plain rows', 'orders']];
  for (const rate of [1, THROTTLE]) scrolls.push(...(await measureScrolls(list, plain, rate)));
  console.log(`${textTable(scrolls)}\n`);

  await list.page.bringToFront();
  const rows = [['', 'p50 ms', 'worst ms', 'work p50 ms', 'worst ms']];
  for (const rate of [1, THROTTLE]) {
    await throttle(list, rate);
    const suffix = rate === 1 ? '' : `, ${rate}× slower`;
    for (const [name, costs] of Object.entries(await measureInteractions(list))) {
      rows.push(costRow(`${name}${suffix}`, costs));
    }
    rows.push([`Details of an order shown${suffix}`, ...spread(await measureDetails(list))]);
  }
  rows.push(costRow(`Filter by a status, ${THROTTLE}× slower`, [await filterByStatus(list)]));
  console.log(textTable(rows));
}

/** `npm run bench -- browser` */
export const browserBenchmark: Benchmark = {
  name: 'browser',
  summary: 'scrolling, selecting, expanding and filtering with 20,000 loaded orders',
  run,
};
