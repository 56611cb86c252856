import { expect } from '@playwright/test';
import type { Order } from '../contract/src/orders/orders.ts';
import { look, widen } from './look-around.ts';
import { giveOrders, inWrongProvince, makeMerchant } from './own-merchant.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

/** Other tests look at the widest and the narrowest screens. */
const MEDIUM = 1024;

const failedAtTheDoor: Partial<Order> = {
  recipient: { name: 'Ada Nguyen', phone: '+14165550142' },
  orderStatus: 'DELIVERY_FAILED',
  failureNotes: 'Nobody home.',
  failedAt: 1,
};

const names = {
  en: {
    attention: /^Needs attention/,
    close: /^Done: Ada/,
    printer: 'Choose and print a test label',
    check: 'Check rows',
    create: 'Create 1 order',
    leftOut: '1 created · 1 left out',
    edit: 'Edit the recipient',
    order: 'Create order for Ada',
  },
  fr: {
    attention: /^À corriger/,
    close: /^C’est réglé, Ada/,
    printer: 'Choisir et imprimer un essai',
    check: 'Vérifier les lignes',
    create: 'Créer 1 commande',
    leftOut: '1 créée · 1 non importée',
    edit: 'Modifier le destinataire',
    order: 'Créer une commande pour Ada',
  },
} as const;

for (const language of ['en', 'fr'] as const) {
  const name = names[language];

  test(`axe and Equal Access find nothing on the worklist and in Undo, in ${language}`, async ({
    page,
  }) => {
    const merchant = await makeMerchant();
    const blocked = { recipient: { name: 'Bo Tremblay' }, ...inWrongProvince };
    await giveOrders(merchant, [failedAtTheDoor, blocked, blocked]);
    await widen(page, MEDIUM);
    await speak(page, language);
    await openSignedIn(page, merchant, '/orders');
    await page.getByRole('link', { name: name.attention }).click();
    await expect(page.getByRole('button', { name: name.close })).toBeVisible();
    await look(page, 'the worklist');
    await page.locator('[data-order-id]').first().press('Enter');
    await expect(page.getByRole('note')).toBeVisible();
    await look(page, 'the details of a failed delivery');
    await page.getByRole('button', { name: name.close }).click();
    await expect(page.getByRole('status').getByRole('button').first()).toBeVisible();
    await look(page, 'what can be undone');
  });

  test(`axe and Equal Access find nothing on ship-by times and on an edit, in ${language}`, async ({
    page,
  }) => {
    const merchant = await makeMerchant();
    const id = crypto.randomUUID();
    const due = { recipient: { name: 'Ada Nguyen' }, shipBy: Date.now() + 10 * 60_000 };
    await giveOrders(merchant, [
      { id, ...due },
      { ...due, shipBy: Date.now() - 60_000 },
    ]);
    await widen(page, MEDIUM);
    await speak(page, language);
    await openSignedIn(page, merchant, '/orders?placed=all&status=GEOCODED&sort=shipBy');
    await expect(page.locator('main [data-urgency]').first()).toBeVisible();
    await look(page, 'ship-by times');
    await page.goto(`/orders/${id}`);
    await page.getByRole('button', { name: name.edit }).click();
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
    await look(page, 'an edit');
    await page.goto('/dashboard');
    await expect(page.locator('main [data-urgency]')).toBeVisible();
    await look(page, 'the dashboard');
  });

  test(`axe and Equal Access find nothing on first steps and the account, in ${language}`, async ({
    page,
  }) => {
    await widen(page, MEDIUM);
    await speak(page, language);
    await openSignedIn(page, await makeMerchant(), '/dashboard', { isNewDevice: true });
    await page.getByRole('button', { name: name.printer }).click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    await look(page, 'the question of the printer');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await look(page, 'first steps');
    await page.goto('/account');
    await expect(page.getByRole('table')).toBeVisible();
    await look(page, 'the account');
  });

  test(`axe and Equal Access find nothing where an import closes and on cards, in ${language}`, async ({
    page,
  }) => {
    const merchant = await makeMerchant();
    await widen(page, MEDIUM);
    await speak(page, language);
    await openSignedIn(page, merchant, '/bulkNew');
    const headers = 'Reference,Name,Phone,Address,City,Province,Zip,Service,Weight,Weight unit';
    const row = '514 555-0123,12 rue Roy,Montréal,QC,H2X 1Y4,NEXTDAY,2.5,lb';
    const buffer = Buffer.from([headers, `R-1,Ana Roy,${row}`, `R-2,,${row}`].join('\n'));
    const file = { name: 'orders.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('button', { name: name.check }).click();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await look(page, 'the problems of an import');
    await page.getByRole('button', { name: name.create }).click();
    await expect(page.getByText(name.leftOut)).toBeVisible();
    await look(page, 'the end of an import');

    const address = {
      ...{ street: '12 Oak St', city: 'Toronto', province: 'ON' },
      ...{ postalCode: 'M5V 2T6', country: 'CA' },
    };
    const token = await page.evaluate(() => sessionStorage.getItem('token'));
    await page.request.post('/api/orders/addresses/batch', {
      data: { rows: [{ recipient: { name: 'Ada', phone: '+14165550142' }, address }] },
      headers: { authorization: `Bearer ${token}` },
    });
    await page.goto('/addressBook');
    await expect(page.getByRole('button', { name: name.order })).toBeVisible();
    await look(page, 'the address book');
  });
}
