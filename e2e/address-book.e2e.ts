import { expect, type Page } from '@playwright/test';
import { findings, look, lookAround } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { saved } from './printing.ts';
import { refuse } from './refuse.ts';
import { told } from './screen.ts';
import { headersOf, openSignedIn, signInByCall, speak } from './sign-in.ts';
import { test } from './test.ts';
import { lowerPrices } from './wizard.ts';

const recipient = (name: string, changes: object = {}) => ({
  recipient: { name, phone: '416 555 0142', email: `${name.toLowerCase()}@example.com` },
  address: {
    street: '25 Dundas St E',
    city: 'Toronto',
    province: 'ON',
    postalCode: 'M5B 1C6',
    country: 'CA',
    ...changes,
  },
});

/** Saves recipients, by default as the signed-in user. */
async function save(
  page: Page,
  rows: readonly object[],
  given?: { authorization: string },
): Promise<void> {
  const headers = given ?? (await headersOf(page));
  for (let start = 0; start < rows.length; start += 500) {
    const data = { rows: rows.slice(start, start + 500) };
    const answer = await page.request.post('/api/orders/addresses/batch', { headers, data });
    expect(answer.status()).toBe(200);
  }
}

/** Opens the address book of a new merchant with recipients. */
async function openBook(page: Page, rows: readonly object[]): Promise<void> {
  const merchant = await makeMerchant();
  await save(page, rows, await signInByCall(page.request, merchant));
  await openSignedIn(page, merchant, '/addressBook');
}

