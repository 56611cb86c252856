import { expect, type Page } from '@playwright/test';
import type { Merchant } from '../contract/src/merchants/merchants.ts';
import { look, lookAround } from './look-around.ts';
import { inWeeks, LOGO } from './merchant-page.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { failure, told } from './screen.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const profile: Partial<Merchant> = { orderTags: ['gift', 'fragile'] };

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('sections of the profile report refusals, undo, and name affected orders', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const merchant = await makeMerchant({ profile });
  const completeBefore = Date.parse(`${inWeeks(1)}T17:00:00Z`);
  const promised = { completeAfter: completeBefore - 10_800_000, completeBefore };
  await giveOrders(merchant, [{ recipient: { name: 'Ada Nguyen' }, ...promised }]);
  await openSignedIn(page, merchant, '/merchantInfo#tags');
  await expect(section(page, 'Order tags')).toBeInViewport();

  const tags = section(page, 'Order tags');
  await tags.getByLabel('New tag').fill('Gift');
  await tags.getByRole('button', { name: 'Add tag' }).click();
  const sentence = 'Your profile already has the tag “Gift”.';
  await expect(failure(page, 'Tag not added')).toContainText(sentence);
  await tags.getByRole('button', { name: 'Remove selected tags' }).press('Enter');
  await expect(tags.getByRole('alert')).toHaveText('At least one tag is needed.');
  await tags.getByRole('checkbox', { name: 'gift' }).check();
  await tags.getByRole('button', { name: 'Remove selected tags' }).click();
  await told(page, 'Tag removed').getByRole('button', { name: 'Undo' }).click();
  await expect(told(page, 'Undone')).toBeVisible();
  await expect(tags.getByRole('checkbox')).toHaveCount(2);

  const age = section(page, 'Minimum age');
  await age.getByLabel('Minimum age').fill('15');
  await age.getByRole('button', { name: 'Save' }).click();
  await expect(age.getByText('Enter a whole number from 16 to 99.')).toBeVisible();
  await age.getByLabel('Minimum age').press('Escape');
  await expect(age.getByLabel('Minimum age')).toHaveValue('');
  await expect(age.getByText('Enter a whole number from 16 to 99.')).toBeHidden();

  const brands = section(page, 'Sub-brands');
  await brands.getByLabel('Name').fill('Petite');
  await brands.getByLabel('Web address of the logo').fill('https://10.0.0.7/logo.png');
  await brands.getByRole('button', { name: 'Add sub-brand' }).click();
  await expect(brands.getByText('This address is on a private network.')).toBeVisible();

  const exceptions = section(page, 'Delivery exceptions');
  await exceptions.getByLabel('Date').fill(inWeeks(1));
  await expect(exceptions.getByText('1 order is already promised for this day:')).toBeVisible();
  await expect(exceptions.getByRole('link', { name: 'Ada Nguyen' })).toBeVisible();
  await expect(exceptions.locator('[aria-live]')).toHaveText(/^1 order is already promised/);
  await exceptions.getByLabel('Date').fill(inWeeks(6));
  await expect(exceptions.getByText('No orders are promised for this day.')).toBeVisible();
  await exceptions.getByLabel('Cutoff', { exact: true }).fill('10:00');
  const marked = exceptions.getByRole('button', {
    name: /^[A-Z][a-z]+ \d{1,2}, 20\d\d, Exception$/,
  });
  await exceptions.getByRole('button', { name: 'Add exception' }).click();
  await expect(exceptions.getByRole('cell', { name: /Orders until 10\sa\.m\./ })).toBeVisible();
  while (!(await marked.isVisible())) {
    await exceptions.getByRole('button', { name: 'Next month' }).click();
  }
  await lookAround(page);
  await exceptions.getByRole('button', { name: /^Delete the exception on/ }).press('Enter');
  await expect(exceptions.getByText('No exceptions from today on.')).toBeVisible();
  await expect(exceptions).toBeFocused();

  const email = section(page, 'E-mail');
  await email.getByLabel('E-mail address').fill('shipping@maison.example');
  await email.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(told(page, 'E-mail address saved')).toBeVisible();
  await expect(email).toBeFocused();
});

