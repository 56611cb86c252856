import { expect, type Page } from '@playwright/test';
import { pdfPictures } from '../server/src/testing/scan-labels.ts';
import { merchantWithOrders } from './own-merchant.ts';
import { done, holdLabels, printZpl, refuseLabels, saved, selectAll } from './printing.ts';
import { refuse } from './refuse.ts';
import { openSignedIn, signIn } from './sign-in.ts';
import { test } from './test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const progress = (page: Page) => page.getByRole('dialog', { name: 'Preparing labels' });

/** Stays on the page whenever the browser asks; tells how often it did so far. */
function stay(page: Page): () => string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  return () => asked;
}

/** What the reload button of the browser does; whether it loads the page anew, others must tell. */
const pressReload = (page: Page) => page.evaluate(() => setTimeout(() => location.reload()));

test('the browser asks before labels that are made are thrown away, and at no other time', async ({
  page,
}) => {
  const asked = stay(page);
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await holdLabels(page, 1);
  await selectAll(page);
  await printZpl(page);
  await expect(progress(page).getByRole('status')).toHaveText('4 orders…');
  await page.reload();
  expect(asked(), 'with no label made').toEqual([]);

  // Once the page is there: until then it still loads what would be lost with the route.
  await selectAll(page);
  await page.unrouteAll();
  await holdLabels(page, 2);
  await printZpl(page);
  await expect(progress(page).getByRole('status')).toHaveText('1 of 4 orders');
  await pressReload(page);
  await expect.poll(asked, 'with a label made').toEqual(['beforeunload']);
  const { bytes } = await saved(page, () =>
    progress(page).getByRole('button', { name: 'Stop' }).click(),
  );
  expect(bytes.toString().match(/\^XA/g)).toHaveLength(1);
  await expect(done(page, 'Labels of 1 order saved')).toBeVisible();
  await page.reload();
  expect(asked(), 'once it is handed over').toHaveLength(1);
});

test('while a failure waits for an answer the browser asks, too', async ({ page, complaints }) => {
  complaints.expect(/status of 403/);
  const asked = stay(page);
  await refuseLabels(page, [2]);
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await selectAll(page);
  await printZpl(page);
  const question = page.getByRole('dialog', { name: 'Print the others?' });
  await expect(question).toBeVisible();
  await pressReload(page);
  await expect.poll(asked).toEqual(['beforeunload']);
  await saved(page, () => question.getByRole('button', { name: 'Skip it and continue' }).click());
  await expect(done(page, 'Labels of 3 orders saved')).toBeVisible();
  await page.reload();
  expect(asked()).toHaveLength(1);
});

test('a session that ends between two labels takes none of those that are made along', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const merchant = await merchantWithOrders();
  await openSignedIn(page, merchant, '/orders');
  await refuseLabels(page, [3], 401);
  await page.route('**/api/auth/refresh', (route) => refuse(route, 401));
  await selectAll(page);
  const { name, bytes } = await saved(page, () => printZpl(page));
  expect(name).toBe('portageLabels.zpl');
  expect(bytes.toString().match(/\^XA/g)).toHaveLength(2);
  await expect(heading(page, 'Sign in to Portage')).toBeVisible();
  const notification = done(page, 'Labels of 2 orders saved');
  // Whoever reads it may not be who printed.
  await expect(notification).toContainText('2 orders were left out. Sign in again to print them.');
  // What goes by time is looked for once: waiting for it to be gone would always succeed.
  expect(await notification.getByRole('button', { name: 'Preview' }).count()).toBe(0);
  expect(await page.getByText('Label Generation Failed').count()).toBe(0);

  await page.unrouteAll();
  await signIn(page, merchant);
  await expect(heading(page, 'Orders')).toBeVisible();
  await expect(page.locator('[data-order-id]').first()).toBeVisible();
  await expect(page.getByText('Label failed')).toHaveCount(0);
});

test(
  'signing out in another tab saves the labels that are made, as pages of one PDF',
  { tag: '@prints' },
  async ({ page, context }) => {
    await page.goto('/orders');
    await signIn(page, await merchantWithOrders());
    await expect(heading(page, 'Orders')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(heading(other, 'Dashboard')).toBeVisible();
    await holdLabels(page, 3);
    await selectAll(page);
    await page.getByRole('button', { name: 'Label format' }).click();
    await page.getByRole('menuitem', { name: 'PDF Prints 4 × 6 in pages' }).click();
    await expect(progress(page).getByRole('status')).toHaveText('2 of 4 orders');
    const { bytes } = await saved(page, async () => {
      await other.getByRole('button', { name: /^Hello/ }).click();
      await other.getByRole('menuitem', { name: 'Log out' }).click();
    });
    expect(pdfPictures(bytes)).toHaveLength(2);
    await expect(heading(page, 'Sign in to Portage')).toBeVisible();
    await expect(done(page, 'Labels of 2 orders saved')).toBeVisible();
  },
);

test('who stops before what merges PDFs is there is told of nothing', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const { promise: gate, resolve } = Promise.withResolvers<undefined>();
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await selectAll(page);
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate;
    await route.abort();
  });
  await page.getByRole('button', { name: 'Label format' }).click();
  await page.getByRole('menuitem', { name: 'PDF Prints 4 × 6 in pages' }).click();
  await progress(page).getByRole('button', { name: 'Stop' }).click();
  await expect(progress(page)).toHaveCount(0);
  const failed = page.waitForEvent('requestfailed');
  resolve(undefined);
  await failed;
  // What comes after is told after.
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Delete orders' }).press('Enter');
  await expect(page.getByText('Select at least one order first.')).toBeVisible();
  expect(await page.getByText('Label Generation Failed').count()).toBe(0);
});

test('without what merges PDFs no label is fetched, since it could not be handed over', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  let labels = 0;
  await page.route('**/api/labels/**', async (route) => {
    labels += 1;
    await route.fallback();
  });
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await selectAll(page);
  await expect(page.getByText('4 selected')).toBeVisible();
  const scripts = /\/assets\/.*\.js$/;
  await page.route(scripts, (route) => route.abort());
  await page.getByRole('button', { name: 'Label format' }).click();
  await page.getByRole('menuitem', { name: 'PDF Prints 4 × 6 in pages' }).click();
  const notification = page.getByRole('alert').filter({ hasText: 'Label Generation Failed' });
  await expect(notification).toContainText('then reload the page');
  expect(labels).toBe(0);

  await page.unroute(scripts);
  await page.reload();
  await selectAll(page);
  const print = page.getByRole('button', { name: 'Print labels (PDF)' });
  const { bytes } = await saved(page, () => print.click());
  expect(pdfPictures(bytes)).toHaveLength(4);
});
