import { expect, type Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { look } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { saved } from './printing.ts';
import { refuse } from './refuse.ts';
import { openSignedIn, signIn, speak } from './sign-in.ts';
import { test } from './test.ts';

/**
 * Semicolons, Windows-1252, another system's headers with the phone twice, an unknown sub-brand,
 * and errors in four of five rows.
 */
const DETAILS = [
  'Order #;Customer name;Phone;Address;City;Province;Zip;Service;Mobile;Brand',
  'A-1;Ana Roy;514 555-0123;12 rue Roy;Montréal;Québec;h2x1y4;Lendemain;;Nope',
  'A-2;;514 555-0124;14 rue Roy;Montréal;QC;H2X 1Y4;NEXTDAY',
  'A-3;Cy Roy;12;16 rue Roy;Montréal;QC;H2X 1Y4;NEXTDAY',
  'A-4;Di Roy;514 555-0126;18 rue Roy;Montréal;QC;H2X;NEXTDAY',
  'A-5;Ed Roy;514 555-0127;20 rue Roy;Montréal;QC;H2X 1Y4;DRONE',
].join('\r\n');
const PACKAGES = [
  'Reference,Weight,Weight unit',
  ...['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map((reference) => `${reference},2.5,lb`),
].join('\n');

/** Chooses both files. A chosen file's input is removed from the page. */
async function chooseFiles(page: Page, details: Buffer, packages: Buffer): Promise<void> {
  const field = page.locator('input[type=file]').first();
  const file = { mimeType: 'text/csv' };
  await field.setInputFiles({ ...file, name: 'orders.csv', buffer: details });
  await expect(page.getByRole('button', { name: 'Remove orders.csv' })).toBeVisible();
  await field.setInputFiles({ ...file, name: 'packages.csv', buffer: packages });
  await expect(page.getByRole('button', { name: 'Remove packages.csv' })).toBeVisible();
}

/** Waits for the problem of the focused cell and types over it. */
async function fixCell(page: Page, message: string | RegExp, text: string): Promise<void> {
  await expect(page.getByRole('tooltip')).toHaveText(message);
  await expect(page.locator('[data-cursor][aria-invalid=true]')).toBeVisible();
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

async function download(page: Page, item: string): Promise<string> {
  await page.getByRole('button', { name: 'More actions for orders.csv' }).last().click();
  const { bytes } = await saved(page, () => page.getByRole('menuitem', { name: item }).click());
  return bytes.toString();
}

/** True if the selected cell, which has a problem, can be read in a dark contrast theme. */
const hasColorsOfSelection = (page: Page) =>
  page.locator('td[data-mark="problem"][aria-selected="true"]').evaluate((cell) => {
    const sample = document.body.appendChild(document.createElement('div'));
    sample.style.cssText = 'background: SelectedItem; forced-color-adjust: none';
    const [shown, expected] = [cell, sample].map((one) => getComputedStyle(one).backgroundColor);
    sample.remove();
    const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark';
    return isDark && shown === expected;
  });

test('a messy file is fixed by keyboard, created, its failed rows retried, printed and undone', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await openSignedIn(page, merchant, '/bulkNew');
  await expect(page.getByRole('button', { name: 'Check rows' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await chooseFiles(page, Buffer.from(DETAILS, 'latin1'), Buffer.from(PACKAGES));
  await expect(
    page.getByText('Several headers name the same column (Recipient phone)'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Check rows' }).press('Enter');
  await expect(page.getByText('1 order will be created')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Only problems (4)' })).toBeChecked();
  await look(page, 'the problems of an import');
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await expect.poll(() => hasColorsOfSelection(page)).toBe(true);
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });

  await fixCell(page, 'Required', 'Bo Roy');
  await expect(page.getByText('2 orders will be created')).toBeVisible();
  await fixCell(page, 'Phone Number is invalid', '514 555-0125');
  await expect(page.getByText('3 orders will be created')).toBeVisible();
  // A wrong fix keeps the focus.
  await fixCell(page, /Postal code/i, 'H2X 1');
  await fixCell(page, /Postal code/i, 'H2X 1Y4');
  await expect(page.getByText('4 orders will be created · 4 packages · $')).toBeVisible();
  await expect(page.getByRole('tooltip')).toHaveText(/There is no service “DRONE”/);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('3 orders will be created')).toBeVisible();
  await fixCell(page, /Postal code/i, 'H2X 1Y4');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/orders\?import=/);
  await expect(page.getByText('4 created · 1 left out')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Bo Roy' })).toBeVisible();

  await page.getByRole('link', { name: 'Fix it' }).press('Enter');
  await fixCell(page, /There is no service “DRONE”/, 'NEXTDAY');
  await expect(page.getByText('1 order will be created · 1 package · $')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 created', { exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ed Roy' })).toContainText('Geocoded');
  const { name } = await saved(page, () =>
    page.getByRole('button', { name: 'Print 1 label' }).press('Enter'),
  );
  expect(name).toBe('portageLabels.zpl');
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 order' }).click();
  await expect(page.getByText('Undone: 1 order deleted')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ed Roy' })).toHaveCount(0);

  await page.goto('/bulkNew');
  await expect(page.getByText('4 created · 1 left out')).toBeVisible();
  expect(await download(page, 'Download orders not created (CSV)')).toContain('DRONE');
  expect(await download(page, 'Download created orders (CSV)')).toMatch(
    /order_ref_number,order_id,tracking_number\r\nA-/,
  );
});

test('a cell of an import takes an accent of two keys and a composed name; the unfinished import is found again with its fixes, and can be deleted', async ({
  page,
}) => {
  await openSignedIn(page, await makeMerchant(), '/bulkNew');
  await chooseFiles(page, Buffer.from(DETAILS, 'latin1'), Buffer.from(PACKAGES));
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByRole('tooltip')).toHaveText('Required');
  await expect(page.getByRole('grid')).toBeFocused();
  const keyboard = await page.context().newCDPSession(page);
  const press = (key: string) =>
    keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key });
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
  const typed = page.getByRole('grid').getByRole('textbox');

  await press('Dead');
  await keyboard.send('Input.insertText', { text: 'É' });
  await page.keyboard.type('va');
  await expect(typed).toHaveValue('Éva');
  await page.keyboard.press('Escape');
  // An accent without its letter empties no cell.
  await page.keyboard.press('ArrowDown');
  await press('Dead');
  await expect(typed).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await press('Process');
  await compose('li');
  await press('Enter');
  await expect(typed).toHaveValue('li');
  await keyboard.send('Input.insertText', { text: '李' });
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 orders will be created')).toBeVisible();
  await expect(page.getByRole('grid').getByText('Cy Roy')).toBeVisible();

  await page.getByRole('link', { name: 'Address book' }).first().click();
  await expect(page).toHaveURL('/addressBook');
  await page.goto('/bulkNew');
  const unfinished = page.getByRole('region', { name: 'Unfinished imports' });
  await expect(unfinished).toContainText('orders.csv5 rows');
  await look(page, 'an unfinished import');
  await unfinished.getByRole('button', { name: 'Continue with orders.csv' }).click();
  await expect(page.getByText('2 orders will be created')).toBeVisible();
  await fixCell(page, 'Phone Number is invalid', '514 555-0125');
  await expect(page.getByText('3 orders will be created')).toBeVisible();

  await page.goto('/bulkNew');
  await unfinished.getByRole('button', { name: 'Delete orders.csv' }).click();
  await expect(unfinished).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await unfinished.getByRole('button', { name: 'Continue with orders.csv' }).click();
  await page.getByRole('button', { name: 'Create 3 orders' }).click();
  await expect(page.getByText('3 created · 2 left out')).toBeVisible();
  await page.goto('/bulkNew');
  await expect(page.getByText('3 created · 2 left out')).toBeVisible();
  await expect(unfinished).toBeHidden();
});

test('en français, des colonnes associées à la main le sont toutes seules sur un autre appareil', async ({
  page,
  browser,
}) => {
  const merchant = await makeMerchant();
  const buffer = Buffer.from(
    [
      'Référence;Qui;Téléphone;Adresse;Ville;Province;Code postal;Service;Poids;Unité de poids',
      'A-1;Ana Roy;514 555-0123;12 rue Roy;Montréal;QC;H2X 1Y4;Lendemain;2,5;lb',
    ].join('\n'),
  );
  const file = { name: 'commandes.csv', mimeType: 'text/csv', buffer };
  await speak(page, 'fr');
  await openSignedIn(page, merchant, '/bulkNew');
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Vérifier les lignes' }).click();
  await page
    .getByRole('combobox', { name: 'Contenu de la colonne Qui' })
    .selectOption('recipient_name');
  const remembered = page.waitForResponse(/importColumns$/);
  await page.getByRole('button', { name: 'Terminé' }).click();
  await expect(page.getByText('1 commande sera créée')).toBeVisible();
  await remembered;

  await using context = await browser.newContext();
  const other = await context.newPage();
  await speak(other, 'fr');
  await openSignedIn(other, merchant, '/bulkNew');
  await other.locator('input[type=file]').first().setInputFiles(file);
  await other.getByRole('button', { name: 'Vérifier les lignes' }).click();
  await other.getByRole('button', { name: 'Créer 1 commande' }).click();
  await expect(other.getByText('1 créée', { exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Imprimer 1 étiquette' })).toBeVisible();
});

test('two tabs that change one import keep both versions, and the second reports it', async ({
  page,
  context,
}) => {
  const merchant = await makeMerchant();
  await openSignedIn(page, merchant, '/bulkNew');
  await chooseFiles(page, Buffer.from(DETAILS, 'latin1'), Buffer.from(PACKAGES));
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('1 order will be created')).toBeVisible();
  const other = await context.newPage();
  const profile = Promise.withResolvers<void>();
  await other.route('**/api/merchants', async (route) => {
    await profile.promise;
    await route.fallback();
  });
  await openSignedIn(other, merchant, '/bulkNew');
  await other.getByRole('button', { name: 'Continue with orders.csv' }).click();
  await expect(other.getByText('Checking the rows…')).toBeVisible();
  profile.resolve();
  await fixCell(other, 'Required', 'Bo Roy');
  await expect(other.getByText('2 orders will be created')).toBeVisible();

  const told = page.getByRole('alert').filter({ hasText: 'open in another tab' });
  await expect(told).toBeHidden();
  await fixCell(page, 'Required', 'Zoé Roy');
  await expect(page.getByText('2 orders will be created')).toBeVisible();
  await expect(told).toBeVisible();
  await look(page, 'an import of two tabs');
  await expect(other.getByRole('alert').filter({ hasText: 'another tab' })).toBeHidden();

  const kept = other.getByRole('button', { name: 'Continue with orders.csv' });
  for (const [index, fixed] of ['Zoé Roy', 'Bo Roy'].entries()) {
    await other.goto('/bulkNew');
    await expect(kept).toHaveCount(2);
    await kept.nth(index).click();
    await expect(other.getByText('2 orders will be created')).toBeVisible();
    await other.getByText('All', { exact: true }).click();
    await expect(other.getByRole('grid')).toContainText(fixed);
  }
});

test("an import creates exactly the orders it promises, by the merchant's decisions", async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await openSignedIn(page, merchant, '/bulkNew');
  const row = (reference: string, place: string, service: string) =>
    `${reference},Ana Roy,514 555-0123,12 rue Roy,${place},${service},1`;
  const details = [
    'Deliveries of the week',
    'Reference,Name,Phone,Address,City,Province,Postal code,Service,Packages',
    row('A-1', 'Montréal,QC,H2X 1Y4', 'NEXTDAY'),
    row('A-2', 'Montréal,QC,H2X 1Y4', 'OVERNIGHT'),
    row('A-3', 'Tulita,NT,X0E 0K0', 'NEXTDAY'),
    row('A-3', 'Montréal,QC,H2X 1Y4', 'NEXTDAY'),
    row('A-4', 'Tulita,NT,X0E 0K0', 'OVERNIGHT'),
  ].join('\n');
  await chooseFiles(page, Buffer.from(details), Buffer.from('Reference,Weight\nB-1,1\n'));
  await page.getByRole('button', { name: 'Check rows' }).click();
  const confirm = page.getByRole('checkbox', { name: 'Create 2 orders with these changes' });
  const attention = page.getByRole('checkbox', {
    name: 'Create 2 orders that cannot be delivered yet',
  });
  await expect(attention).toBeVisible();
  await expect(confirm).not.toBeChecked();
  await expect(page.getByText('1 order will be created')).toBeVisible();
  await expect(page.getByText('“OVERNIGHT” will be booked as NEXTDAY.')).toBeVisible();
  await page.getByRole('gridcell', { name: 'A-3' }).last().click();
  await expect(page.getByRole('tooltip')).toContainText('Row 5 has the same reference.');
  await look(page, 'the decisions of an import');
  await confirm.check();
  await expect(page.getByText('2 orders will be created · 2 packages · $')).toBeVisible();
  const inBoth = page.getByText('1 order is in both groups: check both to create it.');
  await expect(inBoth).toBeVisible();
  await attention.check();
  await expect(page.getByRole('button', { name: 'Create 4 orders' })).toBeVisible();
  await expect(inBoth).toBeHidden();
  await attention.uncheck();
  await page.getByRole('button', { name: 'Create 2 orders' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Geocoded' })).toHaveCount(2);
  await expect(page.getByRole('button', { name: /Import: orders\.csv, / })).toBeVisible();
  await page.goto('/bulkNew');
  await expect(page.getByText('2 created · 3 left out')).toBeVisible();
});

test('of a shop’s export items join their order, packages are added, gaps filled', async ({
  page,
}) => {
  await openSignedIn(page, await makeMerchant(), '/bulkNew');
  const ana = 'Ana Roy,514 555-0123,12 rue Roy,Montréal,QC,H2X 1Y4,NEXTDAY';
  const file = [
    'Name,Shipping Name,Shipping Phone,Shipping Street,Shipping City,Shipping Province,Shipping Zip,Service,Weight (lb),Lineitem name',
    `#1001,${ana},2,Mug`,
    '#1001,,,,,,,,,Lid',
    `#1001,${ana},5,Pot`,
    `,${ana.replace('NEXTDAY', 'Canada Post')},4,Mug`,
  ].join('\n');
  const field = page.locator('input[type=file]').first();
  await field.setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('1 row repeats an order and was joined to it')).toBeVisible();
  await page.getByLabel('1 order has no service of Portage.').selectOption('Next day');
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(page.getByRole('tooltip')).toContainText('Row 2 has the same reference.');
  const repeats = page.getByRole('radiogroup', { name: '1 row repeats an order and has a weight' });
  await look(page, 'rows that repeat an order');
  await repeats.getByRole('radio', { name: 'an error' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(repeats.getByRole('radio', { name: 'another package' })).toBeFocused();
  await expect(page.getByText('1 order will be created · 2 packages')).toBeVisible();
  await expect(page.getByText('1 order has no reference.')).toBeVisible();
  await page.getByRole('button', { name: 'Number it' }).click();
  await expect(page.getByText('2 orders will be created · 3 packages')).toBeVisible();
  await expect(page.getByRole('grid')).toBeFocused();
  await page.getByText('Packages (3)').click();
  await page.getByText('All', { exact: true }).click();
  await expect(page.getByRole('rowheader', { name: '4' })).toBeVisible();
  await page.getByRole('button', { name: 'Create 2 orders' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Geocoded' })).toHaveCount(2);
});

test('headers in another line are chosen by hand, a missing header line is reported, and a large workbook is read', async ({
  page,
}) => {
  await openSignedIn(page, await makeMerchant(), '/bulkNew');
  const row = 'A-1,Ana Roy,514 555-0123,12 rue Roy,Montréal,QC,H2X 1Y4,NEXTDAY,1';
  const field = page.locator('input[type=file]').first();
  const one = { name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from(row) };
  const slot = page.getByRole('region', { name: 'Order details' });
  await field.focus();
  await field.setInputFiles(one);
  await expect(page.getByRole('alert')).toContainText('it does not look like headers');
  // Where the pressed control has gone, the focus stays beside it.
  await expect(slot).toBeFocused();
  await page.getByRole('button', { name: 'Remove one.csv' }).press('Enter');
  await expect(slot).toBeFocused();

  const headers = 'Reference,Name,Phone,Address,City,Province,Postal code,Service,Packages';
  const details = ['City,November', headers, '', row].join('\n');
  await chooseFiles(page, Buffer.from(details), Buffer.from('Reference\nB-1\n'));
  await expect(slot.locator('[aria-live=polite]')).toContainText('2 rows');
  await slot.getByRole('button', { name: 'Match columns' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Not found: Order reference')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Headers are in' }).selectOption('2');
  await expect(dialog.getByText('Not found')).toBeHidden();
  await expect(dialog.getByRole('combobox', { name: 'What Reference holds' })).toHaveValue(
    'order_ref_number',
  );
  await look(page, 'the columns of a file');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(slot).toContainText('1 row');
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('1 order will be created')).toBeVisible();
  await expect(page.getByRole('tooltip')).toContainText('No order has the reference “B-1”');
  await page.getByText(/^Order details \(/).click();
  await page.getByText('All', { exact: true }).click();
  await expect(page.getByRole('rowheader', { name: '4' })).toBeVisible();

  const orders = Array.from({ length: 3000 }, (_, index) => [
    `A-${index}`,
    ...['Ana Roy', 15145550123, '12 rue Roy', 'Montréal', 'QC', 'H2X 1Y4', 'NEXTDAY', 2.5, 'lb'],
  ]);
  const known = 'Reference,Name,Phone,Address,City,Province,Zip,Service,Weight,Weight unit';
  const rows = [known.split(','), ...orders];
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Orders', rows }] }));
  await page.goto('/bulkNew');
  await field.setInputFiles({ name: 'orders.xlsx', mimeType: '', buffer });
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByRole('button', { name: 'Create 3,000 orders' })).toBeVisible();
});

test('swapped files are corrected, and fixes survive signing in again', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const merchant = await makeMerchant();
  await openSignedIn(page, merchant, '/bulkNew');
  const details = [
    'Reference,Qui,Phone,Address,City,Province,Zip,Service,Notes',
    'A-1,Ana Roy,12,12 rue Roy,Montréal,QC,H2X 1Y4,NEXTDAY,Last column',
  ].join('\n');
  await chooseFiles(page, Buffer.from('Reference,Weight\nA-1,2'), Buffer.from(details));
  await expect(page.getByText('The two files seem to be swapped.')).toBeVisible();
  await page.getByRole('button', { name: 'Swap them' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Packages' })).toContainText('orders.csv');
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByRole('combobox', { name: 'What Qui holds' }).selectOption('recipient_name');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('0 orders will be created')).toBeVisible();
  await fixCell(page, 'Phone Number is invalid', '514 555-0125');
  // The next problem is in the other file.
  await fixCell(page, /Required/, 'lb');
  await expect(page.getByText('1 order will be created · 1 package · $')).toBeVisible();
  await page.getByText(/^Order details \(/).click();
  await page.getByText('All', { exact: true }).click();
  await page.getByRole('grid').press('End');
  await expect(page.getByRole('columnheader', { name: 'Display name' })).toBeInViewport();
  await page.getByRole('button', { name: 'Back to the files' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByText('1 order will be created · 1 package · $')).toBeVisible();

  for (const path of ['auth/refresh', 'orders/csv_upload?*']) {
    await page.route(`**/api/${path}`, (route) => refuse(route, 401));
  }
  await page.getByRole('button', { name: 'Create 1 order' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await page.unrouteAll();
  await signIn(page, merchant);
  await expect(page).toHaveURL('/bulkNew');
  await expect(page.getByRole('gridcell', { name: '514 555-0125' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Ana Roy' })).toBeVisible();
  await page.getByRole('button', { name: 'Create 1 order' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Ana Roy' })).toContainText('Geocoded');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Remove orders.csv' })).toHaveCount(0);
});
