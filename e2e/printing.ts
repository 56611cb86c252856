import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Selects all orders that the list has loaded. */
export const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();

/** Prints the labels of the selected orders on a printer that reads ZPL. */
export const printZpl = (page: Page) =>
  page.getByRole('button', { name: 'Print labels (ZPL)' }).click();

/** What a click makes the browser save: the name and the bytes of the file. */
export async function saved(page: Page, click: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
