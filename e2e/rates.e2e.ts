import { expect } from '@playwright/test';
import { button, told } from './screen.ts';
import { test } from './test.ts';
import {
  fillIn,
  goOn,
  goToRates,
  goToReview,
  lowerPrices,
  openWizard,
  recipient,
  seePage,
} from './wizard.ts';

const montreal = { ...recipient, City: 'Montréal', 'Postal code': 'H2Y 1C6' };

test('the rates page says why services are unavailable, and the review explains the price', async ({
  page,
}) => {
  await openWizard(page);
  await goToRates(page, montreal);
  const unavailable = page.getByRole('region', { name: 'Not available' });
  await expect(unavailable.getByRole('listitem')).toHaveText([
    'Same day, Scheduled, By appointmentNot offered between Toronto–Hamilton and Montréal.',
  ]);
  await page.getByRole('radio', { name: /^Standard/ }).check();

  await button(page, 'Previous').click();
  await fillIn(page, { Weight: '71' });
  await goOn(page, 'Shipping rate');
  await expect(unavailable.getByRole('listitem')).toContainText([
    'Too heavy: 71 lb is over 70 lb.',
  ]);
  await button(page, 'Change the packages').click();
  await fillIn(page, { Weight: '30' });
  await goOn(page, 'Shipping rate');
  await goOn(page, 'Delivery service');
  await goOn(page, 'Review and submit');
  for (const line of [
    /Base price\s*\$10\.50/,
    /Weight surcharge\s*\$1\.75/,
    /Price before tax\s*\$12\.25/,
  ]) {
    await expect(page.getByRole('main')).toContainText(line);
  }
});

test('rates that change before submission are shown, and nothing typed is lost', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  await openWizard(page);
  await lowerPrices(page, { times: 1 });
  await goToReview(page);
  await expect(page.getByRole('main')).toContainText('$11.00');
  await button(page, 'Submit').click();
  await seePage(page, 'Shipping rate');
  await expect(page.getByText('The rates have changed.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Next day/ })).toBeChecked();
  await expect(page.getByText('$12.00').first()).toBeVisible();
  await goOn(page, 'Delivery service');
  await goOn(page, 'Review and submit');
  for (const typed of [recipient.Name, '416 555-0142', '$12.00']) {
    await expect(page.getByRole('main')).toContainText(typed);
  }
  await button(page, 'Submit').click();
  await expect(told(page, 'Order created')).toBeVisible();
});
