import { expect } from '@playwright/test';
import { lookAround } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { button, field, told } from './screen.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';
import { fillIn, lowerPrices, recipient, smallPackage } from './wizard.ts';

test('the express form lists everything missing, and shares its draft with the wizard', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await lowerPrices(page);
  await openSignedIn(page, await makeMerchant(), '/new');
  await page.getByRole('link', { name: 'Express form' }).click();
  await page.getByRole('combobox', { name: 'Search the address book' }).press('Control+Enter');
  await expect(page.getByText('Required', { exact: true })).toHaveCount(10);
  await expect(field(page, 'Name')).toBeFocused();

  await fillIn(page, recipient);
  await fillIn(page, smallPackage);
  await expect(page.getByRole('radio', { name: /^Next day/ })).toBeVisible();
  await lookAround(page);
  await button(page, 'Submit').click();
  await expect(page.getByText('Choose a service.')).toBeVisible();
  await page.getByRole('link', { name: 'Step by step' }).click();
  await button(page, 'Next').click();
  await expect(field(page, 'Name')).toHaveValue(recipient.Name);
  await page.goBack();
  await page.goBack();
  await page.getByRole('radio', { name: /^Next day/ }).check();
  await page.keyboard.press('Enter');
  // The refusal shows the current rates and keeps everything typed.
  await expect(page.getByText('The rates have changed.')).toBeVisible();
  await expect(page.getByText('$12.00').first()).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue(recipient.Name);
  await expect(field(page, 'Weight')).toHaveValue(smallPackage.Weight);
  await expect(button(page, 'Submit')).toBeEnabled();
  await page.getByRole('radio', { name: /^Next day/ }).press('Enter');
  await expect(told(page, 'Order created')).toBeVisible();
});
