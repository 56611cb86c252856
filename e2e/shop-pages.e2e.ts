import { expect } from '@playwright/test';
import type { OrderPage } from '../contract/src/orders/orders.ts';
import { shopOrderIdOf } from '../contract/src/shop/shop-order-id.ts';
import { look } from './look-around.ts';
import { demo, openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const SHOP = 'maple-and-pine.myshopify.com';

test('a forged request does not link a shop, and the page says so', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/);
  const forged = `shop=${SHOP}&hmac=${'0'.repeat(64)}&timestamp=1700000000`;
  await page.goto(`/platform/authorize?${forged}`);
  await expect(page.getByText('Could not Authorize')).toBeVisible();
  await look(page, 'a shop that is not linked');
  await speak(page, 'fr');
  await page.goto('/platform/authorize');
  await expect(page.getByRole('alert')).toContainText('boutique');
});

test('a shop order shows where it can be fulfilled from, and needs a location', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/);
  const loading = page.waitForResponse((response) => /\/api\/orders\?/.test(response.url()));
  await openSignedIn(page, demo, '/orders');
  const { orders } = (await (await loading).json()) as OrderPage;
  const id = orders.map(shopOrderIdOf).find((one) => one !== undefined) ?? '';
  await page.goto(`/platform/fulfill?shop=${SHOP}&id=${id}`);
  await expect(page.getByRole('radio').first()).toBeVisible();
  await look(page, 'a shop order to fulfill');
  await page.getByRole('button', { name: 'Fulfill', exact: true }).click();
  await expect(page.getByText('Choose a location first.')).toBeVisible();
  await page.goto('/platform/fulfill');
  await expect(page.getByRole('alert')).toContainText('Open this page from an order in the shop');
  await page.goto(`/platform/fulfill?shop=${SHOP}&id=1`);
  await expect(page.getByRole('alert')).toContainText(
    'The locations for order 1 could not be loaded',
  );
});
