import { expect, type APIRequestContext } from '@playwright/test';
import { HOUR, MINUTE } from '@portage/contract/time';
import type { CarrierStatus } from '../contract/src/orders/order-status.ts';
import { contrastFindings, findings, widen } from './look-around.ts';
import { giveOrders, makeMerchant, newTrackingNumber, reportAsCarrier } from './own-merchant.ts';
import { test } from './test.ts';

const TWO_HOURS = 2 * HOUR;

/** Makes an order for Zoé that is out for delivery; returns its tracking number. */
async function orderForZoe(): Promise<string> {
  const merchant = await makeMerchant({ profile: { name: 'Maple & Pine' } });
  const trackingNumber = newTrackingNumber();
  const now = Date.now();
  const event = { trackingNumber, location: { city: 'Mississauga' } };
  await giveOrders(merchant, [
    {
      trackingNumber,
      createdAt: now - TWO_HOURS,
      recipient: { name: 'Zoé Tremblay' },
      orderStatus: 'OUT_FOR_DELIVERY',
      completeAfter: now - TWO_HOURS,
      completeBefore: now + 10 * MINUTE,
      timelineEvents: [
        { ...event, event: 'CREATED', timestamp: now - TWO_HOURS },
        { ...event, event: 'CARRIER_PICKED_UP', timestamp: now - TWO_HOURS / 2 },
        { ...event, event: 'OUT_FOR_DELIVERY', timestamp: now - TWO_HOURS / 4 },
      ],
    },
  ]);
  return trackingNumber;
}

/** Reports an order's status as its driver. */
const report = (request: APIRequestContext, trackingNumber: string, status: CarrierStatus) =>
  reportAsCarrier(request, {
    type: 'STATUS',
    trackingNumber,
    status,
    at: Date.now(),
    city: 'Toronto',
  });

test('a recipient finds an order by its number and watches it arrive; a setback is reported kindly, in readable colours', async ({
  page,
  request,
}) => {
  const trackingNumber = await orderForZoe();
  await page.clock.install();
  await page.goto('/track');
  expect(await findings(page), 'where a number is typed').toEqual([]);
  await page.getByLabel('Tracking number').fill(`${trackingNumber.toLowerCase()}-1`);
  await page.getByRole('button', { name: 'Track' }).click();

  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveText('Out for delivery');
  await expect(page).toHaveTitle('Out for delivery – Maple & Pine');
  await expect(page.locator('[aria-current=step]')).toContainText('Out for delivery');
  expect(await findings(page), 'an order, in English and wide').toEqual([]);

  await page.getByRole('link', { name: 'Français' }).click();
  await expect(headline).toHaveText('En cours de livraison');
  await widen(page, 320);
  expect(await findings(page), 'an order, in French and narrow').toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await contrastFindings(page), 'an order in the dark').toEqual([]);

  await report(request, trackingNumber, 'DELIVERED');
  await page.clock.fastForward(21_000);
  await expect(headline).toHaveText('Livrée');
  await expect(page.getByRole('status')).toContainText('Livrée');
  await expect(page).toHaveTitle('Livrée – Maple & Pine');
  await expect(page.getByRole('listitem').filter({ hasText: 'Toronto' })).toHaveCount(1);

  let asked = 0;
  page.on('request', () => (asked += 1));
  await page.clock.fastForward(120_000);
  expect(asked, 'nothing more can happen to it').toBe(0);

  const another = await orderForZoe();
  await report(request, another, 'DELIVERY_FAILED');
  await widen(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/track/${another}?lang=en`);
  await expect(headline).toHaveText('We could not deliver');
  await expect(page.getByRole('main')).toContainText('It is safe with us');
  expect(await findings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await contrastFindings(page), 'in the dark').toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the tracking site works as well', async ({ page, request, complaints }) => {
    complaints.expect(/404/);
    const trackingNumber = await orderForZoe();
    await page.goto('/track?lang=fr');
    await page.getByLabel('Numéro de suivi').fill('PTG123');
    await page.getByRole('button', { name: 'Suivre' }).click();
    const headline = page.getByRole('heading', { level: 1 });
    await expect(headline).toHaveText('Nous ne trouvons pas cette livraison');
    await expect(page.getByLabel('Numéro de suivi')).toHaveValue('PTG123');

    await page.getByLabel('Numéro de suivi').fill(trackingNumber);
    await page.getByRole('button', { name: 'Suivre' }).click();
    await expect(headline).toHaveText('En cours de livraison');
    await page.getByRole('link', { name: 'English' }).click();
    await expect(headline).toHaveText('Out for delivery');
    await report(request, trackingNumber, 'DELIVERED');
    await page.getByRole('link', { name: 'Refresh' }).click();
    await expect(headline).toHaveText('Delivered');
  });
});
