import { expect, type Locator } from '@playwright/test';
import { giveOrders, inWrongProvince, makeMerchant } from './own-merchant.ts';
import { saved } from './printing.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

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
    const correct = page.getByRole('button', { name: 'Changer la province pour Québec' });
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
  expect(used['find by phone']).toBeLessThanOrEqual(12);
  expect(used['correct the province']).toBeLessThanOrEqual(4);
  expect((used['find by phone'] ?? 0) + (used['copy the tracking link'] ?? 0)).toBeLessThanOrEqual(
    13,
  );
  expect(used['print']).toBeLessThanOrEqual(6);
  expect(used['undo']).toBe(1);
  expect(used['print and mark ready']).toBe(3);
  expect(used['mark ready']).toBe(1);
});

test('a morning in English with the mouse: cutoff, wrong province, print, mark ready', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  const shipBy = Date.now() + 20 * 60_000;
  await giveOrders(merchant, [
    { recipient: { name: 'Zoé Gagnon' }, ...inWrongProvince },
    ...Array.from({ length: 30 }, (_, index) => ({
      recipient: { name: `Client ${index}` },
      shipBy,
    })),
  ]);
  let clicks = 0;
  const click = async (place: Locator) => {
    clicks += 1;
    await place.click();
  };
  const used: Record<string, number> = {};
  const task = async (name: string, run: () => Promise<void>) => {
    clicks = 0;
    await test.step(name, run);
    used[name] = clicks;
  };
  const row = (name: string) => page.locator('[data-order-id]', { hasText: name });
  await openSignedIn(page, merchant, '/orders');

  await task('who misses the cutoff', async () => {
    await expect(page.locator('main [data-urgency]').first()).toHaveText(/^30 will miss /);
  });
  await task('correct the province', async () => {
    await click(page.getByRole('link', { name: 'Needs attention 1' }));
    await click(row('Zoé Gagnon').getByRole('button', { name: 'Change province to Quebec' }));
    await expect(page.getByText('All clear')).toBeVisible();
  });
  await page.getByRole('link', { name: /^To prepare/ }).click();
  await expect(row('Client 8')).toBeVisible();
  await task('print 30', async () => {
    await click(page.getByRole('checkbox', { name: 'Select all loaded orders' }));
    await saved(page, () => click(page.getByRole('button', { name: 'Print labels (ZPL)' })));
  });
  await task('mark 30 ready', async () => {
    await click(page.getByRole('button', { name: 'Mark ready for pickup' }));
    await expect(page.getByText('31 orders marked ready')).toBeVisible();
  });
  test.info().annotations.push({ type: 'clicks', description: JSON.stringify(used) });
  expect(used).toEqual({
    'who misses the cutoff': 0,
    'correct the province': 2,
    'print 30': 2,
    'mark 30 ready': 1,
  });
});
