import { expect, type Page } from '@playwright/test';
import { findings, widen } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { refuse, REQUEST_ID } from './refuse.ts';
import { row } from './screen.ts';
import { headersOf, openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

/** Records the calls that mark orders as method and end of the address. */
function markings(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const end = /\/(batch\/|)(pickupready|notPickupready)$/.exec(request.url())?.[0];
    if (end) calls.push(`${request.method()} ${end}`);
  });
  return calls;
}

test('geocoded orders become ready in one call on retry, and the others stay unchanged', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' } },
    { recipient: { name: 'Bo Tremblay' }, orderStatus: 'DELIVERED' },
    { recipient: { name: 'Cy Ferrari' } },
    { recipient: { name: 'Di Roy' }, orderStatus: 'PICKUP_READY' },
  ]);
  await page.route('**/orders/batch/pickupready', (route) => refuse(route), { times: 1 });
  const calls = markings(page);
  await openSignedIn(page, merchant, '/orders');
  await expect(page.getByText('2 orders to prepare', { exact: true })).toBeVisible();
  const ready = page.getByRole('button', { name: 'Mark ready for pickup' });
  await ready.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Error!');
  await expect(page.getByRole('alert')).toContainText('Select at least one order first.');

  await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
  await ready.hover();
  await expect(page.getByRole('tooltip')).toHaveText('2 orders · 2 skipped: not located');
  await ready.click();
  const dialog = page.getByRole('dialog', { name: 'No order was marked ready' });
  const results = dialog.getByRole('row');
  await expect(results.nth(1)).toContainText('Ada Nguyen');
  await expect(results.nth(1)).toContainText('Could not set ready. Please contact admin.');
  await expect(results.nth(1)).toContainText('The server would not do it.');
  await expect(results.nth(1)).toContainText(REQUEST_ID);
  await expect(results.nth(1)).toContainText('Geocoded');
  await dialog.getByText('Not processed (2)').click();
  await expect(results.nth(1)).toContainText('Bo Tremblay');
  await expect(results.nth(1)).toContainText('Delivered');
  await expect(results.nth(1)).toContainText('Not processed because order status is not GEOCODED');

  await dialog.getByRole('button', { name: 'Retry 2 failed' }).click();
  const done = page.getByRole('dialog', { name: '2 orders marked ready' });
  await expect(done.getByRole('row', { name: 'Ada Nguyen' })).toContainText('Ready for pickup');
  expect(calls).toEqual(['POST /batch/pickupready', 'POST /batch/pickupready']);
  await done.getByRole('button', { name: 'Close' }).last().click();
  await expect(ready).toBeFocused();
  await expect(row(page, 'Ada Nguyen')).toContainText('Ready for pickup');
  await expect(row(page, 'Cy Ferrari')).toContainText('Ready for pickup');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(page.getByText('Everything is ready')).toBeVisible();
});

test('in French on a phone, one tap marks an order ready; not ready is always sent for one, for several only if ready', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' }, orderStatus: 'PICKUP_READY', pickupReadyAt: Date.now() },
    {
      recipient: { name: 'Bo Tremblay' },
      orderStatus: 'PICKUP_READY',
      otherScans: [{ time: Date.now() }],
    },
    { recipient: { name: 'Cy Ferrari' }, orderStatus: 'DELIVERED' },
  ]);
  const calls = markings(page);
  await speak(page, 'fr');
  await widen(page, 390);
  await openSignedIn(page, merchant, '/orders');
  const more = page.getByRole('button', { name: 'Autres actions' });
  const mark = async (concerned: string) => {
    await more.click();
    const item = page.getByRole('menuitem', { name: /^Marquer non prêtes?/ });
    await expect(item).toContainText(concerned);
    await item.click();
  };

  await more.click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Aucune des commandes sélectionnées');
  await expect(menu).toBeInViewport({ ratio: 1 });
  expect(await findings(page), 'in the menu').toEqual([]);
  await page.keyboard.press('Escape');

  await row(page, 'Cy Ferrari').getByRole('checkbox').check();
  await mark('1 commande');
  const refused = page.getByRole('dialog', { name: 'Aucune commande n’a été marquée' });
  await expect(refused.getByRole('row').last()).toContainText('Livrée');
  await expect(refused.getByRole('row').last()).toContainText(
    'Le transporteur a déjà ramassé cette commande.',
  );
  expect(calls).toEqual(['PATCH /notPickupready']);
  await refused.getByRole('button', { name: 'Fermer' }).last().click();
  const ready = page.getByRole('button', { name: /^Marquer prêtes? pour le ramassage/ });
  await expect(ready).toBeDisabled();

  await row(page, 'Ada Nguyen').getByRole('checkbox').check();
  await row(page, 'Bo Tremblay').getByRole('checkbox').check();
  await mark('2 ignorées');
  const done = page.getByRole('dialog', { name: '1 commande marquée comme non prête' });
  await expect(done.getByRole('row', { name: 'Ada Nguyen' })).toContainText('Localisée');
  await expect(done.getByRole('row', { name: 'Bo Tremblay' })).toContainText('déjà scanné');
  expect(await findings(page), 'in the results').toEqual([]);
  await done.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(row(page, 'Ada Nguyen')).toContainText('Localisée');
  await expect(row(page, 'Ada Nguyen').getByRole('checkbox')).not.toBeChecked();

  await row(page, 'Ada Nguyen').getByRole('checkbox').check();
  await ready.click();
  await expect(row(page, 'Ada Nguyen')).toContainText('Prête');
});

test('marking ready can be undone, except for an order that has moved on', async ({ page }) => {
  const merchant = await makeMerchant();
  const moved = crypto.randomUUID();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' } },
    { id: moved, recipient: { name: 'Bo Tremblay' } },
  ]);
  await openSignedIn(page, merchant, '/orders');
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });

  await row(page, 'Ada Nguyen').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark ready for pickup' }).click();
  await expect(row(page, 'Ada Nguyen')).toContainText('Ready for pickup');
  await expect(undo).toBeVisible();
  expect(await findings(page), 'with Undo').toEqual([]);
  await undo.click();
  await expect(page.getByText('1 order marked not ready')).toBeVisible();
  await expect(row(page, 'Ada Nguyen')).toContainText('Geocoded');
  await page.keyboard.press('Control+z');
  await expect(row(page, 'Ada Nguyen')).toContainText('Ready for pickup');
  await page.keyboard.press('Control+z');
  await expect(row(page, 'Ada Nguyen')).toContainText('Geocoded');

  await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
  await page.keyboard.press('r');
  await expect(page.getByText('2 orders marked ready')).toBeVisible();
  await page.request.patch(`/api/orders/${moved}/notPickupready`, {
    headers: await headersOf(page),
  });
  await page.keyboard.press('Control+z');
  const results = page.getByRole('dialog', { name: '1 order marked not ready' });
  await expect(results.getByRole('row', { name: 'Bo Tremblay' })).toContainText(
    'The order is not marked ready for pickup.',
  );
  await results.getByRole('button', { name: 'Undo 1' }).click();
  await expect(row(page, 'Ada Nguyen')).toContainText('Ready for pickup');
});
