import { expect } from '@playwright/test';
import { pdfPictures } from '../server/src/testing/scan-labels.ts';
import { barcodesOf } from './barcodes.ts';
import { look } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { saved, selectAll } from './printing.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

test('labels of a few orders share sheets of letter paper, and neither a double click nor a held key prints them twice', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  const numbers = ['PTG0000000011', 'PTG0000000012', 'PTG0000000013'];
  await giveOrders(
    merchant,
    numbers.map((trackingNumber) => ({ packages: [{ trackingNumber }] })),
  );
  await openSignedIn(page, merchant, '/orders');
  await selectAll(page);
  const { bytes } = await saved(page, async () => {
    await page.getByRole('button', { name: 'Label format' }).click();
    await page.getByRole('menuitem', { name: /^PDF letter/ }).click();
  });
  // Dismisses each notice before the next: otherwise their number depends on the time.
  const done = page.getByRole('status').filter({ hasText: 'Labels of 3 orders' });
  const dismiss = () => done.getByRole('button', { name: 'Dismiss' }).click();
  await dismiss();
  const sheets = pdfPictures(bytes);
  expect(sheets).toHaveLength(2);
  expect((await barcodesOf(sheets)).toSorted()).toEqual(numbers);

  let calls = 0;
  page.on('request', (request) => (calls += request.url().includes('/api/labels/') ? 1 : 0));
  const button = page.getByRole('button', { name: 'Print labels (PDF letter)' });
  await button.hover();
  // A second click may come when everything is done.
  await saved(page, async () => {
    await page.mouse.down();
    await page.mouse.up();
  });
  await expect(done).toHaveCount(1);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await dismiss();
  expect(calls).toBe(1);

  await button.focus();
  await saved(page, () => page.keyboard.down('Enter'));
  await expect(done).toHaveCount(1);
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(calls).toBe(2);
  await dismiss();

  // A held key also prints once when the menu of formats opens and closes.
  const arrow = page.getByRole('button', { name: 'Label format' });
  const letter = page.getByRole('menuitem', { name: /^PDF letter/ });
  await arrow.focus();
  await page.keyboard.down('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await letter.focus();
  await saved(page, () => page.keyboard.down('Enter'));
  await expect(arrow).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(done).toHaveCount(1);
  await expect(page.getByRole('menu')).toHaveCount(0);
  expect(calls).toBe(3);
});

test('the first print asks for the printer once, in French and by keyboard, and remembers it', async ({
  page,
}) => {
  await speak(page, 'fr');
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{ recipient: { name: 'Ada Nguyen' } }]);
  await openSignedIn(page, merchant, '/orders', { isNewDevice: true });
  await page.locator('[data-order-id]').first().getByRole('checkbox').check();
  const question = page.getByRole('dialog', { name: 'Quelle imprimante utilisez-vous?' });
  const print = page.getByRole('button', { name: 'Imprimer les étiquettes (ZPL)' });
  await expect(print).toBeEnabled();
  await print.press('Enter');
  await expect(question.getByRole('radio', { name: /203.ppp/ })).toBeFocused();
  await look(page, 'the question of the printer');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(print).toBeFocused();

  await print.press('Enter');
  await expect(question.getByRole('radio', { name: /203.ppp/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const { name, bytes } = await saved(page, () => page.keyboard.press('Enter'));
  expect(name).toBe('portageLabels.zpl');
  expect(bytes.toString()).toContain('^PW1200');
  const again = await saved(page, () => print.press('Enter'));
  expect(again.bytes.toString()).toContain('^PW1200');
  await page.getByRole('button', { name: 'Format d’étiquette' }).click();
  await expect(page.getByRole('menuitemradio', { name: /300/ })).toBeChecked();
});
