import { expect, type Page } from '@playwright/test';
import { lookAround } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { button, field, told } from './screen.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';
import { fillIn, lowerPrices, recipient, saveRecipient, smallPackage } from './wizard.ts';

/** Limit of keystrokes for an order to a saved recipient. */
const MOST_KEYSTROKES = 20;

/** A keyboard that counts keystrokes; the test uses nothing else. */
function countingKeyboard(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async type(text: string) {
      count += text.length;
      await page.keyboard.type(text);
    },
    async press(...keys: readonly string[]) {
      for (const key of keys) {
        count += 1;
        // One key after the other, like a person.
        await page.keyboard.press(key);
      }
    },
  };
}

test('an order for a saved recipient is created and printed in 20 keystrokes at most, in French', async ({
  page,
}) => {
  await speak(page, 'fr');
  const merchant = await makeMerchant();
  await saveRecipient(page, merchant);
  await openSignedIn(page, merchant, '/new?express');
  const keyboard = countingKeyboard(page);
  const began = Date.now();

  await expect(page.getByRole('combobox', { name: 'Rechercher dans le carnet' })).toBeFocused();
  await keyboard.type('bela');
  await expect(page.getByRole('option', { name: recipient.Name })).toBeVisible();
  await keyboard.press('Enter');
  await expect(field(page, 'Poids')).toBeFocused();
  await expect(field(page, 'Rue')).toHaveValue(recipient.Street);
  await keyboard.type('2,5');
  await keyboard.press('Tab', 'Tab', 'Tab');
  await keyboard.type('10');
  await keyboard.press('Tab');
  await keyboard.type('8');
  await keyboard.press('Tab');
  await keyboard.type('4');
  const services = page.getByRole('radiogroup', { name: 'Service', exact: true });
  await expect(services.getByRole('radio').first()).toBeVisible();
  await keyboard.press('Enter');
  await expect(services.getByRole('radio').first()).toBeFocused();
  const download = page.waitForEvent('download');
  await keyboard.press('Space', 'Control+Shift+Enter');
  await expect(page.getByRole('heading', { name: 'Commande créée' })).toBeVisible();
  expect((await download).suggestedFilename()).toBe('portageLabels.zpl');

  const took = { keystrokes: keyboard.count(), milliseconds: Date.now() - began };
  test.info().annotations.push({ type: 'known recipient', description: JSON.stringify(took) });
  expect(took.keystrokes).toBeLessThanOrEqual(MOST_KEYSTROKES);

  // Enter starts the next order from the same origin.
  await expect(
    page.getByRole('main').getByRole('button', { name: /autre commande/ }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Rechercher dans le carnet' })).toBeFocused();
  await expect(field(page, 'Nom')).toHaveValue('');
});

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
