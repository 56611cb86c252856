import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { refuse } from './refuse.ts';

/** Selects all orders that the list has loaded. */
export const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();

/** Prints the labels of the selected orders on a printer that reads ZPL. */
export const printZpl = (page: Page) =>
  page.getByRole('button', { name: 'Print labels (ZPL)' }).click();

/** Returns the name and bytes of the file that a click downloads. */
export async function saved(page: Page, click: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Refuses the calls for labels at the positions in `turns`, counted from 1. */
export async function refuseLabels(
  page: Page,
  turns: readonly number[],
  status?: number,
): Promise<void> {
  let asked = 0;
  await page.route('**/api/labels/**', async (route) => {
    asked += 1;
    await (turns.includes(asked) ? refuse(route, status) : route.fallback());
  });
}

/** Holds the `turn`-th call for labels and later ones until the returned function is called. */
export async function holdLabels(page: Page, turn: number): Promise<() => void> {
  const { promise: gate, resolve } = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route('**/api/labels/**', async (route) => {
    asked += 1;
    if (asked >= turn) await gate;
    await route.fallback();
  });
  return () => resolve(undefined);
}

/** Clicks twice, like a person who double-clicks everything. */
export async function clickTwice(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).hover();
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  }
}
