import { statSync } from 'node:fs';
import { expect, type Page, type Request } from '@playwright/test';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

/** Kilobytes with headers, and files, of everything including data. */
const BUDGETS = {
  signIn: { kilobytes: 147, files: 11 },
  orders: { kilobytes: 280, files: 30 },
};

test('the sign-in form, the list and an order load few kilobytes in few files', async ({
  page,
  browser,
}) => {
  const beforeForm = await watchFiles(page, 'input[name=username]');
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  const form = await beforeForm();
  expect.soft(form.files.length, form.files.join('\n')).toBeLessThanOrEqual(BUDGETS.signIn.files);
  expect.soft(form.kilobytes).toBeLessThanOrEqual(BUDGETS.signIn.kilobytes);
  // No file waits for another one.
  const html = await (await page.request.get('/')).text();
  const scripts = form.files.flatMap((name) => /\/assets\/([^/]+)\.js$/.exec(name)?.[1] ?? []);
  expect(scripts.filter((name) => !html.includes(name))).toEqual([]);

  // Uses an empty cache.
  await using context = await browser.newContext();
  const another = await context.newPage();
  const merchant = await makeMerchant();
  await giveOrders(
    merchant,
    Array.from({ length: 120 }, (_, index) => ({ recipient: { name: `Łucja ${index}` } })),
  );
  // Further code waits for the rows even on the slowest phone.
  const devtools = await context.newCDPSession(another);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  const beforeRows = await watchFiles(another, '[data-order-id]');
  await openSignedIn(another, merchant, '/orders');
  // Eight times slower than the other tests.
  const row = another.locator('[data-order-id]').first();
  await expect(row).toBeVisible({ timeout: 60_000 });
  const list = await beforeRows();
  expect.soft(list.files.length, list.files.join('\n')).toBeLessThanOrEqual(BUDGETS.orders.files);
  expect.soft(list.kilobytes).toBeLessThanOrEqual(BUDGETS.orders.kilobytes);

  // An order shows before the schemas and zod, which load with live changes.
  const listed = await another.locator('#page-code').textContent();
  const pages = JSON.parse(listed ?? '') as Record<string, { code: string[] }>;
  const code = (pages['/orders/$id']?.code ?? []).map((name) => `${name}.js`);
  expect(code).toContainEqual(expect.stringMatching(/^order-/));
  expect(sizeOf(code)).toBeLessThanOrEqual(125);
});

/** Records what a page fetches until it has the element, by the page's own clock. */
async function watchFiles(page: Page, element: string) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    const isEndless = request.url().endsWith('/changes');
    if (/^http.*(?<!\/blank)$/.test(request.url()) && !isEndless) requests.push(request);
  });
  await page.addInitScript((selector) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector(selector) === null) return;
      performance.mark('shown');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  }, element);
  return async () => {
    const shownAt = await page.evaluate(
      () => performance.timeOrigin + performance.measure('wait', { end: 'shown' }).duration,
    );
    const fetched = await Promise.all(
      requests.map(async (request) => {
        const { responseHeadersSize, responseBodySize } = await request.sizes();
        const { startTime } = request.timing();
        return { url: request.url(), bytes: responseHeadersSize + responseBodySize, startTime };
      }),
    );
    const before = fetched.filter(({ startTime }) => startTime <= shownAt);
    return {
      files: before.map(({ url }) => url),
      kilobytes: before.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    };
  };
}

const compressed = (name: string) =>
  statSync(new URL(`../portal/dist/assets/${name}.br`, import.meta.url)).size;

/** Kilobytes after Brotli. */
const sizeOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + compressed(name), 0) / 1000;
