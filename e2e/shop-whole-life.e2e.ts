import { expect } from '@playwright/test';
import { look } from './look-around.ts';
import { hurrySimulation, makeMerchant } from './own-merchant.ts';
import { told } from './screen.ts';
import { speak } from './sign-in.ts';
import { test } from './test.ts';

/** Pressed or read more than once. */
const words = {
  install: 'Installer Portage',
  linked: 'Boutique liée',
  showRates: 'Afficher les tarifs de livraison',
  nextDay: /^Portage – Lendemain, \d/,
};

test.use({ locale: 'fr-CA' });

test('a shop lives from its installation to the day it is linked again, in French', async ({
  page,
}) => {
  test.slow();
  const [merchant, domain] = [await makeMerchant(), `shop-${crypto.randomUUID()}.myshopify.com`];
  const shopPage = `/dev/shop/${domain}`;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const shopOrder = page.getByRole('row', { name: '#1001' });
  const order = page.locator('[data-order-id]', { hasText: 'Amélie Okafor' });
  const buy = async () => {
    await page.goto(`${shopPage}/checkout`);
    await press(words.showRates);
    await page.getByRole('radio', { name: words.nextDay }).check();
    await press('Acheter');
  };
  await speak(page, 'fr');

  await test.step('the app is installed, and the shop linked', async () => {
    await page.goto(shopPage);
    await page.getByRole('link', { name: words.install }).click();
    await page.getByRole('textbox', { name: 'Nom d’utilisateur' }).fill(merchant.username);
    await page.getByRole('textbox', { name: 'Mot de passe', exact: true }).fill(merchant.password);
    await page.keyboard.press('Enter');
    await press(words.install);
    await expect(page.getByRole('heading', { name: words.linked })).toBeVisible();
  });

  await test.step('a buyer chooses our rate, and one click places and ships the order', async () => {
    await buy();
    await page.goto('/platform/orders');
    await press('Créer et traiter #1001');
    await expect(told(page, 'Commande #1001 traitée dans la boutique')).toBeVisible();
    await page.goto('/orders');
    await expect(order).toContainText('Prête pour le ramassage');
  });

  await test.step('it is delivered, which the shop hears event by event', async () => {
    await order.getByText('Amélie Okafor').click();
    await press('Simuler la livraison');
    await expect(async () => {
      await hurrySimulation();
      await expect(order).toContainText('Livrée', { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expect(async () => {
      await page.goto(shopPage);
      await expect(shopOrder.locator('code').last()).toHaveText('DELIVERED', {
        timeout: 1_000,
      });
    }).toPass({ timeout: 30_000 });
    const told = await shopOrder.locator('code').allInnerTexts();
    // The depot reports late, or not at all.
    expect(told.filter((status) => status !== 'IN_TRANSIT')).toEqual([
      'CARRIER_PICKED_UP',
      'OUT_FOR_DELIVERY',
      'DELIVERED',
    ]);
    await look(page, 'the development shop');
  });

  await test.step('a refund after the delivery changes nothing in Portage', async () => {
    await shopOrder.getByRole('button', { name: 'Rembourser un article' }).click();
    await page.goto('/platform/orders?show=drift');
    await expect(page.getByText('Aucun écart')).toBeVisible();
  });

  await test.step('uninstalled, the shop is linked again, and its orders come as before', async () => {
    await page.goto(shopPage);
    await press('Désinstaller Portage');
    await expect(async () => {
      await page.goto('/merchantInfo#shop');
      await expect(page.getByText('Accès révoqué')).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await press('Lier de nouveau');
    await press(words.install);
    await expect(page.getByRole('heading', { name: words.linked })).toBeVisible();
    await expect(async () => {
      await page.goto(`${shopPage}/checkout`);
      await press(words.showRates);
      await expect(page.getByRole('radio', { name: words.nextDay })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass({ timeout: 30_000 });
    await buy();
    await page.goto('/platform/orders');
    await expect(page.getByRole('button', { name: 'Créer et traiter #1002' })).toBeVisible();
  });
});
