import { expect, type Page } from '@playwright/test';
import { look } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { saved } from './printing.ts';
import { openSignedIn, signIn } from './sign-in.ts';
import { test } from './test.ts';

const newDomain = () => `shop-${crypto.randomUUID()}.myshopify.com`;

/** Buys in the shop, with the rate that is named or by the shop's own method. */
async function buyIn(page: Page, domain: string, rate: RegExp): Promise<void> {
  await page.goto(`/dev/shop/${domain}/checkout`);
  await page.getByRole('button', { name: 'Show shipping rates' }).click();
  await page.getByRole('radio', { name: rate }).check();
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Unfulfilled');
}

/** Installs the app in a shop, and signs in to link it. */
async function install(page: Page, domain: string, merchant: Parameters<typeof signIn>[1]) {
  await page.goto(`/dev/shop/${domain}`);
  await page.getByRole('link', { name: 'Install Portage' }).click();
  await expect(page.getByRole('alert')).toContainText(`Link ${domain} to Portage`);
  await look(page, 'the sign-in that links a shop');
  await signIn(page, merchant);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    `Install Portage in ${domain}`,
  );
  await page.getByRole('button', { name: 'Install Portage' }).click();
  await expect(page.getByRole('heading', { name: 'Shop linked' })).toBeVisible();
}

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('from the installation to the tracking number that the shop shows', async ({ page }) => {
  const [merchant, domain] = [await makeMerchant(), newDomain()];
  await install(page, domain, merchant);
  await buyIn(page, domain, /^Portage – Next day/);
  const select = page.getByRole('checkbox', { name: 'Select the order for Amélie Okafor' });

  await test.step('the shop order appears, and becomes a delivery order', async () => {
    await openSignedIn(page, merchant, '/platform/orders');
    await expect(page.getByText('Amélie Okafor')).toBeVisible();
    await look(page, 'shop orders');
    await page.getByRole('button', { name: 'Create the delivery order of #1001' }).click();
    await expect(said(page, 'Delivery order created from #1001')).toBeVisible();
    await expect(page.getByText('Nothing to create')).toBeVisible();
  });

  await test.step('its label and packing slip are printed with one button', async () => {
    await page.goto('/orders');
    const row = page.locator('[data-order-id]', { hasText: 'Amélie Okafor' });
    await expect(row).toContainText('Geocoded');
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
    await choose('Fulfill');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    await expect(page.getByRole('alert')).toContainText('Choose a location first.');
    await dialog.getByRole('radio', { name: /^Gaspé store/ }).check();
    await dialog.getByRole('button', { name: 'Fulfill' }).click();
    await expect(said(page, 'fulfilled in the shop')).toBeVisible();
    await select.check();
    await choose('Sync tags with the shop');
    await expect(said(page, 'Tags synced with the shop')).toBeVisible();
    await select.check();
    await choose('Fulfill all selected');
    await expect(said(page, 'Fulfilled in the shop1 of 1 done')).toBeVisible();
  });

  await test.step('another one becomes a delivery order and is fulfilled with one click', async () => {
    await buyIn(page, domain, /^Portage – Next day/);
    await page.goto('/platform/orders');
    await page.getByRole('button', { name: 'Create and fulfill #1002' }).click();
    await expect(said(page, 'Order #1002 fulfilled in the shop')).toBeVisible();
    await expect(page.getByText('Nothing to create')).toBeVisible();
    await page.goto(`/dev/shop/${domain}`);
    await expect(page.getByRole('row', { name: '#1002' })).toContainText('Fulfilled');
  });

  await test.step('the shop shows the tracking number, which leads to the tracking site', async () => {
    const row = page.getByRole('row', { name: '#1001' });
    await expect(row).toContainText('Fulfilled');
    await look(page, 'the development shop');
    await row.getByRole('link', { name: /^PTG/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toMatch(/^\/track\/PTG/);
  });
});

test('a linked shop is set, repaired, linked again and unlinked', async ({ page, complaints }) => {
  complaints.expect(/status of 4\d\d/);
  const [merchant, domain] = [await makeMerchant(), newDomain()];
  await install(page, domain, merchant);
  await openSignedIn(page, merchant, '/merchantInfo#shop');
  const section = page.getByRole('region', { name: 'Online shop' });
  const automatic = section.getByRole('switch', { name: 'Create delivery orders automatically' });

  await test.step('orders with a Portage rate become delivery orders by themselves', async () => {
    await automatic.check();
    await expect(said(page, 'Shop setting saved')).toBeVisible();
    await buyIn(page, domain, /^Portage – Next day/);
    await buyIn(page, domain, /^Economy/);
    await page.goto('/platform/orders');
    await expect(page.getByRole('link', { name: 'Choose a rate for #1002' })).toBeVisible();
    await expect(page.getByText('#1001')).toHaveCount(0);
  });

  await test.step('without a rate of checkout one is chosen, and the order fulfilled', async () => {
    await page.getByRole('link', { name: 'Choose a rate for #1002' }).click();
    await expect(page.getByText('Portage was not chosen at checkout')).toBeVisible();
    await page.getByRole('radio', { name: /^Sterling Road/ }).check();
    await page.getByRole('button', { name: 'Fulfill', exact: true }).click();
    await expect(page.getByText('Choose a rate.')).toBeVisible();
    await page.getByRole('radio', { name: /^Next day/ }).check();
    await page.getByRole('button', { name: 'Fulfill', exact: true }).click();
    await expect(page.getByText(/Fulfillment id: \d+/)).toBeVisible();
  });

  await test.step('what the shop did by itself is a difference, repaired by one click', async () => {
    await page.goto(`/dev/shop/${domain}`);
    await page.getByRole('row', { name: '#1001' }).getByRole('button', { name: 'Fulfill' }).click();
    await page.goto('/platform/orders?show=drift');
    await page.getByRole('button', { name: 'Mark as ready: #1001' }).click();
    await expect(said(page, 'Order #1001 repaired')).toBeVisible();
    await expect(page.getByRole('link', { name: '#1001' })).toHaveCount(0);
  });

  await test.step('a revoked token asks to link again, and nothing is lost', async () => {
    await page.goto(`/dev/shop/${domain}`);
    await page.getByRole('combobox').selectOption('token_revoked');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.goto('/orders');
    await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
    await page.getByRole('button', { name: 'Shop', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Fulfill all selected' }).click();
    await expect(page.getByRole('alert')).toContainText('The shop no longer lets Portage in');
    await page.goto(`/dev/shop/${domain}`);
    await page.getByRole('combobox').selectOption('none');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.goto('/merchantInfo#shop');
    await expect(section).toContainText('Access revoked');
    await look(page, 'a shop that revoked the access');
    await section.getByRole('button', { name: 'Link again' }).click();
    await page.getByRole('button', { name: 'Install Portage' }).click();
    await expect(page.getByRole('heading', { name: 'Shop linked' })).toBeVisible();
  });

  await test.step('unlinking asks first', async () => {
    await page.goto('/merchantInfo#shop');
    await expect(automatic).toBeChecked();
    await section.getByRole('button', { name: 'Unlink' }).click();
    const dialog = page.getByRole('dialog', { name: `Unlink ${domain}?` });
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await expect(said(page, 'Shop unlinked')).toBeVisible();
    await expect(section).toContainText('No shop is linked');
  });
});
