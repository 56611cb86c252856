import { expect, type Locator } from '@playwright/test';
import { MINUTE } from '@portage/contract/time';
import type { Order } from '../contract/src/orders/orders.ts';
import { giveOrders, inWrongProvince, makeMerchant, timeZoneOfDay } from './own-merchant.ts';
import { saved } from './printing.ts';
import { field } from './screen.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';
import { recipient, saveRecipient } from './wizard.ts';

const MOST_TABS = 6;

test('a morning in French with the keyboard alone: find, correct, print, mark ready, export', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    {
      recipient: { name: 'Zoé Gagnon', phone: '+15145550177' },
      ...inWrongProvince,
    },
    ...Array.from({ length: 49 }, (_, index) => ({ recipient: { name: `Client ${index}` } })),
  ]);
  let keys = 0;
  const press = async (...pressed: string[]) => {
    keys += pressed.length;
    for (const key of pressed) await page.keyboard.press(key);
  };
  const type = async (text: string) => press(...text);
  const used: Record<string, number> = {};
  const task = async (name: string, run: () => Promise<void>) => {
    keys = 0;
    await test.step(name, run);
    used[name] = keys;
  };
  const row = (name: string) => page.locator('[data-order-id]', { hasText: name });
  await speak(page, 'fr');
  await openSignedIn(page, merchant, '/orders');
  await expect(row('Client 8')).toBeVisible();

  await task('find by phone', async () => {
    await press('/');
    await type('5145550177');
    await expect(row('Client 8')).toHaveCount(0);
    await expect(row('Zoé Gagnon')).toBeVisible();
    await press('ArrowDown');
    await expect(row('Zoé Gagnon')).toBeFocused();
  });
  await task('copy the tracking link', async () => {
    await press('l');
    await expect(page.getByText('Lien de suivi copié')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/track/');
  });
  await task('correct the province', async () => {
    await press('Enter');
    const correct = page.getByRole('button', { name: 'Remplacer la province par Québec' });
    await expect(correct).toBeVisible();
    const hasFocus = () => correct.evaluate((button) => button === document.activeElement);
    for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus()); tabs += 1) await press('Tab');
    await press('Enter');
    await expect(row('Zoé Gagnon')).toContainText('Localisée');
  });
  await task('print', async () => {
    await press('/', 'Control+a', 'Delete');
    await expect(row('Client 8')).toBeVisible();
    await press('ArrowDown', 'Control+a');
    const download = page.waitForEvent('download');
    await press('p');
    expect((await download).suggestedFilename()).toBe('portageLabels.zpl');
    await expect(row('Client 8')).toContainText('Imprimées');
  });
  await task('mark ready', async () => {
    await press('r');
    await expect(page.getByText('50 commandes marquées comme prêtes')).toBeVisible();
    await expect(row('Client 8')).toContainText('Prête pour le ramassage');
  });
  await task('undo', async () => {
    await press('Control+z');
    await expect(page.getByText('50 commandes marquées comme non prêtes')).toBeVisible();
    await expect(row('Client 8')).toContainText('Localisée');
  });
  await task('print and mark ready', async () => {
    await press('ArrowDown', 'Control+a');
    const download = page.waitForEvent('download');
    await press('Shift+P');
    expect((await download).suggestedFilename()).toBe('portageLabels.zpl');
    await expect(row('Client 8')).toContainText('Prête pour le ramassage');
  });
  await task('export', async () => {
    const download = page.waitForEvent('download');
    await press('Control+k');
    await type('exporter');
    await expect(page.getByRole('option', { name: 'Exporter en CSV' })).toBeVisible();
    await press('Enter');
    expect((await download).suggestedFilename()).toBe('my_orders.csv');
  });
  test.info().annotations.push({ type: 'keys', description: JSON.stringify(used) });
  expect(used['correct the province']).toBeLessThanOrEqual(4);
  expect(used).toMatchObject({
    ...{ 'find by phone': 12, 'copy the tracking link': 1 },
    ...{ print: 6, 'mark ready': 1, undo: 1, 'print and mark ready': 3 },
  });
});

/** Fifty rows; three of them lack a name, have a wrong phone or half a postal code. */
const FIFTY_ROWS = [
  'Reference,Name,Phone,Address,City,Province,Zip,Service,Weight,Weight unit',
  ...Array.from({ length: 50 }, (_, index) =>
    [
      ...[`R-${index}`, index === 9 ? '' : 'Ana Roy', index === 19 ? '12' : '514 555-0123'],
      ...['12 rue Roy', 'Montréal', 'QC', index === 29 ? 'H2X' : 'H2X 1Y4', 'NEXTDAY', 2.5, 'lb'],
    ].join(','),
  ),
].join('\n');

