import { expect, type Page } from '@playwright/test';
import { giveOrders, hurrySimulation, makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

/** Headlines of the tracking page, in order. */
const HEADLINES = [
  'Ready to leave',
  'Picked up',
  'At our depot',
  'At the depot near you',
  'Out for delivery',
  'Almost there',
  'Delivered',
];

/** Records the headlines of a tracking page. */
async function headlinesOf(page: Page): Promise<string[]> {
  const headlines: string[] = [];
  const headline = page.getByRole('heading', { level: 1 });
  await expect(async () => {
    await hurrySimulation();
    await page.getByRole('link', { name: 'Refresh' }).click();
    const shown = await headline.innerText();
    if (headlines.at(-1) !== shown) headlines.push(shown);
    expect(shown).toBe('Delivered');
  }).toPass({ timeout: 45_000, intervals: [500] });
  return headlines;
}

test('an order is made ready, picked up, and delivered while the merchant and the recipient watch', async ({
  page,
  context,
}) => {
  const merchant = await makeMerchant();
  const id = crypto.randomUUID();
  await giveOrders(merchant, [
    { id, recipient: { name: 'Zoé Tremblay' }, orderStatus: 'GEOCODED', signatureRequired: true },
  ]);
  await openSignedIn(page, merchant, '/orders');

  await test.step('the merchant marks it ready for pickup', async () => {
    await page.getByRole('row', { name: 'Zoé Tremblay' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Mark ready for pickup' }).click();
    await expect(page.getByText('1 order marked ready')).toBeVisible();
  });

  const site = await test.step('the recipient opens the tracking page', async () => {
    await page.locator(`[data-order-id="${id}"]`).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Tracking page' }).click();
    const tracking = await opened;
    await expect(tracking).toHaveURL(new RegExp(`/track/${id}$`));
    await expect(tracking.getByRole('heading', { level: 1 })).toHaveText('Ready to leave');
    return tracking;
  });

  await test.step('the simulated driver delivers it, and the recipient sees how far it is', async () => {
    await page.bringToFront();
    await page.getByRole('button', { name: 'Simulate delivery' }).click();
    await expect(page.getByText('The delivery is being simulated')).toBeVisible();
    const headlines = await headlinesOf(site);
    expect(HEADLINES.filter((headline) => headlines.includes(headline))).toEqual(headlines);
    await expect(site.getByRole('figure')).toHaveText(['Photo of the delivery', 'Signature']);
    await expect(site.getByRole('figure').locator('img').first()).toHaveJSProperty(
      'complete',
      true,
    );
    await expect(site.getByText('Tremblay')).toHaveCount(0);
  });

  await test.step('the merchant has seen it, too, without doing anything', async () => {
    const row = page.locator(`[data-order-id="${id}"]`);
    await expect(row).toContainText('Delivered');
    await page.getByRole('button', { name: 'Show 2 photos' }).click();
    await expect(page.getByRole('img', { name: 'Photo of the signature' })).toBeVisible();
  });
});
