import { expect, type Page } from '@playwright/test';
import { pdfPictures } from '../server/src/testing/scan-labels.ts';
import { merchantWithOrders } from './own-merchant.ts';
import { holdLabels, printZpl, refuseLabels, saved, selectAll } from './printing.ts';
import { refuse } from './refuse.ts';
import { heading, signOut, told } from './screen.ts';
import { openSignedIn, signIn } from './sign-in.ts';
import { test } from './test.ts';

const progress = (page: Page) => page.getByRole('dialog', { name: 'Preparing labels' });

/** Stays on the page when the browser asks; returns the number of questions so far. */
function stay(page: Page): () => string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  return () => asked;
}

/** Presses the browser's reload button. */
const pressReload = (page: Page) => page.evaluate(() => setTimeout(() => location.reload()));

test('the browser asks before finished labels are lost, and at no other time; the end of a session keeps them', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const asked = stay(page);
  const merchant = await merchantWithOrders();
  await openSignedIn(page, merchant, '/orders');
  await holdLabels(page, 1);
  await selectAll(page);
  await printZpl(page);
  await expect(progress(page).getByRole('status')).toHaveText('4 orders…');
  await page.reload();
  expect(asked(), 'with no label made').toEqual([]);

  // Waits for the page: until then it loads what a removed route would stop.
  await selectAll(page);
  await page.unrouteAll();
  await holdLabels(page, 2);
  await printZpl(page);
  await expect(progress(page).getByRole('status')).toHaveText('1 of 4 orders');
  await pressReload(page);
  await expect.poll(asked, 'with a label made').toEqual(['beforeunload']);
  const stopped = await saved(page, () =>
    progress(page).getByRole('button', { name: 'Stop' }).click(),
  );
  expect(stopped.bytes.toString().match(/\^XA/g)).toHaveLength(1);
  await expect(told(page, 'Labels of 1 order saved')).toBeVisible();
  await page.reload();
  expect(asked(), 'once it is handed over').toHaveLength(1);

  await selectAll(page);
  await page.unrouteAll();
  await refuseLabels(page, [3], 401);
  await page.route('**/api/auth/refresh', (route) => refuse(route, 401));
  const { name, bytes } = await saved(page, () => printZpl(page));
  expect(name).toBe('portageLabels.zpl');
  expect(bytes.toString().match(/\^XA/g)).toHaveLength(2);
  await expect(heading(page, 'Sign in to Portage')).toBeVisible();
  const notification = told(page, 'Labels of 2 orders saved');
  // The next reader may be another user.
  await expect(notification).toContainText('2 orders were left out. Sign in again to print them.');
  // Checked once: a timed notification always disappears.
  expect(await notification.getByRole('button', { name: 'Preview' }).count()).toBe(0);
  expect(await page.getByText('Label Generation Failed').count()).toBe(0);

  await page.unrouteAll();
  await signIn(page, merchant);
  await expect(heading(page, 'Orders')).toBeVisible();
  await expect(page.locator('[data-order-id]').first()).toBeVisible();
  await expect(page.getByText('Label failed')).toHaveCount(0);
});

test(
  'signing out in another tab saves the finished labels as one PDF',
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
      await signOut(other);
    });
    expect(pdfPictures(bytes)).toHaveLength(2);
    await expect(heading(page, 'Sign in to Portage')).toBeVisible();
    await expect(told(page, 'Labels of 2 orders saved')).toBeVisible();
  },
);
