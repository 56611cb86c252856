import { expect } from '@playwright/test';
import { look } from './look-around.ts';
import { hurrySimulation, makeMerchant } from './own-merchant.ts';
import { speak } from './sign-in.ts';
import { test } from './test.ts';

/** What a merchant reads and presses, from the installation to linking again. */
const LIVES = {
  en: {
    install: 'Install Portage',
    username: 'Username',
    password: 'Password',
    linked: 'Shop linked',
    showRates: 'Show shipping rates',
    nextDay: /^Portage – Next day, \$/,
    buy: 'Buy',
    fulfill: 'Create and fulfill #1001',
    fulfilled: 'Order #1001 fulfilled in the shop',
    ready: 'Ready for pickup',
    simulate: 'Simulate delivery',
    delivered: 'Delivered',
    refund: 'Refund one',
    agree: 'No differences',
    uninstall: 'Uninstall Portage',
    revoked: 'Access revoked',
    again: 'Link again',
    nextOrder: 'Create and fulfill #1002',
  },
  fr: {
    install: 'Installer Portage',
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    linked: 'Boutique liée',
    showRates: 'Afficher les tarifs de livraison',
    nextDay: /^Portage – Lendemain, \d/,
    buy: 'Acheter',
    fulfill: 'Créer et traiter #1001',
    fulfilled: 'Commande #1001 traitée dans la boutique',
    ready: 'Prête pour le ramassage',
    simulate: 'Simuler la livraison',
    delivered: 'Livrée',
    refund: 'Rembourser un article',
    agree: 'Aucun écart',
    uninstall: 'Désinstaller Portage',
    revoked: 'Accès révoqué',
    again: 'Lier de nouveau',
    nextOrder: 'Créer et traiter #1002',
  },
} as const;

for (const language of ['en', 'fr'] as const) {
  const words = LIVES[language];

  test.describe(`a shop in ${language}`, () => {
    test.use({ locale: `${language}-CA` });

    test('lives from its installation to the day it is linked again', async ({ page }) => {
      test.slow();
      const [merchant, domain] = [
        await makeMerchant(),
        `shop-${crypto.randomUUID()}.myshopify.com`,
      ];
      const shopPage = `/dev/shop/${domain}`;
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const shopOrder = page.getByRole('row', { name: '#1001' });
      const order = page.locator('[data-order-id]', { hasText: 'Amélie Okafor' });
      const buy = async () => {
        await page.goto(`${shopPage}/checkout`);
        await press(words.showRates);
        await page.getByRole('radio', { name: words.nextDay }).check();
        await press(words.buy);
      };
      await speak(page, language);

      await test.step('the app is installed, and the shop linked', async () => {
        await page.goto(shopPage);
        await page.getByRole('link', { name: words.install }).click();
        await page.getByRole('textbox', { name: words.username }).fill(merchant.username);
        await page
          .getByRole('textbox', { name: words.password, exact: true })
          .fill(merchant.password);
        await page.keyboard.press('Enter');
        await press(words.install);
        await expect(page.getByRole('heading', { name: words.linked })).toBeVisible();
      });

      await test.step('a buyer chooses our rate, and one click places and ships the order', async () => {
        await buy();
        await page.goto('/platform/orders');
        await press(words.fulfill);
        await expect(page.getByRole('status').filter({ hasText: words.fulfilled })).toBeVisible();
        await page.goto('/orders');
        await expect(order).toContainText(words.ready);
      });

      await test.step('it is delivered, which the shop hears event by event', async () => {
        await order.getByText('Amélie Okafor').click();
        await press(words.simulate);
        await expect(async () => {
          await hurrySimulation();
          await expect(order).toContainText(words.delivered, { timeout: 1_000 });
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
        await shopOrder.getByRole('button', { name: words.refund }).click();
        await page.goto('/platform/orders?show=drift');
        await expect(page.getByText(words.agree)).toBeVisible();
      });

      await test.step('uninstalled, the shop is linked again, and its orders come as before', async () => {
        await page.goto(shopPage);
        await press(words.uninstall);
        await expect(async () => {
          await page.goto('/merchantInfo#shop');
          await expect(page.getByText(words.revoked)).toBeVisible({ timeout: 2_000 });
        }).toPass({ timeout: 30_000 });
        await press(words.again);
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
        await expect(page.getByRole('button', { name: words.nextOrder })).toBeVisible();
      });
    });
  });
}
