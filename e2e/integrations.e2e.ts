import { expect, type Page } from '@playwright/test';
import { findings, look, lookAround } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { refuse, REQUEST_ID } from './refuse.ts';
import { told } from './screen.ts';
import { type Credentials, openSignedIn, signInByCall, speak } from './sign-in.ts';
import { test } from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.getByRole('table').getByRole('row');

/** Creates a service user; its credentials stay on the screen. */
async function createOne(page: Page, name = ''): Promise<Credentials> {
  await page.getByRole('button', { name: 'Create service user' }).click();
  await dialog(page).getByLabel('Name (optional)').fill(name);
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Service user created' });
  const value = (name: string) => shown.getByRole('textbox', { name }).inputValue();
  return { username: await value('Username'), password: await value('Password') };
}

test('the integrations lead to the service users; a failed load is reported and retried', async ({
  page,
  baseURL,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await openSignedIn(page, await makeMerchant(), '/integration');
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible();
  await lookAround(page, [800, 1440]);
  await page.route('**/api/users/service', (route) => refuse(route));
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Service users/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Service users' })).toBeVisible();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The service users could not be loaded');
  await expect(alert).toContainText(REQUEST_ID);
  await page.unroute('**/api/users/service');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No service users yet' })).toBeVisible();
  await lookAround(page, [800, 1440]);

  await expect(page.getByRole('code').last()).toContainText(`curl ${baseURL}/api/auth/token`);
  const reference = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^API reference/ }).click();
  await expect(await reference).toHaveURL(/\/api\/reference\/$/);
  await (await reference).close();

  await page.route('**/api/users/service', (route) => refuse(route));
  await page.getByRole('button', { name: 'Create your first service user' }).click();
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  await expect(alert).toContainText('Service user not created');
  await expect(alert).toContainText('The server would not do it.');
  await page.unroute('**/api/users/service');
  const { username } = await createOne(page, 'Warehouse');
  await dialog(page).getByRole('button', { name: 'I have saved the password' }).click();
  await page.route('**/api/users/service/*', (route) => refuse(route));
  await page.getByRole('button', { name: `Revoke ${username}` }).click();
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(alert).toContainText('Service user not revoked');
  for (const text of [username, 'Warehouse', 'Never used']) {
    await expect(rows(page).nth(1)).toContainText(text);
  }
  await page.getByRole('main').getByRole('link', { name: 'Integrations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible();
});

test('new credentials are shown once, sign in, survive an accidental close, and are revoked', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, await makeMerchant(), '/serviceUser');
  await expect(page.getByRole('heading', { name: 'No service users yet' })).toBeVisible();
  const credentials = await createOne(page);
  const { username, password } = credentials;
  await expect(dialog(page)).toContainText('Copy the password now');
  await expect(dialog(page).getByRole('button', { name: 'Copy the password' })).toBeFocused();
  await page.keyboard.press('Enter');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(password);
  await look(page, 'with new credentials');

  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  const shown = page.getByRole('textbox', { name: 'Password' });
  await expect(shown).toHaveValue(password);
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(shown).toHaveValue(password);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(shown).toHaveValue(password);

  await signInByCall(page.request, credentials);
  await dialog(page).getByRole('button', { name: 'I have saved the password' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rows(page).nth(1)).toContainText(username);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText(password)).toHaveCount(0);

  const revoke = page.getByRole('button', { name: `Revoke ${username}` });
  await revoke.click();
  const question = page.getByRole('dialog', { name: 'Revoke this service user?' });
  await expect(question).toContainText(`signs in as ${username} stops working at once`);
  await expect(question).toContainText('This cannot be undone.');
  await expect(question.getByRole('button', { name: 'Cancel' }).last()).toBeFocused();
  await look(page, 'before a service user is revoked');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(revoke).toBeFocused();

  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Revoke' }).click();
  const sentence = `${username} can no longer sign in.`;
  await expect(told(page, 'Service user revoked')).toContainText(sentence);
  await expect(page.getByRole('heading', { name: 'No service users yet' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Service users' })).toBeFocused();
});

test('ShipStation is connected, summarized and disconnected', async ({ page, complaints }) => {
  complaints.expect(/status of 403/);
  await openSignedIn(page, await makeMerchant(), '/integration');
  await page.getByRole('button', { name: /^Magento/ }).click();
  await expect(dialog(page)).toContainText('contact support');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^ShipStation/ })
    .click();

  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const key = page.getByLabel('API key', { exact: false }).first();
  await expect(page.getByText('Required', { exact: true })).toBeVisible();
  await expect(key).toBeFocused();
  await expect(page.getByRole('radio', { name: 'PDF', exact: true })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();

  await key.fill('too-short');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Use at least 16 characters.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Generate a key' }).click();
  await expect(key).toHaveValue(/^[\w-]{32}$/);
  await expect(key).toHaveAttribute('type', 'text');
  await look(page, 'with a generated key');

  await key.fill(`key-${crypto.randomUUID()}-7f3c`);
  await page.getByRole('radio', { name: 'ZPL' }).check();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.route('**/api/merchants/integrations/shipstation', (route) => refuse(route));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('ShipStation not connected');
  await expect(key).not.toHaveValue('');
  await page.unroute('**/api/merchants/integrations/shipstation');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(told(page, 'ShipStation connected')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: /API key/ })).toContainText('••••7f3c');
  await expect(page.getByRole('row', { name: /Label format/ })).toContainText('ZPL');
  await expect(page.getByText('ShipStation has not connected yet.')).toBeVisible();
  await expect(page.getByText('ShipStation has not called yet.')).toBeVisible();
  await lookAround(page, [800, 1440]);

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await dialog(page).getByRole('button', { name: 'Disconnect' }).click();
  await expect(told(page, 'ShipStation disconnected')).toBeVisible();
  await expect(key).toHaveValue('');
});

test('the page shows what ShipStation called with its key, and a new key ends the connection', async ({
  page,
}) => {
  await speak(page, 'fr');
  await openSignedIn(page, await makeMerchant(), '/shipstation');
  await page.getByRole('button', { name: 'Générer une clé' }).click();
  const key = page.getByRole('textbox', { name: 'Clé d’API' });
  const typed = await key.inputValue();
  await page.getByRole('button', { name: 'Connecter', exact: true }).click();
  await expect(page.getByText('ShipStation n’est pas encore connecté.')).toBeVisible();

  const call = (operation: string, data: object, headers = {}) =>
    page.request.post(`/api/shipstation/connect/${operation}`, {
      data: { transaction_id: crypto.randomUUID(), ...data },
      headers,
    });
  await call('Register', { registration_info: { api_key: typed } });
  const basic = Buffer.from(`portage:${typed}`).toString('base64');
  const authorization = { authorization: `Basic ${basic}` };
  await call('Track', { tracking_number: 'PTG0' }, authorization);
  await page.reload();
  await expect(page.getByText(/^ShipStation connecté/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Suivi/ })).toContainText('Expédition introuvable');
  await expect(page.getByRole('row', { name: /Connexion/ })).toContainText('Réussi');
  expect(await findings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect(key).toHaveValue(typed);
  await page.getByRole('button', { name: 'Générer une clé' }).click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('ShipStation n’est pas encore connecté.')).toBeVisible();
});
