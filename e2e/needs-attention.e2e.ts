import { expect, type Page } from '@playwright/test';
import { HOUR } from '@portage/contract/time';
import type { Order } from '../contract/src/orders/orders.ts';
import { lookAround } from './look-around.ts';
import {
  giveOrders,
  inWrongProvince,
  makeMerchant,
  withMisreadPostalCode,
} from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row', { name }).first();

test('a stuck order says why, and is placed by one click or with another service', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    {
      recipient: { name: 'Ada Nguyen' },
      ...inWrongProvince,
    },
    { recipient: { name: 'Cy Roy' }, ...withMisreadPostalCode },
    { recipient: { name: 'Bo Tremblay' }, orderStatus: 'INVALIDTIME', service: 'SCHEDULED' },
  ]);
  await openSignedIn(page, merchant, '/orders');
  const notice = page.getByRole('note');

  await rowOf(page, 'Ada Nguyen').click();
  await expect(notice).toContainText('H2X 1Y4 is in Quebec, not Ontario. Correct the province.');
  await notice.getByRole('button', { name: 'Change province to Quebec' }).click();
  await expect(page.getByRole('status').getByText('Order updated')).toBeVisible();
  await expect(rowOf(page, 'Ada Nguyen')).toContainText('Geocoded');
  await expect(notice).toHaveCount(0);

  await rowOf(page, 'Cy Roy').click();
  await expect(notice).toContainText('C5B 1C6 is in Prince Edward Island, not Ontario.');
  await notice.getByRole('button', { name: 'Change postal code to M5B 1C6' }).click();
  await expect(rowOf(page, 'Cy Roy')).toContainText('Geocoded');
  await expect(notice).toHaveCount(0);

  await rowOf(page, 'Bo Tremblay').click();
  await expect(notice).toContainText(/Choose another window\. Offered now: .*Next day/);
  await notice.getByRole('button', { name: 'Choose another service' }).click();
  await page.getByRole('radio', { name: /^Next day/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rowOf(page, 'Bo Tremblay')).toContainText('Geocoded');
  await expect(rowOf(page, 'Bo Tremblay')).toContainText('Next day');
});

test('the worklist fixes orders in their rows, equal ones together also past one that fails, and ends with “All clear”', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const merchant = await makeMerchant();
  const failing = crypto.randomUUID();
  await giveOrders(merchant, [
    { id: failing, recipient: { name: 'Ada Nguyen' }, ...inWrongProvince },
    { recipient: { name: 'Ed Tremblay' }, ...inWrongProvince },
    { recipient: { name: 'Fo Roy' }, ...inWrongProvince },
  ]);
  await page.route(`**/orders/${failing}/updateOrder`, (route) => refuse(route), { times: 1 });
  await openSignedIn(page, merchant, '/orders');
  await page.getByRole('link', { name: 'Needs attention 3' }).click();
  await page.getByRole('button', { name: 'Fix 3' }).click();
  await expect(page.getByRole('alert')).toContainText('2 orders fixed');
  await expect(page.getByRole('alert')).toContainText('1 order was not fixed');
  await expect(rowOf(page, 'Ed Tremblay')).toContainText('Fixed');
  await expect(rowOf(page, 'Fo Roy')).toContainText('Fixed');
  await expect(rowOf(page, 'Ada Nguyen')).toContainText('Not fixed. The server would not do it.');
  await expect(
    rowOf(page, 'Ada Nguyen').getByRole('button', { name: /^Change province/ }),
  ).toBeEnabled();

  const earlier = (hours: number) => ({ createdAt: Date.now() - hours * HOUR });
  await giveOrders(merchant, [
    { recipient: { name: 'Bo Tremblay' }, ...inWrongProvince, ...earlier(1) },
    { recipient: { name: 'Cy Roy' }, ...withMisreadPostalCode, ...earlier(2) },
    { recipient: { name: 'Di Roy' }, ...inWrongProvince, ...earlier(3) },
  ]);
  await page.reload();
  await expect(rowOf(page, 'Cy Roy')).toContainText(
    'C5B 1C6 is in Prince Edward Island, not Ontario.',
  );
  await expect(page.getByText('3 orders: Change province to Quebec')).toBeVisible();
  await lookAround(page);
  await rowOf(page, 'Ada Nguyen')
    .getByRole('button', { name: 'Change province to Quebec' })
    .click();
  await expect(rowOf(page, 'Ada Nguyen')).toContainText('Fixed');
  await expect(rowOf(page, 'Bo Tremblay')).toBeFocused();

  await page.getByText('2 orders: Change province to Quebec').waitFor();
  await page.getByRole('button', { name: 'Fix 2' }).press('Enter');
  await expect(page.getByRole('status').getByText('2 orders fixed')).toBeVisible();
  await expect(rowOf(page, 'Bo Tremblay')).toBeFocused();

  await rowOf(page, 'Cy Roy')
    .getByRole('button', { name: /^Change postal code to M5B 1C6/ })
    .press('Enter');
  await expect(page.getByText('All clear')).toBeVisible();
});

