import { expect, type Page } from '@playwright/test';
import { demo, openSignedIn } from '../e2e/sign-in.ts';
import { test } from '../e2e/test.ts';
import { record, showPointer } from './record.ts';

/** Opens a page of the demo merchant and waits until it is calm. */
async function open(page: Page, address: string): Promise<void> {
  await showPointer(page);
  await openSignedIn(page, demo, address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Late data would jump in the film; a page that follows changes is never idle.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowBox = (page: Page, index: number) => page.locator('[data-order-id]').nth(index);

test('create an order', async ({ page }, info) => {
  await open(page, '/new');
  await record(page, 'create-order', info, async ({ say, press, type, rest }) => {
    await say(
      'An order starts with the address it ships from.',
      'Une commande commence par l’adresse d’expédition.',
    );
    await press(button(page, 'Next'));
    await say(
      'Enter the recipient and the delivery address.',
      'Entrez le destinataire et l’adresse de livraison.',
    );
    for (const [name, text] of [
      ['Name', 'Zoé Tremblay'],
      ['Phone', '416 555-0142'],
      ['Street', '25 Dundas St E'],
      ['City', 'Toronto'],
      ['Postal code', 'M5B 1C6'],
    ] as const) {
      await type(field(page, name), text);
    }
    await press(button(page, 'Next'));
    await say('Describe the package.', 'Décrivez le colis.');
    for (const [name, text] of [
      ['Weight', '4.5'],
      ['Length', '10'],
      ['Width', '8'],
      ['Height', '4'],
    ] as const) {
      await type(field(page, name), text);
    }
    await press(button(page, 'Next'));
    await say(
      'Choose a service by its price and delivery time.',
      'Choisissez un service selon son prix et son délai.',
    );
    await press(page.getByText(/^Next day/).first());
    await press(button(page, 'Next'));
    await say('Choose how the package is handed over.', 'Choisissez le mode de remise.');
    await press(button(page, 'Next'));
    await say('Review everything, then submit.', 'Vérifiez le tout, puis soumettez.');
    await press(button(page, 'Submit'));
    await rest(1500);
  });
});

test('print labels', async ({ page }, info) => {
  await open(page, '/orders');
  await rowBox(page, 3).waitFor();
  await record(page, 'print-labels', info, async ({ say, press, rest }) => {
    await say('See which labels are to be printed.', 'Voyez quelles étiquettes sont à imprimer.');
    await press(page.getByRole('link', { name: /^To print/ }));
    await say('Select orders in the list.', 'Sélectionnez des commandes dans la liste.');
    for (const index of [0, 1, 2]) {
      await press(rowBox(page, index).getByRole('checkbox'));
    }
    await say(
      'Choose the label format of your printer.',
      'Choisissez le format d’étiquette de votre imprimante.',
    );
    await press(page.getByRole('button', { name: /^(?:Label format|Format of labels)/ }));
    await rest(1500);
    await page.keyboard.press('Escape');
    await say('Print the labels.', 'Imprimez les étiquettes.');
    await press(page.getByRole('button', { name: /^Print labels/ }).first());
    await rest(2500);
    await page.keyboard.press('Escape');
    await say(
      'Then mark the orders ready for pickup.',
      'Marquez ensuite les commandes prêtes pour le ramassage.',
    );
    await press(button(page, 'Mark ready for pickup'));
    await rest(2000);
  });
});

test('find an order', async ({ page }, info) => {
  await open(page, '/orders');
  await rowBox(page, 3).waitFor();
  await record(page, 'find-order', info, async ({ say, press, type, rest }) => {
    await say(
      'Search by name, phone, postal code or reference.',
      'Cherchez par nom, téléphone, code postal ou référence.',
    );
    await type(page.getByRole('searchbox').first(), 'toronto');
    await rest(2000);
    await say(
      'Open an order to follow its delivery.',
      'Ouvrez une commande pour suivre sa livraison.',
    );
    await press(rowBox(page, 3).getByRole('gridcell').nth(1));
    await rest(1500);
    await say(
      'Every event is listed with its time.',
      'Chaque événement est indiqué avec son heure.',
    );
    await page.mouse.wheel(0, 300);
    await rest(2000);
  });
});
