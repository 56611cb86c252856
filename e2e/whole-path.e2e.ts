import { expect, type Page } from '@playwright/test';
import { pdfPictures, zplPictures } from '../server/src/testing/scan-labels.ts';
import { barcodesOf } from './barcodes.ts';
import { saved } from './printing.ts';
import { demo, signIn, speak } from './sign-in.ts';
import { test } from './test.ts';
import { fillIn, goOn, recipient, seePage, smallPackage } from './wizard.ts';

/** Reads the tracking number from the page after the creation. */
async function readTrackingNumber(page: Page): Promise<string> {
  const sentence = page.getByRole('main').getByText(/PTG\w{11}/);
  return /PTG\w{11}/.exec(await sentence.innerText())?.[0] ?? '';
}

/** Returns a unique name, since all tests share the demo's orders. */
const ownName = (name: string) => `${name} ${Date.now()}`;

test(
  'a newcomer signs in, creates an order in the wizard, sees it located and prints its labels',
  {
    tag: '@prints',
  },
  async ({ page }) => {
    const name = ownName('Éléonore Bélanger-Côté');

    await test.step('signing in leads back to the page that was asked for', async () => {
      await page.goto('/orders');
      await expect(page).toHaveURL('/?from=%2Forders');
      await signIn(page, demo);
      await expect(page).toHaveURL('/orders');
    });

    await test.step('the wizard takes the order page by page', async () => {
      await page.getByRole('link', { name: 'Create order' }).last().click();
      await seePage(page, 'Origin');
      await expect(page.getByRole('textbox', { name: 'Street' })).toHaveValue('158 Sterling Rd');
      await goOn(page, 'Recipient');

      await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
      await page.keyboard.type(name);
      await page.keyboard.press('Tab');
      await page.keyboard.type(recipient.Phone);
      await fillIn(page, { ...recipient, Name: name });
      await page.keyboard.press('Enter');
      await seePage(page, 'Package details');

      await fillIn(page.getByRole('region', { name: 'Package 1' }), smallPackage);
      await page.getByRole('button', { name: 'Duplicate package 1' }).press('Enter');
      await expect(page.getByRole('region', { name: 'Package 2' })).toBeVisible();
      await goOn(page, 'Shipping rate');

      await page.getByRole('radio', { name: 'Next day' }).check();
      await goOn(page, 'Delivery service');
      await expect(page.getByRole('radio', { name: 'To the door' })).toBeChecked();
      await goOn(page, 'Review and submit');
      await expect(page.getByRole('main')).toContainText('416 555-0142');
      await expect(page.getByRole('main')).toContainText('804-25 rue Dundas Est, Toronto');
      await page.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
    });

    const created = page.getByRole('status').filter({ hasText: 'Order created' });
    await expect(created).toBeVisible();
    const trackingNumber = await readTrackingNumber(page);

    await test.step('closing the notification leads to the list, where the order becomes located', async () => {
      await created.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page).toHaveURL('/orders');
      await expect(page.getByRole('row', { name })).toContainText('Geocoded');
    });

    await page.getByRole('checkbox', { name: `Select the order for ${name}` }).check();
    // Packing slips come with the labels, since the merchant has a linked shop.
    const barcodes = [`${trackingNumber}-1`, `${trackingNumber}-2`, trackingNumber];

    await test.step('the PDF labels scan as the tracking numbers of the packages, the slip as the order’s', async () => {
      await page.getByRole('button', { name: 'Format of labels and packing slips' }).click();
      await page.getByRole('menuitem', { name: /^PDF(?! letter)/ }).click();
      await expect(
        page.getByText('Labels and packing slip of 1 order ready to print'),
      ).toBeVisible();
      const save = page.getByRole('button', { name: 'Save portageLabels.pdf' });
      const { bytes } = await saved(page, () => save.click());
      expect(await barcodesOf(pdfPictures(bytes))).toEqual(barcodes);
    });

    await test.step('so do the ZPL labels, which are saved as a file', async () => {
      await page.getByRole('button', { name: 'Format of labels and packing slips' }).click();
      const item = page.getByRole('menuitem', { name: /^ZPL/ });
      const { name, bytes } = await saved(page, () => item.click());
      expect(name).toBe('portageLabels.zpl');
      expect(await barcodesOf(await zplPictures(bytes.toString()))).toEqual(barcodes);
    });
  },
);

test('the whole path also works in French on a phone', async ({ page }) => {
  const name = ownName('Anaïs Lefebvre');
  await page.setViewportSize({ width: 390, height: 844 });
  await speak(page, 'fr');
  await page.goto('/new');
  await page.getByRole('textbox', { name: 'Nom d’utilisateur' }).fill(demo.username);
  await page.getByRole('textbox', { name: 'Mot de passe', exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();

  const next = page.getByRole('button', { name: 'Suivant' });
  await expect(page.getByRole('heading', { name: 'Origine' })).toBeVisible();
  await next.click();
  await fillIn(page, {
    Nom: name,
    Téléphone: '416 555-0199',
    Rue: '40 Bay St',
    Ville: 'Toronto',
    'Code postal': 'M5J 2X2',
  });
  await next.click();
  await fillIn(page, { Poids: '2,5', Longueur: '10', Largeur: '8', Hauteur: '4' });
  await next.click();
  await page.getByRole('radio', { name: /^Lendemain/ }).check();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Service de livraison' })).toBeVisible();
  await next.click();
  await page.getByRole('button', { name: 'Soumettre' }).click();

  const trackingNumber = await readTrackingNumber(page);
  await page.getByRole('link', { name: 'Aller aux commandes' }).click();
  await expect(page.getByRole('row', { name })).toContainText('Localisée');
  await page.getByRole('checkbox', { name: `Sélectionner la commande pour ${name}` }).check();
  await page.getByRole('button', { name: 'Imprimer étiquettes et bordereaux (ZPL)' }).click();
  // The first print of a device asks for its printer.
  const printer = page.getByRole('radio', { name: /203.ppp/ });
  const { bytes } = await saved(page, () => printer.press('Enter'));
  const pictures = await zplPictures(bytes.toString());
  expect(await barcodesOf(pictures)).toEqual([`${trackingNumber}-1`, trackingNumber]);
});