const failedAtTheDoor = (name: string, failureNotes: string): Partial<Order> => ({
  recipient: { name, phone: '+14165550142' },
  orderStatus: 'DELIVERY_FAILED',
  failureNotes,
  failedAt: Date.now(),
});

test('a failed delivery shows its reason and phone, is created again and closed', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    failedAtTheDoor('Ada Nguyen', 'Nobody home.'),
    failedAtTheDoor('Bo Tremblay', 'Wrong buzzer'),
    failedAtTheDoor('Di Roy', 'Refused'),
  ]);
  await openSignedIn(page, merchant, '/orders');
  const attention = page.getByRole('link', { name: /^Needs attention/ });
  await attention.click();
  await expect(rowOf(page, 'Ada Nguyen')).toContainText('The delivery failed: “Nobody home.” ');
  await expect(
    rowOf(page, 'Ada Nguyen').getByRole('link', { name: 'Call Ada Nguyen at 416 555-0142' }),
  ).toHaveAttribute('href', 'tel:+14165550142');
  await rowOf(page, 'Ada Nguyen').getByRole('link', { name: 'Create again: Ada Nguyen' }).click();
  await expect(page).toHaveURL(/\/new\?/);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.goBack();

  await page.locator('[data-order-id]').first().press('Enter');
  await expect(page.getByRole('note')).toContainText('Nobody home.');
  await page.locator('[data-order-id]').first().press('Enter');
  await expect(page.getByRole('note')).toHaveCount(0);

  await rowOf(page, 'Ada Nguyen').getByRole('button', { name: 'Done: Ada Nguyen' }).press('Enter');
  await expect(rowOf(page, 'Bo Tremblay')).toBeFocused();
  await expect(attention).toContainText('2');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(attention).toContainText('3');
  await expect(rowOf(page, 'Ada Nguyen')).toContainText('The delivery failed');

  await page.getByRole('button', { name: 'Mark all 3 as done' }).click();
  await expect(page.getByText('All clear')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'All clear' })).toBeVisible();
});

test('on a phone the next order of the worklist opens by itself, in French', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await speak(page, 'fr');
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' }, ...inWrongProvince },
    { recipient: { name: 'Cy Roy' }, ...withMisreadPostalCode },
  ]);
  await openSignedIn(page, merchant, '/orders');
  await page.getByRole('link', { name: 'À corriger 2' }).click();
  await rowOf(page, 'Ada Nguyen').click();
  await page
    .getByRole('note')
    .getByRole('button', { name: /Québec$/ })
    .click();
  await expect(rowOf(page, 'Cy Roy')).toHaveAttribute('aria-expanded', 'true');
  await page
    .getByRole('note')
    .getByRole('button', { name: /M5B 1C6$/ })
    .click();
  await expect(page.getByText('Rien à corriger')).toBeVisible();
});
