import { expect, type Locator, type Page } from '@playwright/test';
import { findings } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { button, field } from './screen.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';
import { recipient } from './wizard.ts';

/** Moves the focus to an element with the Tab key alone. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(await element.evaluate((one) => one === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0] });
}

/** Waits for a page of the wizard: its heading has the focus. */
const seePage = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused();

test('the wizard needs no pointer, in French, and remembers a package', async ({ page }) => {
  await speak(page, 'fr');
  await openSignedIn(page, await makeMerchant(), '/new');
  const { keyboard } = page;
  const typeInto = async (name: string, text: string) => {
    await tabTo(page, field(page, name));
    await keyboard.type(text);
  };

  await tabTo(page, button(page, 'Suivant'));
  await keyboard.press('Enter');
  await seePage(page, 'Destinataire');
  await typeInto('Nom', recipient.Name);
  await typeInto('Téléphone', recipient.Phone);
  await typeInto('Rue', recipient.Street);
  await typeInto('Ville', recipient.City);
  await typeInto('Code postal', 'm5b1c6');
  await keyboard.press('Enter');

  await seePage(page, 'Détails des colis');
  await expect(button(page, 'Enregistrer ce modèle')).toBeDisabled();
  await typeInto('Poids', '2,5');
  await typeInto('Longueur', '14');
  await typeInto('Largeur', '8');
  await typeInto('Hauteur', '5');
  await tabTo(page, button(page, 'Enregistrer ce modèle'));
  await keyboard.press('Enter');
  await expect(field(page, 'Nom du modèle')).toBeFocused();
  await expect(field(page, 'Nom du modèle')).toHaveValue('2,5 lb · 14 × 8 × 5 po');
  expect(await findings(page), 'the name of a preset').toEqual([]);
  await keyboard.type('Boîte à souliers');
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Modèle de colis' })).toContainText('Boîte');
  await expect(field(page, 'Nom du modèle')).toBeHidden();
  await tabTo(page, button(page, 'Suivant'));
  await keyboard.press('Enter');

  await seePage(page, 'Tarif d’expédition');
  await tabTo(page, page.getByRole('radio').first());
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await seePage(page, 'Service de livraison');
  await tabTo(page, button(page, 'Suivant'));
  await keyboard.press('Enter');
  await seePage(page, 'Vérification et envoi');
  await tabTo(page, button(page, 'Soumettre'));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Commande créée' })).toBeVisible();

  // The preset fills in the next package, and is renamed and deleted.
  await page.goto('/new?express');
  const preset = page.getByRole('combobox', { name: 'Modèle de colis' });
  await tabTo(page, field(page, 'Poids'));
  await keyboard.type('9');
  await tabTo(page, preset);
  await keyboard.type('b');
  await expect(field(page, 'Poids')).toHaveValue('2.5');
  await expect(field(page, 'Hauteur')).toHaveValue('5');
  await tabTo(page, button(page, 'Gérer les modèles'));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Modèles de colis' });
  const name = dialog.getByRole('textbox', { name: 'Nom du modèle Boîte à souliers' });
  await expect(name).toBeVisible();
  expect(await findings(page), 'the list of presets').toEqual([]);
  await tabTo(page, name);
  await keyboard.press('End');
  await keyboard.type(' XL');
  await keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: /^Supprimer.* XL$/ }));
  await keyboard.press('Enter');
  await expect(page.getByText('Modèle supprimé : Boîte à souliers XL')).toBeVisible();
  // Usual boxes are offered again.
  await expect(preset.getByRole('option', { name: /^Petite boîte/ })).toHaveCount(1);
  await expect(field(page, 'Poids')).toHaveValue('2.5');
});