test('in French on a phone every section explains invalid values, and a user is created, confirmed for 7 seconds', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() });
  await page.setViewportSize({ width: 390, height: 844 });
  await speak(page, 'fr');
  await openSignedIn(page, await makeMerchant({ profile }), '/merchantInfo');
  await page.getByRole('link', { name: 'Balises de commande' }).click();
  await expect(page).toHaveURL('/merchantInfo#tags');
  const tags = section(page, 'Balises de commande');
  const add = tags.getByRole('button', { name: 'Ajouter la balise' });
  await add.click();
  await expect(tags.getByText('Entrez d’abord une balise.')).toBeVisible();
  await tags.getByLabel('Nouvelle balise').fill('très, urgent');
  await add.click();
  await expect(tags.getByText('Une balise ne peut pas contenir de virgule.')).toBeVisible();
  await tags.getByRole('button', { name: 'Retirer les balises choisies' }).click();
  await expect(tags.getByText('Il faut au moins une balise.')).toBeVisible();

  for (const [title, label, wrong, problem] of [
    ['Courriel', 'Adresse courriel', 'info@', 'Cette adresse courriel n’est pas valide.'],
    ['Âge minimal', 'Âge minimal', '15', 'Entrez un nombre entier de 16 à 99.'],
    ['Logo', 'Adresse Web du logo', 'https://cdn.example/logo.svg', 'par jpg, gif ou png.'],
  ] as const) {
    const editor = section(page, title);
    await editor.getByLabel(label).fill(wrong);
    await editor.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(editor.getByText(problem)).toBeVisible();
  }

  const brands = section(page, 'Sous-marques');
  await brands.getByRole('button', { name: 'Ajouter la sous-marque' }).click();
  await expect(brands.getByText('Indiquez le nom et l’adresse Web du logo.')).toHaveCount(2);

  const mappings = section(page, 'Correspondances de l’API');
  await mappings.getByRole('button', { name: 'Ajouter la correspondance' }).press('Enter');
  await expect(mappings.getByText('Choisissez d’abord une correspondance.')).toBeVisible();
  await expect(mappings.getByRole('combobox')).toBeFocused();

  const exceptions = section(page, 'Exceptions de livraison');
  await exceptions.getByRole('button', { name: 'Ajouter l’exception' }).press('Enter');
  await expect(exceptions.getByText('Les champs suivants sont obligatoires. Jour')).toBeVisible();
  await expect(exceptions.getByLabel('Jour')).toBeFocused();

  await page.getByRole('button', { name: 'Créer un utilisateur' }).click();
  const form = page.getByRole('dialog', { name: 'Créer un utilisateur' });
  const create = form.getByRole('button', { name: 'Créer l’utilisateur' });
  await create.click();
  await expect(form.getByText('Obligatoire')).toHaveCount(3);
  await form.getByRole('textbox', { name: 'Nom' }).fill('Zoé Tremblay');
  await form.getByRole('textbox', { name: 'Courriel' }).fill(`${crypto.randomUUID()}@test.example`);
  await form.getByRole('textbox', { name: 'Téléphone' }).fill('+33 1 23 45 67 89');
  await page.clock.pauseAt(Date.now() + 60_000);
  await create.click();
  const created = told(page, 'Utilisateur créé');
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(created).toBeVisible({ timeout: 500 });
  }).toPass();
  // A success of settings stays for 7 seconds.
  await page.clock.runFor(6_000);
  await expect(created).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(created).toBeHidden();
});

test('a logo is previewed before it is saved', async ({ page, complaints }) => {
  complaints.expect(/status of 422/);
  await openSignedIn(page, await makeMerchant(), '/merchantInfo#logo');
  const logo = section(page, 'Logo');
  const field = logo.getByLabel('Web address of the logo');
  await field.fill('https://nowhere.invalid/logo.png');
  await logo.getByRole('button', { name: 'Save' }).click();
  const failed = failure(page, 'Logo not saved');
  await expect(failed).toContainText('Its server does not exist.');

  // The server of browser tests reaches no outside host, so the preview is simulated.
  await page.route('**/api/merchants/logoPreview', (route) =>
    route.fulfill({ json: { ...LOGO, width: 300 } }),
  );
  await field.fill('https://cdn.example/logo.png');
  await logo.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Does the image look correct?' });
  await expect(dialog).toContainText('300 × 400 pixels, png, 12 kB');
  await expect(dialog.getByRole('note')).toContainText('A logo should be 400 × 400 pixels');
  await look(page, 'the preview of a logo');
  await page.route('**/updateMerchant/addLogoUrl', (route) => refuse(route, 422), { times: 1 });
  await dialog.getByRole('button', { name: 'Yes, use it' }).click();
  await expect(failed).toBeVisible();
  await expect(field).toHaveValue('https://cdn.example/logo.png');
  await logo.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Yes, use it' }).click();
  await expect(told(page, 'Logo saved')).toBeVisible();
  await field.fill('');
  await logo.getByRole('button', { name: 'Remove' }).click();
  await expect(told(page, 'Logo removed')).toBeVisible();
});
