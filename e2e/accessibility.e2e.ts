import { expect, type Page } from '@playwright/test';
import type { Order } from '../contract/src/orders/orders.ts';
import { findings, look, lookAround, lookInFrench, MEDIUM, widen } from './look-around.ts';
import { giveOrders, inWrongProvince, makeMerchant, merchantWithOrders } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { headersOf, openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

test('axe finds nothing on the menus of the header, the command palette, the help, and the dashboard in French', async ({
  page,
}) => {
  await openSignedIn(page, await merchantWithOrders(), '/dashboard');
  await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible();
  await page.getByRole('button', { name: 'Hello, Test User' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page, 'the menu of the person');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await findings(page), 'the menu of the profile').toEqual([]);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('or');
  await expect(page.getByRole('status').filter({ hasText: /result/ })).toBeVisible();
  await look(page, 'the palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('switch')).toBeVisible();
  expect(await findings(page), 'the help').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await lookInFrench(page);
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'the menu of a phone');
});

const firstRow = (page: Page) => page.getByRole('row').nth(1);

test('axe finds nothing on the filters and columns of the orders list, a selection, and the details of an order', async ({
  page,
}) => {
  await openSignedIn(page, await merchantWithOrders(), '/orders?status=DELIVERED&tags=gift');
  await page.getByRole('button', { name: /^Placed on/ }).click();
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
  await look(page, 'the days');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('checkbox', { name: 'Delivered', exact: true })).toBeVisible();
  await look(page, 'the filters');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Tracking number' })).toBeVisible();
  expect(await findings(page), 'the columns').toEqual([]);
  await page.keyboard.press('Escape');
  await widen(page, 390);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  expect(await findings(page), 'the filters of a phone').toEqual([]);

  await widen(page);
  await page.goto('/orders');
  await firstRow(page).getByRole('checkbox').check();
  await firstRow(page).click();
  await expect(page.getByRole('region')).toBeVisible();
  await lookAround(page);
  await lookInFrench(page);
});

const failedAtTheDoor: Partial<Order> = {
  recipient: { name: 'Ada Nguyen', phone: '+14165550142' },
  orderStatus: 'DELIVERY_FAILED',
  failureNotes: 'Nobody home.',
  failedAt: 1,
};

test('axe and Equal Access find nothing on a morning in French: first steps, worklist, Undo, ship-by times, an edit, an import and cards', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await widen(page, MEDIUM);
  await speak(page, 'fr');
  await openSignedIn(page, merchant, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Pour commencer' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Aujourd’hui' })).toHaveCount(0);
  await look(page, 'the first steps');
  await page.getByRole('link', { name: 'Autres lieux' }).click();
  await expect(page).toHaveURL('/shipFromLocations');

  const blocked = { recipient: { name: 'Bo Tremblay' }, ...inWrongProvince };
  const id = crypto.randomUUID();
  const due = { recipient: { name: 'Ada Nguyen' }, shipBy: Date.now() + 10 * 60_000 };
  await giveOrders(merchant, [
    ...[failedAtTheDoor, blocked, blocked],
    ...[
      { id, ...due },
      { ...due, shipBy: Date.now() - 60_000 },
    ],
  ]);
  await page.goto('/orders');
  await page.getByRole('link', { name: /^À corriger/ }).click();
  await expect(page.getByRole('button', { name: /^C’est réglé, Ada/ })).toBeVisible();
  await look(page, 'the worklist');
  await page.locator('[data-order-id]').first().press('Enter');
  await expect(page.getByRole('note')).toBeVisible();
  await look(page, 'the details of a failed delivery');
  await page.getByRole('button', { name: /^C’est réglé, Ada/ }).click();
  await expect(page.getByRole('status').getByRole('button').first()).toBeVisible();
  await look(page, 'what can be undone');

  await page.goto('/orders?placed=all&status=GEOCODED&sort=shipBy');
  await expect(page.locator('main [data-urgency]').first()).toBeVisible();
  await look(page, 'ship-by times');
  await page.goto(`/orders/${id}`);
  await page.getByRole('button', { name: 'Modifier le destinataire' }).click();
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
  await look(page, 'an edit');

  await page.goto('/bulkNew');
  const headers = 'Reference,Name,Phone,Address,City,Province,Zip,Service,Weight,Weight unit';
  const row = '514 555-0123,12 rue Roy,Montréal,QC,H2X 1Y4,NEXTDAY,2.5,lb';
  const buffer = Buffer.from([headers, `R-1,Ana Roy,${row}`, `R-2,,${row}`].join('\n'));
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Vérifier les lignes' }).click();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await look(page, 'the problems of an import');
  await page.getByRole('button', { name: 'Créer 1 commande' }).click();
  await expect(page.getByText('1 créée · 1 non importée')).toBeVisible();
  await look(page, 'the end of an import');

  const address = {
    ...{ street: '12 Oak St', city: 'Toronto', province: 'ON' },
    ...{ postalCode: 'M5V 2T6', country: 'CA' },
  };
  await page.request.post('/api/orders/addresses/batch', {
    data: { rows: [{ recipient: { name: 'Ada', phone: '+14165550142' }, address }] },
    headers: await headersOf(page),
  });
  await page.goto('/addressBook');
  await expect(page.getByRole('button', { name: 'Créer une commande pour Ada' })).toBeVisible();
  await page.getByRole('checkbox').first().check();
  await look(page, 'the address book');
});

test('axe finds nothing on a page that could not be loaded, which recovers online, nor on a portal that cannot start', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|preload|dynamically imported module|status of 403/,
  );
  await openSignedIn(page, await makeMerchant(), '/dashboard');
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await context.setOffline(true);
  await expect(
    page.getByText(/^Offline since \d+:\d\d\s[ap]\.m\. Showing the last data received\.$/),
  ).toBeVisible();
  const failed = page.getByRole('heading', { name: 'This page could not be loaded' });
  await page.getByRole('link', { name: 'Bulk create' }).first().click();
  await expect(failed).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk create' })).toBeVisible();
  await expect(page.getByText(/^Offline since/)).toHaveCount(0);

  await page.route(/assets\/AddressBookPage/, (route) => route.abort());
  await page.goto('/addressBook');
  await expect(failed).toBeVisible();
  await expect(page.getByText('Check your internet connection, then reload')).toBeVisible();
  await expect(page.getByText(/support/)).toHaveCount(0);
  await look(page, 'a page whose code cannot be loaded');
  await page.route('/config.json', (route) => refuse(route));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Portage could not start' })).toBeVisible();
  await lookAround(page);
});
