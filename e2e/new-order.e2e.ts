import { expect } from '@playwright/test';
import { refuse, REQUEST_ID } from './refuse.ts';
import { test } from './test.ts';
import {
  button,
  field,
  fillIn,
  goOn,
  goToReview,
  openWizard,
  recipient,
  seePage,
} from './wizard.ts';

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
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
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
