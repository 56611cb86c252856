import { expect, type Page } from '@playwright/test';
import { HOUR } from '@portage/contract/time';
import { findings } from './look-around.ts';
import { giveOrders, reportAsCarrier, makeMerchant, newTrackingNumber } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

/** Opens an order of a new merchant in the list; returns its tracking number. */
async function openOrder(page: Page): Promise<string> {
  const merchant = await makeMerchant();
  const id = crypto.randomUUID();
  const trackingNumber = newTrackingNumber();
  const createdAt = Date.now() - HOUR;
  await giveOrders(merchant, [{ id, trackingNumber, createdAt, orderStatus: 'PICKUP_READY' }]);
  await openSignedIn(page, merchant, `/orders?expanded=${id}`);
  return trackingNumber;
}

const editNotes = (page: Page) => page.getByRole('button', { name: 'Edit the notes' }).click();
const notes = (page: Page) => page.getByRole('textbox', { name: 'Notes for the driver' });

test('an edit keeps the page when its form cannot be fetched, when it is left while it is saved, and after the pickup', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|preload|dynamically imported module/);
  const trackingNumber = await openOrder(page);
  await test.step('a form that cannot be fetched leaves the page as it is until it is loaded again', async () => {
    const code = /assets\/EditForm/;
    await page.route(code, (route) => route.abort());
    await editNotes(page);
    await expect(page.getByRole('alert')).toContainText('The form could not be loaded');
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await page.unroute(code);
    await page.getByRole('alert').getByRole('button', { name: 'Reload the page' }).click();
    await editNotes(page);
    await expect(notes(page)).toBeFocused();
  });

  await test.step('the question about leaving closes once it is saved, and the page follows', async () => {
    await notes(page).fill('Ring twice');
    const save = Promise.withResolvers<void>();
    await page.route('**/api/orders/**', async (route) => {
      if (route.request().method() === 'PATCH') await save.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Address book' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    save.resolve();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Address book' })).toBeVisible();
  });

  await test.step('an order that the carrier just picked up says why it is not saved', async () => {
    await page.goBack();
    await editNotes(page);
    await notes(page).fill('Too late');
    const pickup = { type: 'STATUS', status: 'CARRIER_PICKED_UP', at: Date.now() };
    await reportAsCarrier(request, { ...pickup, trackingNumber });

    const told = page.getByRole('form').getByRole('alert');
    await expect(told).toContainText('The carrier has already picked up this order.');
    await expect(told).toContainText('can no longer be saved');
    await expect(notes(page)).toHaveValue('Too late');
    expect(await findings(page)).toEqual([]);
  });
});
