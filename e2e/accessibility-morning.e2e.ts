import { expect } from '@playwright/test';
import type { Order } from '../contract/src/orders/orders.ts';
import { look, MEDIUM, widen } from './look-around.ts';
import { giveOrders, inWrongProvince, makeMerchant } from './own-merchant.ts';
import { headersOf, openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

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