test('recipients are added, found, edited, deleted and restored', async ({ page, complaints }) => {
  const undo = (title: string) => told(page, title).getByRole('button', { name: 'Undo' });
  await openSignedIn(page, await makeMerchant(), '/dashboard');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Address book/ })
    .click();
  await expect(page.getByRole('heading', { name: 'No saved recipients yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Add recipient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a recipient' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Required')).toHaveCount(5);
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Zoé Tremblay');
  await dialog.getByRole('textbox', { name: 'Street' }).fill('25 Dundas St E');
  await dialog.getByRole('textbox', { name: 'City' }).fill('Toronto');
  await dialog.getByRole('textbox', { name: 'Postal code' }).fill('m5b1c6');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(told(page, 'Address saved')).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toContainText('Zoé Tremblay');
  await expect(rows.first().getByRole('columnheader')).toHaveText([
    '',
    ...['Name', 'Phone', 'E-mail', 'Street', 'Postal code', 'City', 'Placed on', 'Actions'],
  ]);

  await save(page, [
    recipient('Ada'),
    recipient('Bo', { street: '9 Bay St', postalCode: 'M5J 2N8' }),
  ]);
  await page.getByRole('searchbox').fill('bay');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/search=bay/);
  await expect(told(page, '1 recipient')).toHaveCount(1);
  await page.getByRole('button', { name: 'Edit Bo' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit recipient' });
  await edit.getByRole('textbox', { name: 'Name' }).fill('Bo Nguyen');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(rows.nth(1)).toContainText('Bo Nguyen');
  await save(page, [{ ...recipient('ADA'), recipient: { name: 'ADA' } }]);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows).toHaveCount(5);

  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Find near-duplicates' }).click();
  const merge = page.getByRole('dialog', { name: 'Near-duplicates' });
  await expect(merge.getByRole('radio', { name: 'Ada', exact: true })).toBeChecked();
  // Deleted recipients leave even while the list is slow to reload.
  const list = '**/api/orders/addresses?*';
  await page.route(list, () => undefined);
  await merge.getByRole('button', { name: 'Merge 2 recipients' }).click();
  await expect(merge.getByText('No near-duplicates found.')).toBeVisible();
  await merge.getByRole('button', { name: 'Close' }).click();
  await expect(rows).toHaveCount(4);

  await page.getByRole('button', { name: 'Delete Bo Nguyen' }).click();
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('Address deleted')).toBeVisible();
  await page.unroute(list);
  await undo('Address deleted').click();
  await expect(rows).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Select all loaded recipients' }).check();
  // An empty list that cannot be read again is reported.
  complaints.expect(/status of 403/);
  await page.route(list, (route) => refuse(route));
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await expect(page.getByText('3 addresses deleted')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The address book could not be loaded');
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No saved recipients yet' })).toBeVisible();
  await undo('3 addresses deleted').click();
  await expect(rows).toHaveCount(4);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Export all as CSV' }).click();
  expect((await saving).suggestedFilename()).toBe('address_book.csv');
});

test('an order from the address book is created at a rate for its destination, printed, and another begun', async ({
  page,
  complaints,
}) => {
  await openBook(page, [recipient('Ada')]);
  const rates = page.waitForRequest('**/api/rates/explained');
  await page.getByRole('button', { name: 'Create order for Ada' }).click();
  expect((await rates).postDataJSON()).toEqual({ postalCode: 'M5B 1C6' });
  const form = page.getByRole('dialog', { name: 'Create order for Ada' });
  await expect(form.getByRole('radio', { name: 'Next day' })).toBeEnabled();
  await expect(form.getByRole('radio', { name: 'Scheduled' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create order for Ada' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.locator(':focus')).toBeVisible();
  const postalCode = form.getByRole('textbox', { name: 'Postal code' });
  await postalCode.fill('M5X');
  await form.getByRole('textbox', { name: 'City' }).fill('');
  await form.getByRole('button', { name: 'Create order' }).click();
  await expect(form.getByText('This postal code is not valid.')).toBeVisible();
  await expect(form.getByText('Required')).toHaveCount(2);
  await postalCode.fill('M5X 1A9');
  await form.getByRole('textbox', { name: 'City' }).fill('Toronto');
  await form.getByText('Next day').click();
  await form.getByRole('textbox', { name: 'Number of packages' }).fill('2');
  await form.getByRole('textbox', { name: 'Reference number' }).fill('PO-7');
  const creation = page.waitForRequest('**/api/orders');
  await form.getByRole('button', { name: 'Create order' }).click();
  expect((await creation).postDataJSON()).toMatchObject({
    recipient: { name: 'Ada' },
    packageCount: 2,
    refNumber: 'PO-7',
    service: 'NEXTDAY',
    signatureRequired: false,
  });
  await expect(page.getByText('Order created')).toBeVisible();
  await expect(form).toHaveCount(0);

  await page.getByRole('button', { name: 'Create order for Ada' }).click();
  await form.getByText('Next day').click();
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Create and print' }).click();
  await expect(form.getByRole('heading', { name: 'Order created' })).toBeFocused();
  expect((await download).suggestedFilename()).toBe('portageLabels.zpl');
  const link = form.getByRole('link', { name: 'Open the order' });
  const first = await link.getAttribute('href');
  expect(await findings(page), 'after the print').toEqual([]);
  await form.getByRole('button', { name: 'Create another order' }).click();
  await expect(form.getByRole('radio', { name: 'Next day' })).not.toBeChecked();
  // A second equal order is a new one.
  await form.getByText('Next day').click();
  await form.getByRole('button', { name: 'Create and print' }).click();
  await expect(link).toBeVisible();
  expect(await link.getAttribute('href')).not.toBe(first);

  // One package is created at the shown rate, or the current rates are shown.
  complaints.expect(/status of 409/);
  await lowerPrices(page);
  await page.reload();
  await page.getByRole('button', { name: 'Create order for Ada' }).click();
  await form.getByText('Next day').click();
  await expect(form.getByText('$11.00')).toBeVisible();
  await form.getByRole('button', { name: 'Create order' }).click();
  await expect(form.getByText('$12.00')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Create order' })).toBeEnabled();
  await form.getByRole('button', { name: 'Create order' }).press('Enter');
  await expect(form).toHaveCount(0);
});

test('an order is begun for a recipient far down the list, on a desktop and a phone', async ({
  page,
}) => {
  await openBook(
    page,
    Array.from({ length: 30 }, (_, index) => recipient(`Ada${index}`)),
  );
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    const button = page.getByRole('button', { name: /^Create order for/ }).nth(25);
    await button.click();
    const form = page.getByRole('dialog');
    await expect(form.getByRole('radio', { name: 'Next day' })).toBeInViewport();
    await expect(form.locator(':focus')).toBeInViewport();
    await expect(button).toBeInViewport();
    // It stays open while its button is scrolled away.
    await page.evaluate(() => scrollBy(0, -600));
    await expect(button).not.toBeInViewport();
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

/** Milliseconds, longer than the search waits for further typing. */
const TYPING_RESTS = 400;

test('"Create order" pressed right after typing in the search is not lost', async ({ page }) => {
  await openBook(page, [recipient('Ada'), recipient('Bo')]);
  const forBo = page.getByRole('button', { name: 'Create order for Bo' });
  await forBo.hover();
  await page.clock.install();
  const search = page.getByRole('searchbox');
  await search.pressSequentially('ada');
  await page.mouse.down();
  await expect(search).toHaveValue('ada');
  await page.clock.fastForward(TYPING_RESTS);
  expect(page.url()).not.toContain('search=');
  await page.mouse.up();
  const form = page.getByRole('dialog', { name: 'Create order for Bo' });
  await form.getByRole('textbox', { name: 'Reference number' }).fill('PO-8');
  await expect(page).toHaveURL(/search=ada/);
  await expect(page.getByText('End of the address book')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Reference number' })).toHaveValue('PO-8');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(forBo).toHaveCount(0);

  await search.pressSequentially('b');
  await page.getByRole('navigation').getByRole('link', { name: 'Create order' }).click();
  await expect(page).toHaveURL(/new\?draft/);
  await page.clock.fastForward(TYPING_RESTS);
  await expect(page.getByRole('heading', { level: 1, name: 'Create order' })).toBeVisible();
});

/** Headers of another system in another order; one row is wrong, and one is saved already. */
const RECIPIENTS_FILE = [
  'Ville;Nom;Code postal;Adresse;Téléphone;Couleur',
  'Montréal;Ana Roy;h2x1y4;12 rue Roy;514 555-0123;bleu',
  'Montréal;Bo Roy;H2X;14 rue Roy;;vert',
  'Toronto;Ada;M5B 1C6;25 Dundas St E;416 555-0142;',
].join('\r\n');

test('a file of recipients is checked, imported, fixed and retried', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  await openBook(page, [
    { ...recipient('Ada'), recipient: { name: 'Ada', phone: '416 555 0142' } },
  ]);
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV or Excel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import recipients' });
  const field = dialog.locator('input[type=file]');
  await field.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from(' ') });
  await expect(dialog.getByRole('alert')).toContainText('This file is empty.');
  const buffer = Buffer.from(RECIPIENTS_FILE, 'latin1');
  await field.setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByText('2 rows to import, 0 in the address book')).toBeVisible();
  await expect(dialog.getByText('Not imported: Couleur.')).toBeVisible();
  const rows = dialog.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');
  await expect(rows.nth(1)).toContainText('Postal code: This postal code is not valid.');
  expect(await findings(page)).toEqual([]);

  await page.route('**/api/orders/addresses/batch', (route) => refuse(route, 503));
  await dialog.getByRole('button', { name: 'Import 2 recipients' }).click();
  await expect(page.getByRole('alert')).toContainText('Recipients not imported');
  await expect(rows.first()).toContainText('Not saved');
  await page.unroute('**/api/orders/addresses/batch');
  await dialog.getByRole('button', { name: 'Import 2 remaining recipients' }).click();
  await expect(page.getByText('1 recipient added')).toBeVisible();
  await expect(page.getByText('1 was already saved')).toBeVisible();
  await expect(rows).toContainText(['Added', 'Problem', 'Already saved']);

  const save = dialog.getByRole('button', { name: 'Save the other rows as CSV' });
  const { bytes } = await saved(page, () => save.click());
  expect(bytes.toString()).toContain('Bo Roy,,,14 rue Roy');
  const question = page.getByRole('dialog', { name: 'Close the import?' });
  await page.keyboard.press('Escape');
  await question.getByText('Keep').click();
  const fix = page.getByRole('dialog', { name: 'Edit line 3' });
  await dialog.getByRole('button', { name: 'Edit Bo Roy, line 3' }).click();
  await fix.getByRole('textbox', { name: 'Postal code' }).press('Escape');
  await expect(fix).toHaveCount(0);
  await expect(question).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Edit Bo Roy, line 3' }).click();
  await fix.getByRole('textbox', { name: 'Postal code' }).fill('H2X 1Y4');
  await fix.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Import 1 remaining recipient' }).click();
  await expect(rows).toContainText(['Added', 'Added', 'Already saved']);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4);
});

test('a long address book loads as it is scrolled, and on a phone in French', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await speak(page, 'fr');
  await openSignedIn(page, await makeMerchant(), '/addressBook');
  await expect(page.getByRole('heading', { name: 'Aucun destinataire enregistré' })).toBeVisible();
  await save(
    page,
    Array.from({ length: 120 }, (_, index) => recipient(`Ada${index}`)),
  );
  await page.reload();
  const cards = page.getByRole('list', { name: 'Carnet d’adresses' }).getByRole('listitem');
  await expect(cards).toHaveCount(100);
  await page.getByText('Chargement d’autres destinataires…').scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(120);
  await expect(page.getByText('Fin du carnet d’adresses')).toBeVisible();
});

test('an address book that cannot be loaded is loaded again, a small screen shows cards with every action, and axe finds nothing', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await page.route('**/api/orders/addresses?*', (route) => refuse(route));
  await openSignedIn(page, await makeMerchant(), '/addressBook');
  await expect(page.getByRole('alert')).toContainText('The address book could not be loaded');
  await page.unroute('**/api/orders/addresses?*');
  const withoutPhone = { ...recipient('Cy'), recipient: { name: 'Cy' } };
  await save(page, [recipient('Ada'), recipient('Bo'), withoutPhone]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await lookAround(page);
  await page.getByRole('button', { name: 'Create order for Ada' }).click();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await look(page, 'an order from a row');

  // A dialog opens above the order form.
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Find near-duplicates' }).click();
  const duplicates = page.getByRole('dialog', { name: 'Near-duplicates' });
  await duplicates.getByRole('button', { name: 'Close' }).click();
  await expect(duplicates).toHaveCount(0);

  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Create order for Cy' }).click();
  await expect(page.getByText('Your account requires a recipient phone number.')).toBeVisible();
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Create order' }),
  ).toBeDisabled();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.setViewportSize({ width: 1024, height: 768 });
  const cards = page.getByRole('list', { name: 'Address book' }).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete Bo' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('checkbox', { name: 'Select all loaded recipients' }).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.setViewportSize({ width: 1101, height: 768 });
  await expect(page.getByRole('table', { name: 'Address book' })).toBeVisible();
});