test('a morning in English takes as few clicks and keys as promised', async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const merchant = await makeMerchant({ profile: { timeZone: timeZoneOfDay() } });
  const shipBy = Date.now() + 20 * MINUTE;
  const clients = (count: number): Partial<Order>[] =>
    Array.from({ length: count }, (_, index) => ({
      recipient: { name: `Client ${index}`, phone: `+1514555${1000 + index}` },
      shipBy,
    }));
  await giveOrders(merchant, [
    { recipient: { name: 'Zoé Gagnon' }, ...inWrongProvince },
    ...clients(49),
  ]);
  const used: Record<string, { clicks: number; keys: number; seconds: number }> = {};
  let [clicks, keys] = [0, 0];
  const click = async (place: Locator) => {
    clicks += 1;
    await place.click();
  };
  const keysOf = (text: string) => [...text];
  const press = async (...pressed: readonly string[]) => {
    keys += pressed.length;
    for (const key of pressed) await page.keyboard.press(key);
  };
  const task = async (name: string, run: () => Promise<void>) => {
    [clicks, keys] = [0, 0];
    const began = performance.now();
    await test.step(name, run);
    used[name] = { clicks, keys, seconds: Math.round((performance.now() - began) / 100) / 10 };
  };
  const row = (name: string) => page.locator('[data-order-id]', { hasText: name }).first();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const all = page.getByRole('checkbox', { name: 'Select all loaded orders' });
  /** Waits until the list shows this number of orders and the row. */
  const untilListed = async (count: number, name = 'Client') => {
    await expect(
      page.getByText(count === 1 ? '1 order' : `${count} orders`, { exact: true }),
    ).toBeVisible();
    await expect(row(name)).toBeVisible();
  };
  await openSignedIn(page, merchant, '/orders');

  await task('who misses the cutoff', async () => {
    await expect(page.locator('main [data-urgency]').first()).toHaveText(/^49 will miss /);
  });
  await task('wrong province', async () => {
    await click(page.getByRole('link', { name: 'Needs attention 1' }));
    await click(row('Zoé Gagnon').getByRole('button', { name: /^Change province to Quebec/ }));
    await expect(page.getByText('All clear')).toBeVisible();
  });
  await page.getByRole('link', { name: /^To prepare/ }).click();
  await untilListed(50);
  await task('50 labels with slips, ready', async () => {
    await click(all);
    await click(button('Label format'));
    const item = page.getByRole('menuitem', { name: 'Labels + slips and mark ready' });
    const { bytes } = await saved(page, () => click(item));
    expect(bytes.toString().match(/\^XA/g)).toHaveLength(100);
    await expect(page.getByText('50 orders marked ready')).toBeVisible();
    await expect(page.locator('[data-order-id]').first()).toContainText('Ready for pickup');
    await expect(page.getByRole('button', { name: /^Mark these/ })).toHaveCount(0);
  });
  await giveOrders(merchant, clients(30));
  await page.reload();
  await untilListed(30);
  await all.click();
  await saved(page, () => button('Print labels (ZPL)').click());
  await task('30 ready', async () => {
    await click(button('Mark ready for pickup'));
    await expect(page.getByText('30 orders marked ready')).toBeVisible();
  });

  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(row('Client 8')).toBeVisible();
  await task('find by phone', async () => {
    await press('/', ...keysOf('5145551048'));
    await untilListed(1, 'Client 48');
    await press('ArrowDown');
    await expect(row('Client 48')).toBeFocused();
  });
  const { keys: found = NaN } = used['find by phone'] ?? {};
  await task('link for “where is my parcel”', async () => {
    keys = found;
    await press('l');
    await expect(page.getByText('Tracking link copied')).toBeVisible();
  });

  await saveRecipient(page, merchant);
  await page.goto('/new?express');
  const search = page.getByRole('combobox', { name: 'Search the address book' });
  await expect(search).toBeFocused();
  await task('create and print for a saved recipient', async () => {
    await press(...keysOf('bela'));
    await expect(page.getByRole('option', { name: recipient.Name })).toBeVisible();
    await press('Enter');
    await expect(field(page, 'Weight')).toBeFocused();
    await expect(field(page, 'Street')).toHaveValue(recipient.Street);
    await press(...keysOf('2.5'), 'Tab', 'Tab', 'Tab', ...keysOf('10'), 'Tab', '8', 'Tab', '4');
    const service = page.getByRole('radio', { name: /^Next day/ });
    await expect(service).toBeVisible();
    await press('Enter');
    await expect(page.getByRole('radio').and(page.locator(':focus'))).toBeVisible();
    const { name } = await saved(page, () => press('Space', 'Control+Shift+Enter'));
    expect(name).toBe('portageLabels.zpl');
    await expect(page.getByRole('heading', { name: 'Order created' })).toBeVisible();
  });
  // Enter starts the next order from the same origin.
  await expect(page.getByRole('main').getByRole('button', { name: /another order/ })).toBeFocused();
  await press('Enter');
  await expect(search).toBeFocused();
  await expect(field(page, 'Name')).toHaveValue('');

  await page.getByRole('link', { name: 'Bulk create' }).first().click();
  await task('50 rows with 3 bad ones, printed', async () => {
    const chooser = page.waitForEvent('filechooser');
    await click(page.locator('.mantine-Dropzone-root', { hasText: /^Drop a file/ }).first());
    const buffer = Buffer.from(FIFTY_ROWS);
    await (await chooser).setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByText('Read from the order file.')).toBeVisible();
    await click(button('Check rows'));
    const fixes = ['Bo Roy', '514 555-0125', 'H2X 1Y4'];
    for (const [index, problem] of [/Required/, /Phone Number/, /postal code/].entries()) {
      await expect(page.getByRole('tooltip')).toHaveText(problem);
      await expect(page.getByRole('grid')).toBeFocused();
      await press(...(fixes[index] ?? ''), 'Enter');
    }
    await click(button('Create 50 orders'));
    await expect(page.getByText('50 created')).toBeVisible();
    await saved(page, () => click(button('Print 50 labels')));
  });

  test.info().annotations.push({ type: 'morning', description: JSON.stringify(used) });
  const counts = Object.entries(used).map(([name, one]) => [name, one.clicks, one.keys]);
  expect(counts).toEqual([
    ['who misses the cutoff', 0, 0],
    ['wrong province', 2, 0],
    ['50 labels with slips, ready', 3, 0],
    ['30 ready', 1, 0],
    ['find by phone', 0, 12],
    ['link for “where is my parcel”', 0, 13],
    ['create and print for a saved recipient', 0, 20],
    ['50 rows with 3 bad ones, printed', 4, 28],
  ]);
});
