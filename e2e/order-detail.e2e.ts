import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { HOUR } from '@portage/contract/time';
import { OrderEdit } from '../contract/src/orders/order-edits.ts';
import { Order } from '../contract/src/orders/orders.ts';
import { labelledOrder } from '../server/src/testing/labelled-order.ts';
import { findings, widen } from './look-around.ts';
import { giveOrders, makeMerchant, newTrackingNumber, type OwnMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { button, failure, told } from './screen.ts';
import { openSignedIn, signInByCall, speak } from './sign-in.ts';
import { test } from './test.ts';

/** Makes a merchant with one order, for Ada, whose label was printed. */
async function merchantOfAda(profile = {}): Promise<OwnMerchant> {
  const merchant = await makeMerchant({ profile });
  await giveOrders(merchant, [
    {
      recipient: { name: 'Ada Nguyen', phone: '+14165550142' },
      service: 'NEXTDAY',
      labelPrintedAt: Date.now(),
    },
  ]);
  return merchant;
}

/** Calls the API as the merchant's user, like a colleague elsewhere. */
async function colleague(request: APIRequestContext, merchant: OwnMerchant) {
  const headers = await signInByCall(request, merchant);
  const listed = await request.get('/api/orders', { headers });
  const { orders } = (await listed.json()) as { orders: Order[] };
  const id = orders[0]?.id ?? '';
  return {
    id,
    edit: (data: OrderEdit) =>
      request.patch(`/api/orders/${id}/updateOrder`, { headers, data: OrderEdit.parse(data) }),
    read: async () =>
      Order.parse(await (await request.get(`/api/orders/${id}`, { headers })).json()),
  };
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const row = (page: Page) => page.getByRole('row', { name: 'Ada Nguyen' }).first();

test('an address is corrected in place, located again, and its label reprinted', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  await openSignedIn(page, await merchantOfAda(), '/orders');
  await row(page).click();
  await button(page, 'Edit the recipient').click();
  await expect(field(page, 'Name')).toBeFocused();
  await expect(button(page, 'Save')).toHaveAttribute('aria-disabled', 'true');

  // Errors appear at their field, and nothing typed is lost.
  await field(page, 'Street').fill('99 Nowhere Rd');
  await field(page, 'Postal code').fill('M5V');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Postal code')).toBeFocused();
  await expect(field(page, 'Postal code')).toHaveAccessibleDescription(/Canadian codes look like/);
  await field(page, 'Postal code').fill('X9X 9X9');
  await button(page, 'Save').click();
  await expect(page.getByRole('alert')).toContainText('Order not updated');
  await expect(field(page, 'Postal code')).toBeFocused();
  await expect(field(page, 'Postal code')).toHaveAccessibleDescription(
    'There is no X9X 9X9 in Ontario. Check the postal code.',
  );
  await expect(field(page, 'Street')).toHaveAccessibleDescription('');
  await expect(field(page, 'Street')).toHaveValue('99 Nowhere Rd');

  // Closing the order would lose it, so a dialog asks first.
  await row(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).last().click();
  await expect(field(page, 'Street')).toHaveValue('99 Nowhere Rd');

  await field(page, 'Street').fill('100 City Centre Dr');
  await field(page, 'City').fill('Mississauga');
  await field(page, 'Postal code').fill('l5b2c9');
  await button(page, 'Save').click();
  await expect(page.getByRole('status').getByText('Order updated')).toBeVisible();
  await expect(button(page, 'Edit the recipient')).toBeFocused();
  await expect(row(page)).toContainText('Mississauga, ON');
  await expect(row(page)).toContainText('Geocoded');

  await expect(row(page)).toContainText('Reprint label');
  const download = page.waitForEvent('download');
  await button(page, 'Reprint label (ZPL)').click();
  await download;
  await expect(row(page)).not.toContainText('Reprint label');
  // The pressed button has gone: focus moves to the main region.
  await expect(page.getByRole('main')).toBeFocused();

  await tab(page, 'History').click();
  const history = page.getByRole('tabpanel').getByRole('listitem');
  await expect(history.filter({ hasText: 'City: Toronto → Mississauga' }).first()).toBeVisible();
  const prints = history.filter({ hasText: 'Labels printed: version 2, ZPL' });
  await expect(prints).toHaveCount(1);
  // A reprint is also announced, although it does not change the order.
  await page.getByRole('checkbox', { name: /^Select the order/ }).check();
  await button(page, 'Print labels (ZPL)').click();
  await expect(prints).toHaveCount(2);
});

const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mO8+p/hPwAHhgKDNzaC2wAAAABJRU5ErkJggg==',
  'base64',
);

