import { expect } from '@playwright/test';
import { lookAround } from './look-around.ts';
import { demo, openSignedIn } from './sign-in.ts';
import { test } from './test.ts';
import { fillIn, goOn, recipient, smallPackage } from './wizard.ts';

test.describe('axe finds nothing on', () => {
  test('the pages of the wizard that ask for addresses and packages', async ({ page }) => {
    await openSignedIn(page, demo, '/new');
    await expect(page.getByRole('heading', { name: 'Origin' })).toBeVisible();
    await lookAround(page);
    await goOn(page, 'Recipient');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Required').first()).toBeVisible();
    await lookAround(page);
    await fillIn(page, recipient);
    await goOn(page, 'Package details');
    await lookAround(page);
  });

  test('the pages of the wizard that offer choices, the review and the end', async ({ page }) => {
    await openSignedIn(page, demo, '/new');
    await goOn(page, 'Recipient');
    await fillIn(page, recipient);
    await goOn(page, 'Package details');
    await fillIn(page, smallPackage);
    await goOn(page, 'Shipping rate');
    await page.getByRole('radio', { name: /^Scheduled/ }).check();
    const window = page.getByRole('radiogroup', { name: 'Delivery window' }).getByRole('radio');
    await window.last().check();
    await lookAround(page);
    await goOn(page, 'Delivery service');
    await lookAround(page);
    await goOn(page, 'Review and submit');
    await lookAround(page);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Order created' })).toBeVisible();
    await lookAround(page);
  });
});
