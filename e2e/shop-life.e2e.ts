import { expect, type Page } from '@playwright/test';
import { USUAL_BUYER } from '../demo/src/development-shop/development-shop-pages.ts';
import { look, widen } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { saved } from './printing.ts';
import { failure, told } from './screen.ts';
import { type Credentials, openSignedIn, signIn, signInByCall, speak } from './sign-in.ts';
import { test } from './test.ts';

const newDomain = () => `shop-${crypto.randomUUID()}.myshopify.com`;

/** Buys in the shop, by default at our next-day rate, once the checkout offers it. */
async function buy(
  { request }: Page,
  domain: string,
  { rate = 'PORTAGE_NEXTDAY', ...changes }: Record<string, string> = {},
): Promise<void> {
  const checkout = `/dev/shop/${domain}/checkout`;
  const typed = { ...USUAL_BUYER, product: '81001', ...changes };
  const offered = async () => (await request.get(checkout, { params: typed })).text();
  await expect.poll(offered).toContain(`name="rate" value="${rate}"`);
  expect((await request.post(checkout, { form: { ...typed, rate } })).status()).toBe(200);
}

const ECONOMY = { rate: '' };

/** Links a shop by the calls that its installation makes, and waits until its orders were read. */
async function link({ request }: Page, domain: string, merchant: Credentials): Promise<void> {
  const headers = await signInByCall(request, merchant);
  const call = async (step: string, data: object) => {
    const answer = await request.post(`/shop/link/${step}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer;
  };
  const queryOf = (address: string) => new URL(address).searchParams;
  const install = await request.get(`/dev/shop/${domain}/install`);
  const query = Object.fromEntries(queryOf(install.url()));
  const { linkToken } = (await (await call('start', { query })).json()) as { linkToken: string };
  const authorized = await call('authorize', { linkToken });
  const { redirectUrl } = (await authorized.json()) as { redirectUrl: string };
  const consent = await request.get(redirectUrl);
  const agreed = await request.post(consent.url());
  await call('finish', { finishToken: queryOf(agreed.url()).get('finish') });
  const connection = async () => (await request.get('/shop/link/connection', { headers })).text();
  await expect.poll(connection).toContain('"readAt"');
}

/** Installs the app in a shop, and signs in to link it. */
async function install(page: Page, domain: string, merchant: Credentials) {
  await page.goto(`/dev/shop/${domain}`);
  await page.getByRole('link', { name: 'Install Portage' }).click();
  await signIn(page, merchant);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    `Install Portage in ${domain}`,
  );
  await page.getByRole('button', { name: 'Install Portage' }).click();
  await expect(page.getByRole('heading', { name: 'Shop linked' })).toBeVisible();
}

test('a shop order is created, printed and fulfilled, and its tags are synced', async ({
  page,
}) => {
  const [merchant, domain] = [await makeMerchant(), newDomain()];
  await install(page, domain, merchant);
  await page.goto(`/dev/shop/${domain}/checkout`);
  await page.getByRole('button', { name: 'Show shipping rates' }).click();
  await page.getByRole('radio', { name: /^Portage – Next day/ }).check();
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Unfulfilled');
  const select = page.getByRole('checkbox', { name: 'Select the order for Amélie Okafor' });

  await test.step('the shop order appears, and becomes a delivery order', async () => {
    await openSignedIn(page, merchant, '/platform/orders');
    await expect(page.getByText('Amélie Okafor')).toBeVisible();
    await look(page, 'shop orders');
    await page.getByRole('button', { name: 'Create the delivery order of #1001' }).click();
    await expect(told(page, 'Delivery order created from #1001')).toBeVisible();
    await expect(page.getByText('Nothing to create')).toBeVisible();
  });

  await test.step('its label and packing slip are printed with one button', async () => {
    await giveOrders(merchant, [{ recipient: { name: 'Bo Tremblay' }, orderStatus: 'GEOCODED' }]);
    await page.goto('/orders');
    const row = page.locator('[data-order-id]', { hasText: 'Amélie Okafor' });
    await expect(row).toContainText('Geocoded');
    await row.getByText('Amélie Okafor').click();
    const inShop = new RegExp(`^/dev/shop/${domain}#\\d+$`);
    await expect(page.getByRole('link', { name: /^\d{8,}$/ })).toHaveAttribute('href', inShop);
    await row.getByText('Amélie Okafor').click();
    await select.check();
    const { bytes } = await saved(page, async () => {
      await page.getByRole('button', { name: 'Format of labels and packing slips' }).click();
      await page.getByRole('menuitem', { name: /^ZPL/ }).click();
    });
    expect(bytes.toString()).toContain('^XA');
  });

  await test.step('it is fulfilled from a location of the shop, and its tags are synced', async () => {
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Shop', exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    const fulfill = () => page.getByRole('button', { name: 'Fulfill', exact: true }).click();
    const own = page.getByRole('checkbox', { name: 'Select the order for Bo Tremblay' });
    await own.check();
    await fulfill();
    await expect(failure(page, 'Fulfill one order at a time')).toBeVisible();
    await select.uncheck();
    await fulfill();
    await expect(failure(page, 'This order has no shop order ID.')).toBeVisible();
    await own.uncheck();
    await select.check();
    await fulfill();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    await expect(failure(page, 'Choose a location first.')).toBeVisible();
    await dialog.getByRole('radio', { name: /^Gaspé store/ }).check();
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    await expect(told(page, 'fulfilled in the shop')).toBeVisible();
    await select.check();
    await choose('Sync tags with the shop');
    await expect(told(page, 'Tags of 1 order synced with the shop')).toBeVisible();
    await select.check();
    await own.check();
    const sent = page.waitForRequest(/\/bulk_fulfill$/);
    await choose('Fulfill all selected');
    expect((await sent).postDataJSON()).toMatchObject({
      shopName: domain,
      orders: [{ shopOrderNumber: '#1001' }],
    });
    const results = page.getByRole('dialog', { name: '1 order fulfilled in the shop' });
    await expect(results.getByRole('row', { name: /#1001/ })).toContainText('Ready for pickup');
    await expect(results.getByRole('row', { name: /Bo Tremblay/ })).toContainText(
      'The order does not come from the shop',
    );
    await results.getByRole('button', { name: 'Close' }).last().click();
    await expect(select).not.toBeChecked();
    await expect(own).toBeChecked();
  });
});

test('a linked shop is configured, repaired, linked again and unlinked', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/);
  const [merchant, domain] = [await makeMerchant(), newDomain()];
  await test.step('a sign-in that fails does not authorize, and says why', async () => {
    await page.goto(`/dev/shop/${domain}/install`);
    await signIn(page, { ...merchant, password: 'Not-My-Password-1' });
    const alert = failure(page, 'Could not Authorize');
    await expect(alert).toContainText('The username or the password is not correct.');
  });
  await link(page, domain, merchant);
  await openSignedIn(page, merchant, '/merchantInfo#shop');
  const section = page.getByRole('region', { name: 'Online shop' });
  const automatic = section.getByRole('switch', { name: 'Create delivery orders automatically' });

  await test.step('orders with a Portage rate become delivery orders by themselves', async () => {
    await automatic.click();
    await expect(told(page, 'Shop setting saved')).toBeVisible();
    await expect(automatic).toBeChecked();
    await buy(page, domain);
    await buy(page, domain, ECONOMY);
    await page.goto('/platform/orders');
    await expect(page.getByRole('link', { name: 'Choose a rate for #1002' })).toBeVisible();
    await expect(page.getByText('#1001')).toHaveCount(0);
  });

  await test.step('without a rate of checkout one is chosen, and the order fulfilled', async () => {
    await page.getByRole('link', { name: 'Choose a rate for #1002' }).click();
    await expect(page.getByText('Portage was not chosen at checkout')).toBeVisible();
    await expect(page.getByText('Economy, $0.00 paid')).toBeVisible();
    expect(new URL(page.url()).search).toMatch(/&id=\d+$/);
    await page.getByRole('radio', { name: /^Sterling Road/ }).check();
    await page.getByRole('button', { name: 'Fulfill', exact: true }).click();
    await expect(page.getByText('Choose a rate.')).toBeVisible();
    await page.getByRole('radio', { name: /^Next day/ }).check();
    await page.getByRole('button', { name: 'Fulfill', exact: true }).click();
    await expect(page.getByText(/Fulfillment ID: \d+/)).toBeVisible();
    await page.reload();
    await expect(page.getByText('This order is already fulfilled.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Fulfill', exact: true })).toHaveCount(0);
  });

  await test.step('what the shop did by itself is a difference, repaired by one click', async () => {
    await page.goto(`/dev/shop/${domain}`);
    await page.getByRole('row', { name: '#1001' }).getByRole('button', { name: 'Fulfill' }).click();
    await page.goto('/platform/orders?show=drift');
    await page.getByRole('button', { name: 'Mark ready: #1001' }).click();
    await expect(told(page, 'Order #1001 repaired')).toBeVisible();
    await expect(page.getByRole('link', { name: '#1001' })).toHaveCount(0);
  });

  await test.step('a revoked token asks to link again, and nothing is lost', async () => {
    await page.goto(`/dev/shop/${domain}`);
    await page
      .getByRole('combobox', { name: 'How the platform behaves' })
      .selectOption('token_revoked');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.goto('/orders');
    await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
    await page.getByRole('button', { name: 'Shop', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Fulfill all selected' }).click();
    await expect(page.getByRole('alert')).toContainText('The shop revoked Portage’s access');
    const results = page.getByRole('dialog', { name: 'No order was fulfilled in the shop' });
    await expect(results.getByRole('row', { name: /#1001/ })).toContainText(
      'Order not fulfilled in the shop',
    );
    await look(page, 'the results of a bulk fulfillment that failed');
    await results.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Shop', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sync tags with the shop' }).click();
    const synced = page.getByRole('dialog', { name: 'No tags were synced with the shop' });
    await expect(synced.getByRole('row', { name: /#1001/ })).toContainText(
      'Tags not synced with the shop',
    );
    await page.goto(`/dev/shop/${domain}`);
    await page.getByRole('combobox', { name: 'How the platform behaves' }).selectOption('none');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.goto('/merchantInfo#shop');
    await expect(section).toContainText('Access revoked');
    await look(page, 'a shop that revoked the access');
    const again = section.getByRole('button', { name: 'Link again' });
    // Back from the shop restores the page as it was left, which tests' browsers do not.
    const consent = '**/activate_shop?*';
    await page.route(consent, (route) => route.fulfill({ status: 204 }));
    const left = page.waitForResponse(consent);
    await again.click();
    await left;
    await expect(again).toBeDisabled();
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await page.unroute(consent);
    await again.click();
    await page.getByRole('button', { name: 'Install Portage' }).click();
    await expect(page.getByRole('heading', { name: 'Shop linked' })).toBeVisible();
  });

  await test.step('unlinking asks first', async () => {
    await page.goto('/merchantInfo#shop');
    await expect(automatic).toBeChecked();
    const unlink = section.getByRole('button', { name: 'Unlink' });
    const dialog = page.getByRole('dialog', { name: `Unlink ${domain}?` });
    await unlink.click();
    await expect(dialog.getByRole('button', { name: 'Cancel' }).last()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(unlink).toBeFocused();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.goBack();
    await unlink.click();
    await page.goForward();
    await expect(dialog).toBeHidden();
    await page.goBack();
    await unlink.click();
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await expect(told(page, 'Shop unlinked')).toBeVisible();
    await expect(section).toContainText('No shop is linked');
  });
});

test('a broken connection is named, “Set up again” repairs it, and one that cannot be read is reported and retried', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/);
  const [merchant, domain] = [await makeMerchant(), newDomain()];
  const choosePlan = async (plan: string) => {
    await page.goto(`/dev/shop/${domain}`);
    await page.getByRole('combobox', { name: 'Plan' }).selectOption(plan);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('combobox', { name: 'Plan' })).toHaveValue(plan);
  };
  await choosePlan('basic');
  await link(page, domain, merchant);
  await openSignedIn(page, merchant, '/merchantInfo#shop');
  const section = page.getByRole('region', { name: 'Online shop' });
  const broken = section.getByRole('note').filter({ hasText: '1 check fails' });
  const setUpAgain = section.getByRole('button', { name: 'Set up again' });
  await expect(broken).toContainText('The checkout doesn’t ask Portage for rates.');
  await expect(broken).toContainText('Carrier Calculated Shipping must be enabled');
  await look(page, 'a broken connection');

  await test.step('what the shop still refuses stays named', async () => {
    await setUpAgain.click();
    const failed = failure(page, 'Some checks still fail');
    await expect(failed).toContainText('Rates at checkout');
    await expect(broken).toBeVisible();
  });

  await test.step('a member learns why the button is disabled', async () => {
    await page.route('**/api/users/me', (route) =>
      route.fulfill({ json: { username: 'me', name: 'Test User', role: 'member' } }),
    );
    await page.reload();
    await expect(setUpAgain).toHaveAttribute('aria-disabled', 'true');
    await setUpAgain.hover();
    await expect(page.getByRole('tooltip')).toContainText('Only an owner of the account');
    await page.unroute('**/api/users/me');
  });

  await test.step('what the shop allows is repaired', async () => {
    await choosePlan('advanced');
    await page.goto('/merchantInfo#shop');
    await expect(broken).toBeVisible();
    await setUpAgain.click();
    await expect(told(page, 'Shop set up')).toBeVisible();
    await expect(setUpAgain).toBeFocused();
    await expect(section.getByRole('note')).toHaveCount(0);
    await section.getByText('Connected · all checks pass').click();
    await expect(section.getByText('4 of 4 reach Portage.')).toBeVisible();
    await expect(section.getByText('The checkout asks Portage for rates.')).toBeVisible();
    await look(page, 'a connection whose checks all pass');
  });

  await test.step('a connection that cannot be read is reported and retried', async () => {
    const behave = (failure: string) =>
      page.request.post(`/dev/shop/${domain}/failure`, { form: { failure } });
    await behave('frozen');
    await page.reload();
    const alert = section.getByRole('alert');
    await expect(alert).toContainText('The connection could not be checked');
    await expect(alert).toContainText(`frozen or closed ${domain}`);
    await look(page, 'a connection that cannot be read');
    await behave('none');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(section.getByText('Connected · all checks pass')).toBeVisible();
  });
});

test('a temporary password is replaced on the way to the linked shop', async ({ page }) => {
  const domain = newDomain();
  const first = await makeMerchant({ mustChangePassword: true });
  await page.goto(`/dev/shop/${domain}/install`);
  await expect(page.getByRole('alert')).toContainText(`Link ${domain} to Portage`);
  await look(page, 'the sign-in that links a shop');
  await signIn(page, first);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill('Abcde1!');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    `Install Portage in ${domain}`,
  );
  await page.getByRole('button', { name: 'Install Portage' }).click();
  await expect(page.getByRole('heading', { name: 'Shop linked' })).toBeVisible();
  await page.goto('/merchantInfo#shop');
  await expect(page.getByRole('region', { name: 'Online shop' })).toContainText(domain);
});

