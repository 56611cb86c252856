import { expect } from '@playwright/test';
import { look, lookAround } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { demo, openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test.describe('axe finds nothing on', () => {
  test('the merchant’s information, and the form that creates a user', async ({ page }) => {
    await openSignedIn(page, demo, '/merchantInfo');
    await expect(page.getByRole('heading', { level: 2, name: 'Users' })).toBeVisible();
    await lookAround(page);
    await lookAround(page, {
      open: async () => {
        await page.getByRole('button', { name: /^(Create user|Créer un utilisateur)$/ }).click();
        const form = page.getByRole('dialog');
        await form.getByRole('button', { name: /^(Create user|Créer l’utilisateur)$/ }).click();
        await expect(form.getByText(/^(Required|Obligatoire)$/)).toHaveCount(3);
      },
    });
  });

  test('the ship-from locations, with and without additional ones', async ({ page }) => {
    await openSignedIn(page, demo, '/shipFromLocations');
    await expect(page.getByRole('table')).toBeVisible();
    await lookAround(page);
    await openSignedIn(page, await makeMerchant(), '/shipFromLocations');
    await page.reload();
    await expect(page.getByRole('heading', { level: 3 })).toBeVisible();
    await lookAround(page);
  });

  test('the integrations and the service users, before and after the first', async ({ page }) => {
    const merchant = await makeMerchant();
    await openSignedIn(page, merchant, '/integration');
    await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible();
    await lookAround(page);
    await page.goto('/serviceUser');
    await expect(page.getByRole('heading', { name: 'No service users yet' })).toBeVisible();
    await lookAround(page, { widths: [800, 1440] });
    await page.getByRole('button', { name: 'Create service user' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Service user created' })).toBeVisible();
    await look(page, 'with new credentials');
    await page.getByRole('button', { name: 'I have saved the password' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await lookAround(page, {
      widths: [800, 1440],
      open: async () => {
        await page.getByRole('button', { name: /^(Revoke|Révoquer) / }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    });
  });
});