test('an order tells times in its delivery’s zone, shows a map where tiles are configured, and says whether there will be another label', async ({
  page,
}) => {
  await page.route('**/tiles/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: TILE }),
  );
  await page.route('/config.json', async (route) => {
    const answer = await route.fetch();
    const map = { tiles: '/tiles/{z}/{x}/{y}.png', attribution: '© OpenStreetMap' };
    await route.fulfill({ json: { ...((await answer.json()) as object), map } });
  });
  const merchant = await makeMerchant();
  const { originAddress, recipientAddress } = labelledOrder();
  const newId = () => crypto.randomUUID();
  const [mapped, stuck, cancelled] = [newId(), newId(), newId()];
  const noon = Date.parse('2026-11-20T12:00-05:00');
  const stale = { labelPrintedAt: Date.now(), labelStale: true } as const;
  await giveOrders(merchant, [
    { ...stale, id: stuck, orderStatus: 'GEOCODEDFAILED' },
    { ...stale, id: cancelled, orderStatus: 'CANCELLED' },
    {
      id: mapped,
      orderStatus: 'DELIVERED',
      originAddress: { ...originAddress, location: { lat: 43.65, lng: -79.38 } },
      recipientAddress: {
        ...recipientAddress,
        province: 'NL',
        postalCode: 'A1B 3X9',
        location: { lat: 43.7, lng: -79.42 },
      },
      deliveredAt: noon,
      completeAfter: noon,
      completeBefore: noon + HOUR,
    },
  ]);
  await openSignedIn(page, merchant, `/orders/${mapped}`);
  const details = page.getByRole('tabpanel');
  await expect(details.getByText(/Nov 20(, 2026)?, 1:30.p\.m\. – 2:30.p\.m\..NST/)).toBeVisible();
  await expect(details.getByText(/Nov 20(, 2026)?, 1:30.p\.m\..NST/).last()).toBeVisible();
  await expect(page.getByText(/12:00.p\.m\.$/)).toBeHidden();
  await tab(page, 'Addresses').click();
  const map = page.getByRole('figure', { name: 'Map of origin and destination' });
  await expect(map).toContainText('© OpenStreetMap');
  await expect(map.getByText('Destination')).toBeVisible();
  await expect(map.locator('img').first()).toHaveAttribute('src', /^\/tiles\/\d/);
  expect(await findings(page), 'an order with a map').toEqual([]);

  await page.goto(`/orders/${stuck}`);
  await expect(page.getByText('The label is out of date.')).toBeVisible();
  await expect(page.getByText('once the order is located')).toBeVisible();
  await page.goto(`/orders/${cancelled}`);
  await expect(page.getByText('The order is cancelled. Do not use the label.')).toBeVisible();
  await expect(page.getByText('once the order is located')).toBeHidden();
  await page.goto('/orders?placed=all');
  await expect(page.getByText('Reprint label').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('row').last()).toContainText(/Nov 20(, 2026)?, 1:30.p\.m\..NST/);
});

