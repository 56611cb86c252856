import { expect, type Page } from '@playwright/test';
import { findings, look, widen } from './look-around.ts';
import { test } from './test.ts';

const price = (page: Page, service: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: service }) });

test('a visitor estimates prices with the slider, the number field and the keyboard', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/platform/pricing?lang=en');
  await expect(page).toHaveTitle('Delivery prices – Portage');
  await expect(price(page, 'Next-day')).toContainText('$12.00 per delivery');

  const slider = page.getByRole('slider');
  const field = page.getByRole('spinbutton', { name: 'Packages per week' });
  await field.fill('199');
  await expect(price(page, 'Same-day')).toContainText('$15.50');
  await field.fill('200');
  await expect(price(page, 'Same-day')).toContainText('$12.61');
  await expect(slider).toHaveValue('200');
  await expect(page.getByRole('status')).toContainText('At 200 packages per week: next-day $9.02');

  const highVolume = page.getByText('high-volume discount');
  await field.fill('5000');
  await expect(highVolume).toBeHidden();
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(field).toHaveValue('5050');
  await expect(slider).toHaveAttribute('aria-valuetext', '5,050 packages per week');
  await expect(highVolume).toBeVisible();
  await page.keyboard.press('End');
  await expect(field).toHaveValue('10000');

  await field.fill('99999');
  await field.blur();
  await expect(field).toHaveValue('10000');
  expect(scripts).toEqual([]);
});

test('a visitor writes to Sales and asks for an account, corrected field by field', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  await page.goto('/platform/pricing?lang=en&volume=6000');
  await page.getByRole('button', { name: 'Contact Sales' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contact Sales' });
  await expect(dialog.getByLabel('Packages per week')).toHaveValue('6000');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Required')).toHaveCount(3);
  await expect(dialog.getByLabel('Your name')).toBeFocused();

  const email = `buyer-${crypto.randomUUID()}@shop.example`;
  await dialog.getByLabel('Your name').fill('Zoé Tremblay');
  await dialog.getByLabel('Company').fill('Fromagerie Zoé');
  await dialog.getByLabel('E-mail').fill('zoe@');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('This e-mail address is not valid.')).toBeVisible();
  await expect(dialog.getByLabel('E-mail')).toBeFocused();
  expect(await findings(page), 'with an error').toEqual([]);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Your message is on its way to Sales.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('link', { name: 'Français' }).click();
  await page.getByRole('button', { name: 'Ouvrir un compte' }).click();
  const signUp = page.getByRole('dialog', { name: 'Ouvrir un compte' });
  for (const [label, value] of [
    ['Votre nom', 'Zoé Tremblay'],
    ['Entreprise', 'Fromagerie Zoé'],
    ['Courriel', email],
    ['Téléphone', '514 555-0123'],
    ['Rue d’expédition', '4200 boul. Saint-Laurent'],
    ['Ville', 'Montréal'],
    ['Code postal', 'h2w 2r'],
  ] as const) {
    await signUp.getByLabel(label).fill(value);
  }
  const province = signUp.getByLabel('Province ou État');
  const country = signUp.getByLabel('Pays');
  await province.selectOption('Vermont');
  await expect(country).toHaveValue('US');
  await country.selectOption('Canada');
  await expect(province).toHaveValue('');
  await province.selectOption('Québec');
  await expect(country).toHaveValue('CA');
  await signUp.getByRole('button', { name: 'Demander un compte' }).click();
  await expect(signUp.getByText('Ce code postal n’est pas valide.')).toBeVisible();
  await signUp.getByLabel('Code postal').fill('h2w 2r2');
  await look(page, 'the sign-up form');
  await signUp.getByRole('button', { name: 'Demander un compte' }).click();
  await expect(signUp.getByText('Nous avons reçu votre demande')).toBeVisible();
});

test('the public pages have nothing for axe to find, in both languages', async ({ page }) => {
  for (const path of ['/platform/pricing?volume=6000', '/platform/howto?', '/terms-of-service?']) {
    await widen(page, 390);
    await page.goto(`${path}&lang=fr`);
    expect(await findings(page), path).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await widen(page);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-CA');
    await look(page, path);
  }
});
