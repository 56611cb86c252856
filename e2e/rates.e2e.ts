import { expect } from '@playwright/test';
import { test } from './test.ts';
import { button, fillIn, goOn, openWizard, goToRates, recipient } from './wizard.ts';

const montreal = { ...recipient, City: 'Montréal', 'Postal code': 'H2Y 1C6' };

test('the page of rates says why services are unavailable, and the review how the price is made', async ({
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