test('Escape cancels an edit that Undo restores, and two people who edit the same order lose nothing without being asked', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/status of (403|409)/);
  const merchant = await merchantOfAda();
  const other = await colleague(request, merchant);
  await openSignedIn(page, merchant, `/orders/${other.id}`);
  await button(page, 'Edit the notes for the driver').click();
  await expect(field(page, 'Notes for the driver')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Edit the notes for the driver')).toBeFocused();
  await page.keyboard.press('Enter');
  await field(page, 'Notes for the driver').fill('Ring twice');
  await page.keyboard.press('Escape');
  await expect(field(page, 'Notes for the driver')).toBeHidden();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(field(page, 'Notes for the driver')).toHaveValue('Ring twice');
  await field(page, 'Notes for the driver').fill('Mine');

  // A colleague's change arrives and leaves the typed text alone.
  await other.edit({ recipient: { name: 'Ada Roy' } });
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Roy' })).toBeVisible();
  await expect(field(page, 'Notes for the driver')).toHaveValue('Mine');
  const conflict = failure(page, 'Someone changed this in the meantime');
  await other.edit({ notes: 'Theirs' });
  await expect(conflict.getByRole('row', { name: /Notes/ })).toContainText(/Theirs\s*Mine/);
  await button(page, 'Keep mine').click();
  await expect(page.getByRole('status').getByText('Order updated')).toBeVisible();
  expect((await other.read()).notes).toBe('Mine');

  // A failed call keeps the focus.
  await button(page, 'Edit the notes for the driver').click();
  await field(page, 'Notes for the driver').fill('Mine again');
  await page.route('**/updateOrder', (route) => refuse(route), { times: 1 });
  await button(page, 'Save').press('Enter');
  await expect(page.getByRole('alert')).toContainText('The server would not do it.');
  await expect(button(page, 'Save')).toBeFocused();

  // The server refuses the edit when the change came a moment earlier.
  await page.route(
    '**/updateOrder',
    async (route) => {
      await other.edit({ notes: 'Theirs again' });
      await route.continue();
    },
    { times: 1 },
  );
  await button(page, 'Save').press('Enter');
  await expect(conflict.getByRole('row', { name: /Notes/ })).toContainText(/again\s*Mine again/);
  await expect(conflict).toBeFocused();
  await button(page, 'Take theirs').click();
  await expect(field(page, 'Notes for the driver')).toBeHidden();
  await expect(page.getByRole('tabpanel')).toContainText('Theirs again');
  expect((await other.read()).notes).toBe('Theirs again');
});

test('tags are added and removed at once, undone, and restored when saving fails; an error closes when its button is pressed again', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await openSignedIn(page, await merchantOfAda({ orderTags: ['fragile'] }), '/orders');
  await row(page).click();
  const tags = page.getByRole('list', { name: 'Tags of the order' });
  const adding = page.getByRole('combobox', { name: 'Add a tag' }).or(field(page, 'Add a tag'));
  await button(page, 'Add').click();
  await expect(adding).toBeFocused();
  await expect(adding).toHaveAccessibleDescription('At least one tag is needed.');
  // No list of suggestions covers the message.
  await expect(page.getByRole('option')).toBeHidden();

  await adding.fill('gift');
  await page.keyboard.press('Enter');
  await expect(tags).toContainText('gift');
  await told(page, 'Tag added').getByRole('button', { name: 'Undo' }).click();
  await expect(told(page, 'Tag removed')).toBeVisible();
  await expect(tags).toBeHidden();
  await expect(adding).toBeFocused();

  await adding.fill('fra');
  await page.getByRole('option', { name: 'fragile' }).click();
  await expect(told(page, 'Tag added')).toBeVisible();
  await page.route('**/removeTags', (route) => refuse(route));
  await button(page, 'Remove the tag fragile').click();
  await expect(page.getByRole('alert')).toContainText('The server would not do it.');
  await expect(tags).toContainText('fragile');

  // A tag that could not be added returns to the field.
  await page.route('**/addTags', (route) => refuse(route), { times: 1 });
  await adding.fill('heavy');
  await page.keyboard.press('Enter');
  await expect(failure(page, 'Tag not added')).toBeVisible();
  await expect(adding).toHaveValue('heavy');
  await expect(tags).not.toContainText('heavy');

  await button(page, 'Edit the notes for the driver').click();
  await field(page, 'Notes for the driver').fill('Ring twice');
  await page.route('**/updateOrder', (route) => refuse(route), { times: 1 });
  await button(page, 'Save').click();
  await expect(failure(page, 'Order not updated')).toBeVisible();
  await button(page, 'Save').click();
  await expect(told(page, 'Order updated')).toBeVisible();
  await expect(failure(page, 'Order not updated')).toBeHidden();
  await expect(failure(page, 'Tag not added')).toBeVisible();
  await button(page, 'Add').click();
  await expect(failure(page, 'Tag not added')).toBeHidden();
});

