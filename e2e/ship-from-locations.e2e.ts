import { expect } from '@playwright/test';
import type { Merchant } from '../contract/src/merchants/merchants.ts';
import { findings, look, lookAround } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { told } from './screen.ts';
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

test('the main location is on a card and the others in a table, also after a failed load, and in a list on a phone in French', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await page.route('**/api/merchants', (route) => refuse(route));
  await openSignedIn(page, await makeMerchant({ profile }), '/shipFromLocations');
  await expect(page.getByRole('alert')).toContainText('The merchant’s profile could not be loaded');
  await page.unroute('**/api/merchants');
  await page.getByRole('button', { name: 'Try again' }).click();
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
    'Pickup',
    'Delete',
  ]);
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '5455 Av. de Gaspé, unit 110',
    'Montréal',
    'QC',
    'H2T 3B3',
    'Canada',
    /^Pickup available\d+(\.\d)? km from the main location$/,
    'Delete',
  ]);
  await expect(table.getByRole('row').nth(2).getByRole('cell').nth(4)).toHaveText('United States');
  await lookAround(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await speak(page, 'fr');
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    /^5455 Av. de Gaspé, unité 110Montréal, QC H2T\s3B3Canada.*Supprimer$/,
    /^1 Main StBuffalo, NY 14202États-Unis.*Supprimer$/,
  ]);
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('a location is added, offered in the wizard, deleted and brought back', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await openSignedIn(page, await makeMerchant(), '/shipFromLocations');
  await expect(page.getByRole('heading', { name: 'You ship from one place' })).toBeVisible();
  await expect(page.getByText('choose it as the origin of an order')).toBeVisible();
  expect(await findings(page), 'one location').toEqual([]);
  const form = page.getByRole('dialog', { name: 'Add a location' });
  const add = () => form.getByRole('button', { name: 'Add location' }).click();
  await page.getByRole('button', { name: 'Add location' }).click();
  await add();
  const missing = form.getByRole('alert').filter({ hasText: 'The following fields are required.' });
  await expect(missing.getByRole('listitem')).toHaveText([
    'Street',
    'City',
    'Postal code',
    'Province',
  ]);
  await expect(form.getByLabel('Street')).toBeFocused();
  await look(page, 'the form with what is missing');
  await form.getByLabel('Street').fill('100 King St W');
  await form.getByLabel('City').fill('Toronto');
  await form.getByLabel('Postal code').fill('m5x1a9');
  await form.getByLabel('City').focus();
  await add();
  const failed = page.getByRole('alert').filter({ hasText: 'Location not added' });
  await expect(failed).toContainText('Your profile already has the location');
  await form.getByLabel('Street').fill('1 Centre St');
  await form.getByLabel('City').fill('Whitehorse');
  await form.getByLabel('Postal code').fill('y1a1a1');
  await form.getByLabel('City').focus();
  await form.getByLabel('Province').selectOption('YT');
  await add();
  await expect(told(page, 'Location added')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Whitehorse' });
  await expect(row).toContainText('Outside the service area');
  await look(page, 'a location outside the service area');

  await page.getByRole('button', { name: 'Delete 1 Centre St' }).click();
  await expect(row).toHaveCount(0);
  await told(page, 'Location deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(told(page, 'Undone')).toBeVisible();
  await expect(row).toBeVisible();

  await page.getByRole('link', { name: 'Create order' }).first().click();
  await page.getByRole('combobox', { name: 'Ship-from location' }).click();
  await expect(page.getByRole('option', { name: /1 Centre St/ })).toBeVisible();
});
