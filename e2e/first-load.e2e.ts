import { statSync } from 'node:fs';
import { expect, type Page, type Request } from '@playwright/test';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

/** Kilobytes on the wire with headers, and files: of everything, data too. */
const BUDGETS = {
  signIn: { kilobytes: 147, files: 11 },
  orders: { kilobytes: 280, files: 30 },
};

test('the sign-in form, the list and an order load few kilobytes in few files', async ({
  page,
  browser,
}) => {
  const beforeForm = watchFiles(page);
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  const form = await beforeForm();
  expect.soft(form.files.length, form.files.join('\n')).toBeLessThanOrEqual(BUDGETS.signIn.files);
  expect.soft(form.kilobytes).toBeLessThanOrEqual(BUDGETS.signIn.kilobytes);
  // None waits until another has come and run.
  const html = await (await page.request.get('/')).text();
  const scripts = form.files.flatMap((name) => /\/assets\/([^/]+)\.js$/.exec(name)?.[1] ?? []);
  expect(scripts.filter((name) => !html.includes(name))).toEqual([]);

  // Its cache is empty.
  await using context = await browser.newContext();
  const another = await context.newPage();
  const merchant = await makeMerchant();
  await giveOrders(
    merchant,
    Array.from({ length: 120 }, (_, index) => ({ recipient: { name: `Łucja ${index}` } })),
  );
  const beforeRows = watchFiles(another);
  await openSignedIn(another, merchant, '/orders');
  await expect(another.locator('[data-order-id]').first()).toBeVisible();
  const list = await beforeRows();
  expect.soft(list.files.length, list.files.join('\n')).toBeLessThanOrEqual(BUDGETS.orders.files);
  expect.soft(list.kilobytes).toBeLessThanOrEqual(BUDGETS.orders.kilobytes);

  // An order shows without the schemas of the contract and zod, which come with its live changes.
  const listed = await another.locator('#page-code').textContent();
  const pages = JSON.parse(listed ?? '') as Record<string, { code: string[] }>;
  const code = (pages['/orders/$id']?.code ?? []).map((name) => `${name}.js`);
  expect(code).toContainEqual(expect.stringMatching(/^OrderPage-/));
  expect(sizeOf(code)).toBeLessThanOrEqual(125);
});

/** Watches what a page fetches until asked. */
function watchFiles(page: Page): () => Promise<{ files: string[]; kilobytes: number }> {
  const requests: Request[] = [];
  page.on('request', (request) => {
    const isEndless = request.url().endsWith('/changes');
    if (/^http.*(?<!\/blank)$/.test(request.url()) && !isEndless) requests.push(request);
  });
  return async () => {
    const until = [...requests];
    const sizes = await Promise.all(until.map((request) => request.sizes()));
    const bytes = sizes.map((size) => size.responseHeadersSize + size.responseBodySize);
    return {
      files: until.map((request) => request.url()),
      kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1000,
    };
  };
}

const compressed = (name: string) =>
  statSync(new URL(`../portal/dist/assets/${name}.br`, import.meta.url)).size;

/** Kilobytes of Brotli. */
const sizeOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + compressed(name), 0) / 1000;