test('an order has its own address, also in French and on a phone; a late one is called late, its status and number shown once', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const merchant = await merchantOfAda();
  const { id, edit } = await colleague(request, merchant);
  await edit({ notes: 'Ring twice' });
  await openSignedIn(page, merchant, `/orders?search=Ada&expanded=${id}`);
  for (const width of [1024, 1280, 1440]) {
    await widen(page, width);
    await expect(button(page, 'Print and mark ready')).toBeInViewport({ ratio: 1 });
    await expect(tab(page, 'History'), `at ${width}`).toBeInViewport({ ratio: 1 });
  }
  await tab(page, 'Packages').click();
  await page.getByRole('link', { name: 'Open order page' }).click();
  await expect(page).toHaveURL(`/orders/${id}?tab=packages`);
  await expect(tab(page, 'Packages')).toHaveAttribute('aria-selected', 'true');
  await button(page, 'Mark ready for pickup').click();
  await expect(page.getByText('1 order marked ready')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Ready for pickup');
  await expect(page.getByText('PICKUP_READY')).toHaveCount(0);
  await expect(page.getByTitle('PICKUP_READY')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await expect(page).toHaveURL(`/orders?search=Ada&expanded=${id}`);

  await speak(page, 'fr');
  await widen(page, 390);
  await page.goto(`/orders/${id}?tab=addresses`);
  await expect(page).toHaveTitle(/^PTG\w+ · Ada Nguyen – Portage$/);
  await button(page, 'Modifier le destinataire').click();
  await expect(field(page, 'Rue')).toBeVisible();
  expect(await findings(page), 'while it is edited').toEqual([]);
  await button(page, 'Annuler').click();
  await tab(page, 'Adresses').press('ArrowRight');
  await expect(page).toHaveURL(/tab=history$/);
  await expect(page.getByRole('tabpanel')).toContainText(
    'Notes pour le livreur : rien → Ring twice',
  );
  expect(await findings(page), 'with its history').toEqual([]);

  await page.goto(`/orders/${id}?tab=prices`);
  await expect(tab(page, 'Renseignements')).toHaveAttribute('aria-selected', 'true');
  await page.goto(`/orders/${crypto.randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'Commande introuvable' })).toBeVisible();

  await widen(page);
  const hours = (count: number) => Date.now() - count * HOUR;
  const promised = { completeAfter: hours(4), completeBefore: hours(2) };
  const [late, cancelled] = [crypto.randomUUID(), crypto.randomUUID()];
  const trackingNumber = newTrackingNumber();
  await giveOrders(merchant, [
    { id: cancelled, trackingNumber, orderStatus: 'CANCELLED', ...promised },
    { id: late, orderStatus: 'OUT_FOR_DELIVERY', ...promised },
  ]);
  await page.goto(`/orders/${late}`);
  const main = page.getByRole('main');
  await expect(main.getByText('En retard')).toHaveCount(2);
  expect(await findings(page), 'of a late order').toEqual([]);
  await page.goto(`/orders/${cancelled}`);
  await expect(main.getByText(trackingNumber)).toHaveCount(1);
  await expect(main.getByText('Annulée')).toBeVisible();
  await expect(main.getByText('En retard')).toHaveCount(0);
  await expect(main.getByText('CANCELLED')).toHaveCount(0);
});