test('a shop order that two locations ship is fulfilled location by location', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const [merchant, domain] = [await makeMerchant(), newDomain()];
  await link(page, domain, merchant);
  await buy(page, domain, { quantity: '2' });
  const inShop = async (action: string) => {
    await page.goto(`/dev/shop/${domain}`);
    await page.getByRole('row', { name: '#1001' }).getByRole('button', { name: action }).click();
  };
  const row = (location: string) => page.getByRole('listitem').filter({ hasText: location });

  await test.step('each location is a row, and a part on hold says so', async () => {
    await inShop('Split');
    await openSignedIn(page, merchant, '/platform/orders');
    await expect(row('From Gaspé store')).toBeVisible();
    await page
      .getByRole('button', { name: 'Create and fulfill #1001, Sterling Road warehouse' })
      .click();
    await expect(told(page, 'Order #1001 fulfilled in the shop')).toBeVisible();
    await expect(row('From Sterling Road warehouse')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'To create' })).toBeFocused();
    await expect(row('From Gaspé store')).toContainText('Partially fulfilled');
    await inShop('Hold');
    await page.goto('/platform/orders');
    await expect(row('From Gaspé store')).toContainText('On hold in the shop: awaiting payment');
    await expect(row('From Gaspé store').getByRole('button')).toHaveCount(0);
    await look(page, 'a partially fulfilled shop order on hold');
  });

  await test.step('an order that was edited meanwhile is shown again first', async () => {
    await inShop('Release');
    await page.goto('/platform/orders');
    const place = page.getByRole('button', {
      name: 'Create the delivery order of #1001, Gaspé store',
    });
    await expect(place).toBeVisible();
    // The list stays unchanged.
    let listed: string | undefined;
    await page.route('**/shop/shop_orders?*', async (route) => {
      listed ??= await (await route.fetch()).text();
      await route.fulfill({ contentType: 'application/json', body: listed });
    });
    await expect.poll(() => listed).toBeDefined();
    await page.request.get(`/dev/shop/${domain}`).then(async (answer) => {
      const [path = ''] = /\/dev\/shop\/[^"]+\/edit/.exec(await answer.text()) ?? [];
      await page.request.post(path);
    });
    await place.click();
    await expect(page.getByRole('alert')).toContainText(
      'Order #1001 was changed in the shop after you opened it.',
    );
    await page.unroute('**/shop/shop_orders?*');
    await page.waitForResponse(/\/shop\/shop_orders\?/);
    await place.click();
    await expect(told(page, 'Delivery order created from #1001')).toBeVisible();
  });

  await test.step('a delivery order that the shop moved is created again there', async () => {
    await inShop('Move');
    await page.goto('/platform/orders?show=drift');
    await expect(page.getByText('Moved to Sterling Road warehouse in the shop')).toBeVisible();
    await look(page, 'a delivery order that the shop moved');
    await page
      .getByRole('button', { name: 'Create again from Sterling Road warehouse: #1001' })
      .click();
    await expect(told(page, 'Order #1001 repaired')).toBeVisible();
    await expect(page.getByText('No differences')).toBeVisible();
  });
});

