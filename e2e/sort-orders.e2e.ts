import { expect, type Page } from '@playwright/test';
import { HOUR } from '@portage/contract/time';
import type { Order } from '../contract/src/orders/orders.ts';
import { findings } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const order = (name: string, city: string, about: Partial<Order> = {}): Partial<Order> => ({
  recipient: { name },
  recipientAddress: {
    street: '25 Dundas St E',
    city,
    province: 'ON',
    postalCode: 'M5B 1C6',
    country: 'CA',
  },
  ...about,
});

const NAMES = /Ada|Bea|Cy|Élie|Zoé/;

/** Returns the first names of the listed recipients, from the top. */
async function listed(page: Page): Promise<string[]> {
  const rows = await page.locator('[data-order-id]').allTextContents();
  return rows.map((text) => NAMES.exec(text)?.[0] ?? text);
}

test('the keyboard sorts the list by each column, and new orders are sorted in', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    order('Zoé Roy', 'Laval', { shipBy: Date.now() + 30 * HOUR }),
    order('Élie Roy', 'Ajax', { orderStatus: 'OUT_FOR_DELIVERY' }),
    order('Ada Roy', 'Montréal', { shipBy: Date.now() - HOUR }),
    order('Cy Roy', 'Montreal', { orderStatus: 'CREATED' }),
  ]);
  await openSignedIn(page, merchant, '/orders');
  await expect.poll(() => listed(page)).toEqual(['Zoé', 'Élie', 'Ada', 'Cy']);

  /** Opens the menu and goes down to an entry. */
  async function sortBy(name: string, steps: number): Promise<void> {
    await page.getByRole('button', { name: /^Sorted by/ }).press('Enter');
    await expect(page.getByRole('menuitemradio').first()).toBeFocused();
    // The menu focuses its first entry twice.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitemradio', { name })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Sorted by: ${name}` })).toBeFocused();
  }
  await sortBy('Ship by', 1);
  await expect.poll(() => listed(page)).toEqual(['Ada', 'Zoé', 'Élie', 'Cy']);
  await expect(page.getByRole('row', { name: 'Ada Roy' })).toContainText('Late:');
  await expect(page.getByRole('columnheader', { name: 'Ship by' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  expect(await findings(page)).toEqual([]);
  await sortBy('City', 3);
  await expect.poll(() => listed(page)).toEqual(['Élie', 'Zoé', 'Cy', 'Ada']);
  await sortBy('Status', 4);
  await expect.poll(() => listed(page)).toEqual(['Cy', 'Zoé', 'Ada', 'Élie']);
  await sortBy('Recipient', 2);
  await expect.poll(() => listed(page)).toEqual(['Ada', 'Cy', 'Élie', 'Zoé']);
  await expect(page).toHaveURL('/orders?sort=recipient');

  await giveOrders(merchant, [order('Bea Roy', 'Laval')]);
  await page.getByRole('button', { name: '1 new order – Show' }).click();
  await expect.poll(() => listed(page)).toEqual(['Ada', 'Bea', 'Cy', 'Élie', 'Zoé']);
});

test('on a phone the list is sorted in French, late orders say so, and neither a long name nor its status is cut', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await speak(page, 'fr');
  const merchant = await makeMerchant();
  await giveOrders(merchant, [
    order('Zoé Roy', 'Laval', { shipBy: Date.now() + HOUR / 2 }),
    order('Ada Roy', 'Laval', { shipBy: Date.now() - HOUR }),
    order('Élie-Constance de Vaillancourt-Bélanger', 'Laval', {
      orderStatus: 'UNSUPPORTED_WEIGHT',
    }),
  ]);
  await openSignedIn(page, merchant, '/orders');
  await page.getByRole('button', { name: /^Tri/ }).click();
  await page.getByRole('menuitemradio', { name: 'À expédier avant' }).click();
  await expect.poll(() => listed(page)).toEqual(['Ada', 'Zoé', 'Élie']);
  await expect(page.getByRole('row', { name: 'Ada Roy' })).toContainText('En retard');
  // The time is shown whole; the place may be cut.
  const soon = page.getByRole('row', { name: 'Zoé Roy' }).getByText(/^Encore \d+\smin ·/);
  const isWhole = (time: Element) =>
    time.getBoundingClientRect().right <= (time.parentElement?.getBoundingClientRect().right ?? 0);
  expect(await soon.last().evaluate(isWhole)).toBe(true);
  for (const text of ['Élie-Constance de Vaillancourt-Bélanger', 'Trop lourd ou volumineux']) {
    const isUncut = await page
      .getByText(text, { exact: true })
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    expect(isUncut, text).toBe(true);
  }
  expect(await findings(page)).toEqual([]);
});
