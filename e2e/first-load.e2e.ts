import { statSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { merchantWithOrders } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test('the sign-in form shows after few scripts, and the orders and one of them after few more', async ({
  page,
  context,
}) => {
  const beforeForm = countScripts(page);
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  const { names, kilobytes } = beforeForm();
  expect(names.length).toBeLessThanOrEqual(12);
  // None waits until another has come and run.
  const html = await (await page.request.get('/')).text();
  expect(names.filter((name) => !html.includes(name.replace(/\.js$/, '')))).toEqual([]);
  expect(kilobytes).toBeLessThanOrEqual(150);

  const another = await context.newPage();
  const beforeRows = countScripts(another);
  await openSignedIn(another, await merchantWithOrders(), '/orders');
  await expect(another.locator('[data-order-id]')).toHaveCount(5);
  const list = beforeRows();
  expect(list.names.length).toBeLessThanOrEqual(25);
  expect(list.kilobytes).toBeLessThanOrEqual(280);

  // An order shows without the schemas of the contract and zod, which come with its live changes.
  const listed = await another.locator('#page-code').textContent();
  const pages = JSON.parse(listed ?? '') as Record<string, { code: string[] }>;
  const code = (pages['/orders/$id']?.code ?? []).map((name) => `${name}.js`);
  expect(code).toContainEqual(expect.stringMatching(/^OrderPage-/));
  expect(sizeOf(code)).toBeLessThanOrEqual(125);
});

/** Counts the scripts that a page fetches from now on, and their size in kilobytes of Brotli, as it is fetched. */
function countScripts(page: Page): () => { names: string[]; kilobytes: number } {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
    if (name) names.push(name);
  });
  return () => ({
    names: [...names],
    kilobytes: sizeOf(names),
  });
}

const compressed = (name: string) =>
  statSync(new URL(`../portal/dist/assets/${name}.br`, import.meta.url)).size;

/** Kilobytes of Brotli. */
const sizeOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + compressed(name), 0) / 1000;