test('a shop order that the platform refuses is named with its message; one without a phone number is corrected before it is created', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const [merchant, domain] = [await makeMerchant(), newDomain()];
  await link(page, domain, merchant);
  await buy(page, domain, { phone: '' });
  await page.goto(`/dev/shop/${domain}`);
  await page.getByRole('button', { name: 'Make unreadable' }).click();
  await openSignedIn(page, merchant, '/platform/orders');
  const unread = page.getByRole('note').filter({ hasText: '1 shop order couldn’t be read' });
  await expect(unread).toContainText('#1001');
  await expect(unread).toContainText('Internal error while reading the note.');
  await look(page, 'a shop order that could not be read');

  await page.goto(`/dev/shop/${domain}`);
  await page.getByRole('button', { name: 'Make unreadable' }).click();
  await page.goto('/platform/orders');
  await expect(page.getByRole('link', { name: 'Correct and create #1001' })).toBeVisible();
  await expect(unread).toHaveCount(0);
  await page.getByRole('link', { name: 'Correct and create #1001' }).click();
  await expect(page.getByRole('radio', { name: /^Next day/ })).toBeChecked();
  await expect(page.getByText(/^Portage – Next day, \$\d+\.\d\d paid$/)).toBeVisible();
  const fields = page.getByRole('group', { name: 'Recipient' });
  await expect(fields.getByRole('textbox', { name: 'Street' })).toHaveValue('25 Dundas St E');
  await page.getByRole('radio', { name: /^Sterling Road/ }).check();
  await fields.getByRole('textbox', { name: 'Street' }).fill('27 Dundas St E');
  await page.getByRole('button', { name: 'Fulfill', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('#1001');
  const phone = fields.getByRole('textbox', { name: 'Phone' });
  await expect(phone).toHaveAccessibleDescription('Required');
  await look(page, 'a shop order without a phone number');
  await widen(page, 320);
  await fields.getByRole('textbox', { name: 'Postal code' }).fill('M5B');
  await page.getByRole('button', { name: 'Fulfill', exact: true }).click();
  const copy = page.getByRole('alert').getByRole('button', { name: 'Copy' });
  await expect(copy).toBeInViewport({ ratio: 1 });
  await fields.getByRole('textbox', { name: 'Postal code' }).fill('M5B 1C6');
  await widen(page);
  await phone.fill('+14165550199');
  await page.getByRole('button', { name: 'Fulfill', exact: true }).click();
  await expect(page.getByText(/Fulfillment ID: \d+/)).toBeVisible();

  await page.goto('/orders');
  await page.getByText('Amélie Okafor').click();
  await expect(page.getByText('27 Dundas St E').first()).toBeVisible();
  await expect(page.getByText('555-0199').first()).toBeVisible();
});

test('a shop order is fulfilled from a link in the shop and needs a location; a forged request links no shop, and the page says so', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/);
  const forged = `shop=${newDomain()}&hmac=${'0'.repeat(64)}&timestamp=1700000000`;
  await page.goto(`/platform/authorize?${forged}`);
  await expect(page.getByText('Could not Authorize')).toBeVisible();
  await look(page, 'a shop that is not linked');
  await speak(page, 'fr');
  await page.goto('/platform/authorize');
  await expect(page.getByRole('alert')).toContainText('boutique');
  await speak(page, 'en');

  const [merchant, domain] = [await makeMerchant(), newDomain()];
  await link(page, domain, merchant);
  await buy(page, domain);
  await openSignedIn(page, merchant, `/dev/shop/${domain}`);
  await page.getByRole('link', { name: 'Fulfill with Portage' }).click();
  await expect(page.getByRole('radio', { name: /^Gaspé store/ })).toBeVisible();
  await look(page, 'a shop order to fulfill');
  const fulfill = () => page.getByRole('button', { name: 'Fulfill', exact: true }).click();
  await fulfill();
  await expect(page.getByText('Choose a location first.')).toBeVisible();
  await page.getByRole('radio', { name: /^Gaspé store/ }).check();
  await fulfill();
  await expect(page.getByRole('main').getByRole('status')).toContainText('Fulfillment ID');
  await page.goto('/platform/fulfill');
  await expect(page.getByRole('alert')).toContainText('Open this page from an order in the shop');
  await page.goto(`/platform/fulfill?shop=${domain}&id=1`);
  await expect(page.getByRole('alert')).toContainText(
    'The locations for order 1 could not be loaded',
  );
});
