import { expect, type Page } from '@playwright/test';
import { makeMerchant } from './own-merchant.ts';
import { refuse, REQUEST_ID } from './refuse.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';
import { fillIn, goOn, goToRates, goToReview, recipient, seePage, smallPackage } from './wizard.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const next = (page: Page) => button(page, 'Next').click();

/** Opens the wizard for a merchant of the test's own, in Toronto. */
async function openWizard(page: Page, profile: { phoneOptional?: boolean } = {}): Promise<void> {
  await openSignedIn(page, await makeMerchant({ profile }), '/new');
  await seePage(page, 'Origin');
}

test('an origin needs street, city, province and postal code', async ({ page }) => {
  await openWizard(page);
  await fillIn(page, { Street: '', City: ' ', 'Postal code': '' });
  await page.getByRole('combobox', { name: 'Province' }).selectOption('');
  await next(page);
  await expect(page.getByText('Required', { exact: true })).toHaveCount(4);
  await expect(field(page, 'Street')).toBeFocused();
  await field(page, 'Postal code').fill('M5V 1J');
  await next(page);
  await expect(page.getByText('This postal code is not valid.')).toBeVisible();
});

test('a recipient needs a name, a whole phone number and an address', async ({ page }) => {
  await openWizard(page);
  await goOn(page, 'Recipient');
  await next(page);
  await expect(page.getByText('Required', { exact: true })).toHaveCount(6);
  await expect(field(page, 'Name')).toBeFocused();

  await field(page, 'Phone').pressSequentially('416 555-01 and much more');
  await expect(field(page, 'Phone')).toHaveValue('416 555-01 and mu');
  await field(page, 'Email').fill('zoe@');
  await field(page, 'Postal code').fill('m5b1c6');
  await next(page);
  await expect(page.getByText('Phone Number is invalid')).toBeVisible();
  await expect(page.getByText('This e-mail address is not valid.')).toBeVisible();
  await expect(field(page, 'Postal code')).toHaveValue('M5B 1C6');
  await expect(page.getByRole('combobox', { name: 'Province' })).toHaveValue('ON');
});

test('a merchant whose phones are optional may leave the phone out', async ({ page }) => {
  await openWizard(page, { phoneOptional: true });
  await goToReview(page, { Phone: '' });
});

test('an address outside the service areas cannot be shipped to', async ({ page }) => {
  await openWizard(page);
  await goOn(page, 'Recipient');
  await fillIn(page, { ...recipient, City: 'Iqaluit', 'Postal code': 'X0A 0H0' });
  await page.getByRole('combobox', { name: 'Province' }).selectOption('NU');
  await next(page);
  await expect(page.getByText('Cannot ship from M5X 1A9 to X0A 0H0')).toBeVisible();
  await expect(field(page, 'Postal code')).toBeFocused();
});

test('packages need measures that are numbers, and the minimum age is at least 16', async ({
  page,
}) => {
  await openWizard(page);
  await goOn(page, 'Recipient');
  await fillIn(page, recipient);
  await goOn(page, 'Package details');
  await next(page);
  await expect(page.getByText('Required', { exact: true })).toHaveCount(4);

  await fillIn(page, { ...smallPackage, Weight: '-1', Length: 'ten', 'Minimum age': '15' });
  await next(page);
  await expect(page.getByText('Enter a number from 0 to 100,000.')).toHaveCount(2);
  await expect(page.getByText('Enter a whole number from 16 to 99.')).toBeVisible();

  await fillIn(page, { ...smallPackage, 'Minimum age': '16' });
  await field(page, 'Weight').press('ArrowUp');
  await expect(field(page, 'Weight')).toHaveValue('4.6');
  await goOn(page, 'Shipping rate');
});

test('Previous and Next stay within the six pages, and Back goes back by one', async ({ page }) => {
  await openWizard(page);
  await expect(button(page, 'Previous')).toBeDisabled();
  await goToReview(page);
  await expect(button(page, 'Next')).toBeHidden();
  await button(page, 'Previous').click();
  await seePage(page, 'Delivery service');
  await page.goBack();
  await seePage(page, 'Review and submit');
  await button(page, 'Edit: Recipient').click();
  await seePage(page, 'Recipient');
  await expect(field(page, 'Name')).toHaveValue(recipient.Name);
});

test('a page that was not reached yet cannot be opened by its address', async ({ page }) => {
  await openSignedIn(page, await makeMerchant(), '/new?step=5');
  await seePage(page, 'Origin');
});

