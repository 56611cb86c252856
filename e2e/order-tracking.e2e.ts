import { type APIRequestContext, expect } from '@playwright/test';
import { HOUR } from '@portage/contract/time';
import type { CarrierStatus } from '../contract/src/orders/order-status.ts';
import { packageTrackingNumber } from '../contract/src/orders/tracking-number.ts';
import { JPEG } from '../server/src/testing/sample-pictures.ts';
import { findings, widen } from './look-around.ts';
import {
  giveOrders,
  makeCarrierKey,
  makeMerchant,
  newTrackingNumber,
  reportAsCarrier,
} from './own-merchant.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

/** Uploads a photo as the carrier; returns its id. */
async function uploadPhoto(request: APIRequestContext, trackingNumber: string): Promise<string> {
  const authorization = `Bearer ${await makeCarrierKey()}`;
  const answer = await request.post(`/api/carrier/photos?trackingNumber=${trackingNumber}`, {
    headers: { authorization, 'content-type': 'image/jpeg' },
    data: JPEG,
  });
  return ((await answer.json()) as { id: string }).id;
}

test('reported events appear in the card and for each package, with their photos', async ({
  page,
  request,
}) => {
  const merchant = await makeMerchant();
  const now = Date.now();
  const id = crypto.randomUUID();
  const trackingNumber = newTrackingNumber();
  const [first, second] = [1, 2].map((n) => packageTrackingNumber(trackingNumber, n));
  if (!first || !second) throw new Error('The order has two packages.');
  const prepared = ['CREATED', 'GEOCODED', 'PICKUP_READY'].map((event, index) => ({
    event,
    timestamp: now - (24 - index) * HOUR,
    trackingNumber,
  }));
  await giveOrders(merchant, [
    {
      id,
      trackingNumber,
      createdAt: now - 24 * HOUR,
      orderStatus: 'PICKUP_READY',
      packageCount: 2,
      packages: [{ trackingNumber: first }, { trackingNumber: second }],
      timelineEvents: prepared,
    },
  ]);
  const event = { type: 'STATUS', trackingNumber, city: 'Toronto' };
  const reached = (hours: number, status: CarrierStatus) => {
    return { ...event, status, at: now - hours * HOUR };
  };

  await openSignedIn(page, merchant, `/orders?expanded=${id}`);
  const events = page.getByRole('region').getByRole('list').getByRole('listitem');
  await expect(events.first()).toContainText('Ready for pickup');
  await expect(page.getByRole('button', { name: /Show \d photo/ })).toHaveCount(0);

  const verificationPhotos = [await uploadPhoto(request, trackingNumber)];
  await reportAsCarrier(
    request,
    reached(4, 'CARRIER_PICKED_UP'),
    reached(3, 'OUT_FOR_DELIVERY'),
    reached(2, 'DELIVERY_EN_ROUTE'),
    { ...reached(1, 'DELIVERED'), verificationPhotos },
    { ...reached(3.5, 'CARRIER_PICKED_UP'), trackingNumber: second },
  );
  await expect(events.first()).toContainText('Delivered');
  await expect(events.first()).toContainText('Toronto');
  await expect(events.nth(1)).toContainText('Active');
  await expect(events.nth(1).getByTitle('On the way to the recipient')).toBeVisible();
  await expect(events).toHaveCount(5);

  await page.getByRole('button', { name: 'Show 1 photo' }).click();
  const picture = events.first().getByRole('img', { name: 'Photo of the delivery' });
  await expect(picture).toBeVisible();
  const isDrawn = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);

  const viewAll = page.getByRole('button', { name: 'View full timeline' });
  await viewAll.click();
  const timeline = page.getByRole('dialog').getByRole('listitem');
  await expect(timeline).toHaveCount(7);
  await expect(timeline.last()).toContainText('Created');
  await page.getByRole('tab', { name: 'Package 2' }).click();
  await expect(timeline).toHaveCount(1);
  await expect(page.getByRole('tabpanel', { name: 'Package 2' })).toContainText(second);
  expect(await findings(page), 'in the timeline').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(viewAll).toBeFocused();

  await widen(page, 390);
  await viewAll.click();
  await page.getByRole('tab', { name: 'Package 1' }).click();
  await expect(page.getByText('Nothing has been reported for this package')).toBeVisible();
  expect(await findings(page), 'in the timeline on a phone').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await widen(page);

  await page.getByRole('button', { name: 'Hide photos' }).click();
  await expect(picture).toHaveCount(0);
  const link = page.getByRole('link', { name: 'Tracking page' });
  await expect(link).toHaveAttribute('href', new RegExp(`^http://.*/track/${id}$`));
  await expect(page.getByRole('button', { name: 'Simulate delivery' })).toBeDisabled();
});

test('a driver’s stop shows its photos, also in French', async ({ page, request }) => {
  const merchant = await makeMerchant();
  const [id, now] = [crypto.randomUUID(), Date.now()];
  // French times of full hours have no minutes.
  const fullHour = now - (now % HOUR);
  const trackingNumber = newTrackingNumber();
  await giveOrders(merchant, [
    { id, trackingNumber, createdAt: now - HOUR, orderStatus: 'PICKUP_READY' },
  ]);
  const stop = { id: 'stop 1', shortId: 'D-77', taskType: 'DROPOFF', taskStatus: 'FAILED' };
  const completionPhotos = [await uploadPhoto(request, trackingNumber)];
  const task = { ...stop, completionNotes: 'Nobody home', completionPhotos };
  await reportAsCarrier(request, { type: 'TASK', trackingNumber, at: now, task });

  await speak(page, 'fr');
  await openSignedIn(page, merchant, `/orders/${id}`);
  const told = page.getByRole('listitem').filter({ hasText: 'Nobody home' });
  await expect(told).toContainText('Livraison D-77 · Échec');
  await expect(told.getByRole('img')).toHaveCount(0);
  // Without other messages nothing stands above it.
  const heading = page.getByRole('heading', { name: 'Du transporteur' });
  await expect(heading).toHaveCount(0);
  await page.getByRole('button', { name: 'Afficher 1 photo' }).click();
  const picture = told.getByRole('img', { name: 'Photo de l’arrêt du livreur' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(4);
  expect(await findings(page), 'with the photo of a stop').toEqual([]);

  // A new window without a reason shows its time and no note.
  const window = { start: now, end: now + HOUR };
  const change = { window, externalNotes: '', showExternalNotes: true };
  await reportAsCarrier(request, { type: 'TIME_CHANGE', trackingNumber, at: fullHour, ...change });
  await expect(heading).toBeVisible();
  const changed = page
    .getByRole('definition')
    .filter({ has: page.locator('time') })
    .last();
  await expect(changed).toHaveText(/\d\sh$/);
});
