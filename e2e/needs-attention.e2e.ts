import { expect } from '@playwright/test';
import {
  giveOrders,
  inWrongProvince,
  makeMerchant,
  withMisreadPostalCode,
} from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

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
  const row = (name: string) => page.getByRole('row', { name }).first();
  const notice = page.getByRole('note');

  await row('Ada Nguyen').click();
  await expect(notice).toContainText('H2X 1Y4 is in Quebec, not Ontario. Correct the province.');
  await notice.getByRole('button', { name: 'Change province to Quebec' }).click();
  await expect(page.getByRole('status').getByText('Order updated')).toBeVisible();
  await expect(row('Ada Nguyen')).toContainText('Geocoded');
  await expect(notice).toHaveCount(0);

  await row('Cy Roy').click();
  await expect(notice).toContainText('C5B 1C6 is in Prince Edward Island, not Ontario.');
  await notice.getByRole('button', { name: 'Change postal code to M5B 1C6' }).click();
  await expect(row('Cy Roy')).toContainText('Geocoded');
  await expect(notice).toHaveCount(0);

  await row('Bo Tremblay').click();
  await expect(notice).toContainText(/Choose another window\. Offered now: .*Next day/);
  await notice.getByRole('button', { name: 'Choose another service' }).click();
  await page.getByRole('radio', { name: /^Next day/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row('Bo Tremblay')).toContainText('Geocoded');
  await expect(row('Bo Tremblay')).toContainText('Next day');
});
