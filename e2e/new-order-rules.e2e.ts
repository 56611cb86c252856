import { expect } from '@playwright/test';
import { findings, look, lookAround, lookInFrench } from './look-around.ts';
import { button, field, told } from './screen.ts';
import { test } from './test.ts';
import { fillIn, goOn, openWizard, recipient, seePage, smallPackage } from './wizard.ts';

test('each page of the wizard names missing or wrong fields, and continues once they are right', async ({
  page,
}) => {
  await openWizard(page);
  await lookAround(page);
  await test.step('Next works even when leaving an invalid field moves the button', async () => {
    await field(page, 'City').fill('');
    await button(page, 'Next').click({ delay: 100 });
    await expect(page.getByText('Required', { exact: true })).toHaveCount(1);
    await expect(field(page, 'City')).toBeFocused();
  });

  await test.step('an origin needs street, city, province and postal code', async () => {
    const origin = { Street: '100 King St W', City: 'Toronto', 'Postal code': 'M5X 1A9' };
    await fillIn(page, { Street: '', City: ' ', 'Postal code': '' });
    await page.getByRole('combobox', { name: 'Province' }).selectOption('');
    await button(page, 'Next').click();
    await expect(page.getByText('Required', { exact: true })).toHaveCount(4);
    await expect(field(page, 'Street')).toBeFocused();
    await field(page, 'Postal code').fill('M5V 1J');
    await button(page, 'Next').click();
    await expect(page.getByText('This postal code is not valid.')).toBeVisible();
    await fillIn(page, origin);
    await page.getByRole('combobox', { name: 'Province' }).selectOption('ON');
    await goOn(page, 'Recipient');
  });

  await test.step('a recipient needs a name, a whole phone number and an address', async () => {
    await button(page, 'Next').click();
    await expect(page.getByText('Required', { exact: true })).toHaveCount(6);
    await expect(field(page, 'Name')).toBeFocused();
    await look(page, 'the recipient with what is missing');
    await field(page, 'Phone').pressSequentially('416 555-01 and much more');
    await expect(field(page, 'Phone')).toHaveValue('416 555-01 and mu');
    await expect(page.getByText('At most 17 characters.')).toBeVisible();
    await field(page, 'E-mail').fill('zoe@');
    await field(page, 'Postal code').fill('m5b1c6');
    await button(page, 'Next').click();
    await expect(page.getByText('Phone Number is invalid')).toBeVisible();
    await expect(page.getByText('This e-mail address is not valid.')).toBeVisible();
    await expect(field(page, 'Postal code')).toHaveValue('M5B 1C6');
    await expect(page.getByRole('combobox', { name: 'Province' })).toHaveValue('ON');
    await field(page, 'E-mail').fill('');
  });

  await test.step('an address outside the service areas cannot be shipped to', async () => {
    await fillIn(page, { ...recipient, City: 'Iqaluit', 'Postal code': 'X0A 0H0' });
    await page.getByRole('combobox', { name: 'Province' }).selectOption('NU');
    await button(page, 'Next').click();
    await expect(page.getByText('Cannot ship from M5X 1A9 to X0A 0H0')).toBeVisible();
    await expect(field(page, 'Postal code')).toBeFocused();
    await fillIn(page, recipient);
    await page.getByRole('combobox', { name: 'Province' }).selectOption('ON');
    await goOn(page, 'Package details');
  });

  await test.step('packages need measures that are numbers, and the minimum age is at least 16', async () => {
    expect(await findings(page), 'the package').toEqual([]);
    await button(page, 'Next').click();
    await expect(page.getByText('Required', { exact: true })).toHaveCount(4);
    await fillIn(page, { ...smallPackage, Weight: '-1', Length: '1.2.3', 'Minimum age': '15' });
    await button(page, 'Next').click();
    await expect(
      page.getByText('Enter a number from 0 to 100,000, such as 1234 or 1.5.'),
    ).toHaveCount(2);
    await expect(page.getByText('Enter a whole number from 16 to 99.')).toBeVisible();
    await fillIn(page, { ...smallPackage, 'Minimum age': '16' });
    const said = page.locator('[aria-live="polite"]');
    await field(page, 'Weight').press('ArrowUp');
    await expect(field(page, 'Weight')).toHaveValue('4.6');
    await expect(said.filter({ hasText: /^4\.6$/ })).toBeAttached();
    await field(page, 'Weight').fill('4.5');
    await expect(said.filter({ hasText: '4.6' })).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Tags' }).fill('fragile');
    await page.keyboard.press('Enter');
    await expect(said.filter({ hasText: /^Tags: fragile$/ })).toBeAttached();
    await page.keyboard.press('Backspace');
    await expect(said.filter({ hasText: /^No tags$/ })).toBeAttached();
    await goOn(page, 'Shipping rate');
  });

  await test.step('a service that is no longer offered falls back to the door', async () => {
    await button(page, 'Next').click();
    await expect(page.getByText('Choose a service.')).toBeVisible();
    await page.getByRole('radio', { name: /^By appointment/ }).check();
    await goOn(page, 'Delivery service');
    await page.getByRole('radio', { name: /^White glove/ }).check();
    await expect(page.getByRole('checkbox', { name: 'Signature required' })).toBeChecked();
    await button(page, 'Previous').click();
    await page.getByRole('radio', { name: /^Next day/ }).check();
    await goOn(page, 'Delivery service');
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('radio', { name: /^To the door/ })).toBeChecked();
    await button(page, 'Previous').click();
    await seePage(page, 'Shipping rate');
  });

  await test.step('a delivery window is asked for when the service is scheduled, and only then', async () => {
    const windows = page.getByRole('radiogroup', { name: 'Delivery window' });
    await expect(windows).toBeHidden();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/api/rates/windows*', async (route) => {
      await held;
      await route.fallback();
    });
    await page.getByRole('radio', { name: /^Scheduled/ }).check();
    const place = await button(page, 'Next').boundingBox();
    letGo();
    await expect(windows).toBeVisible();
    expect(await button(page, 'Next').boundingBox(), 'windows that load move it').toEqual(place);
    await button(page, 'Next').click();
    await expect(page.getByText('Choose a delivery window')).toBeVisible();
    await windows.getByRole('radio').last().check();
    await lookAround(page);
    await goOn(page, 'Delivery service');
    expect(await findings(page), 'the delivery service').toEqual([]);
    await goOn(page, 'Review and submit');
    await expect(page.getByRole('main')).toContainText('Delivery window');
    await look(page, 'the review');
    await button(page, 'Edit: Shipping rate').click();
    await page.getByRole('radio', { name: /^Next day/ }).check();
    await goOn(page, 'Delivery service');
    await goOn(page, 'Review and submit');
    await expect(page.getByRole('main')).not.toContainText('Delivery window');
  });

  await test.step('the screen of the created order has nothing for axe to find', async () => {
    await button(page, 'Submit').click();
    await expect(told(page, 'Order created')).toBeVisible();
    await look(page, 'the order that was created');
    await lookInFrench(page);
  });
});
