import { expect } from '@playwright/test';
import type { Merchant } from '../contract/src/merchants.ts';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const profile: Partial<Merchant> = {
  additionalLocations: [
    {
      street: '5455 Av. de Gaspé',
      unit: '110',
      city: 'Montréal',
      province: 'QC',
      postalCode: 'H2T 3B3',
      country: 'CA',
    },
    { street: '1 Main St', city: 'Buffalo', province: 'NY', postalCode: '14202', country: 'US' },
  ],
};

test('the main location stands on a card, the additional ones in a table', async ({ page }) => {
  await openSignedIn(page, await makeMerchant({ profile }), '/shipFromLocations');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Main location',
    'Additional locations',
  ]);
  await expect(page.getByRole('main').locator('address')).toHaveText(
    '100 King St WToronto, ON M5X 1A9Canada',
  );
  const table = page.getByRole('table', { name: 'Additional locations' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Street',
    'City',
    'Province or state',
    'Postal code',
    'Country',
  ]);
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '5455 Av. de Gaspé, unit 110',
    'Montréal',
    'QC',
    'H2T 3B3',
    'Canada',
  ]);
  await expect(table.getByRole('row').nth(2).getByRole('cell').last()).toHaveText('United States');
});

test('on a phone every location is read from top to bottom, in French, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await speak(page, 'fr');
  await openSignedIn(page, await makeMerchant({ profile }), '/shipFromLocations');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    '5455 Av. de Gaspé, unité 110Montréal, QC H2T 3B3Canada',
    '1 Main StBuffalo, NY 14202États-Unis',
  ]);
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('a merchant who ships from one place reads what further ones are for', async ({ page }) => {
  await openSignedIn(page, await makeMerchant(), '/shipFromLocations');
  await expect(page.getByRole('heading', { name: 'You ship from one place' })).toBeVisible();
  await expect(page.getByText('ready to be chosen as the origin of an order')).toBeVisible();
});

test('locations that cannot be loaded are tried again', async ({ page, complaints }) => {
  complaints.expect(/status of 403/);
  await page.route('**/api/merchants', (route) => refuse(route));
  await openSignedIn(page, await makeMerchant(), '/shipFromLocations');
  await expect(page.getByRole('alert')).toContainText('Could not load the merchant’s profile');
  await page.unroute('**/api/merchants');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Main location' })).toBeVisible();
});