test('a delivery window is asked for when the service is scheduled, and only then', async ({
  page,
}) => {
  await openWizard(page);
  await goToRates(page);
  const windows = page.getByRole('radiogroup', { name: 'Delivery window' });
  await next(page);
  await expect(page.getByText('Choose a service.')).toBeVisible();
  await page.getByRole('radio', { name: /^Next day/ }).check();
  await expect(windows).toBeHidden();
  await page.getByRole('radio', { name: /^Scheduled/ }).check();
  await next(page);
  await expect(page.getByText('Choose a delivery window')).toBeVisible();
  await windows.getByRole('radio').last().check();
  await goOn(page, 'Delivery service');
  await goOn(page, 'Review and submit');
  await expect(page.getByRole('main')).toContainText('Delivery window');
});

test('a delivery service that is no longer offered falls back to the door', async ({ page }) => {
  await openWizard(page);
  await goToRates(page);
  await page.getByRole('radio', { name: /^By appointment/ }).check();
  await goOn(page, 'Delivery service');
  await page.getByRole('radio', { name: /^White glove/ }).check();
  await expect(page.getByRole('checkbox', { name: 'Signature required' })).toBeChecked();
  await button(page, 'Previous').click();
  await page.getByRole('radio', { name: /^Next day/ }).check();
  await goOn(page, 'Delivery service');
  await expect(page.getByRole('radio')).toHaveCount(2);
  await expect(page.getByRole('radio', { name: /^To the door/ })).toBeChecked();
});

test('a refused order names its recipient and keeps what was entered', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await openWizard(page);
  await page.route('**/api/orders', (route) => refuse(route));
  await goToReview(page);
  await button(page, 'Submit').click();
  const notification = page.getByRole('alert').filter({ hasText: 'Order not created' });
  await expect(notification).toContainText(`The order for ${recipient.Name} could not be created.`);
  await expect(notification).toContainText(REQUEST_ID);
  await expect(page.getByRole('main')).toContainText(recipient.Name);

  await page.unrouteAll();
  await button(page, 'Submit').click();
  await expect(page.getByRole('status').filter({ hasText: 'Order created' })).toBeVisible();
});

test('a double click on Submit creates one order', async ({ page }) => {
  await openWizard(page);
  await goToReview(page);
  await button(page, 'Submit').dblclick();
  await page.getByRole('link', { name: 'Go to orders' }).click();
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
});

test('an order whose answer got lost is not created again by the next Submit', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  await openWizard(page);
  await goToReview(page);
  await page.route('**/api/orders', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Submit').click();
  await expect(page.getByRole('alert')).toContainText('Portage could not be reached.');
  await page.unrouteAll();
  await button(page, 'Submit').click();
  await page.getByRole('link', { name: 'Go to orders' }).click();
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
});

test('leaving asks first, and forgets the draft when one leaves', async ({ page }) => {
  await openWizard(page);
  await goOn(page, 'Recipient');
  await fillIn(page, recipient);
  const dashboard = page.getByRole('link', { name: 'Dashboard', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Leave without creating the order?' });

  await dashboard.click();
  await dialog.getByRole('button', { name: 'Stay' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(field(page, 'Name')).toHaveValue(recipient.Name);
  await dashboard.click();
  await dialog.getByRole('button', { name: 'Leave and discard' }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.goBack();
  await goOn(page, 'Recipient');
  await expect(field(page, 'Name')).toHaveValue('');
});

test('a draft survives a reload, on the page where one was', async ({ page }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await openWizard(page);
  await goOn(page, 'Recipient');
  await fillIn(page, recipient);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await seePage(page, 'Recipient');
  await expect(field(page, 'Name')).toHaveValue(recipient.Name);
});

test('a place that was found fills in its parts of the address', async ({ page }) => {
  await openWizard(page);
  await goOn(page, 'Recipient');
  await field(page, 'Street').fill(recipient.Street);
  await page.getByRole('combobox', { name: 'Find the address' }).pressSequentially('M5B 1C6');
  await expect(page.getByRole('option').first()).toContainText('M5B 1C6');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'City')).toHaveValue('Toronto');
  await expect(field(page, 'Postal code')).toHaveValue('M5B 1C6');
  await expect(field(page, 'Street')).toHaveValue(recipient.Street);
  await seePage(page, 'Recipient');
});

test('a recipient who was saved can be taken for the next order', async ({ page }) => {
  await openWizard(page);
  await goOn(page, 'Recipient');
  await page.getByRole('checkbox', { name: 'Save to the address book' }).check();
  await button(page, 'Previous').click();
  await goToReview(page);
  await button(page, 'Submit').click();
  await page.getByRole('status').getByRole('button', { name: 'Create another order' }).click();

  await seePage(page, 'Origin');
  await goOn(page, 'Recipient');
  await page
    .getByRole('combobox', { name: 'Search the address book' })
    .pressSequentially('belanger');
  await page.getByRole('option', { name: recipient.Name }).click();
  await expect(field(page, 'Phone')).toHaveValue('416 555-0142');
  await expect(field(page, 'Street')).toHaveValue(recipient.Street);
});
