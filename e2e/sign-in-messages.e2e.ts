import { expect, type Page } from '@playwright/test';
import { MINUTE } from '@portage/contract/time';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { failure, told } from './screen.ts';
import { openSignedIn, ownClock, speak } from './sign-in.ts';
import { test } from './test.ts';

const SERVER_MESSAGE = 'The server would not do it.';
const NEW_PASSWORD = 'Quite-New-2';

/** Texts of the sign-in page. */
const words = {
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  signIn: 'Se connecter',
  forgotten: 'Mot de passe oublié?',
  newPassword: 'Nouveau mot de passe',
  reset: 'Réinitialiser',
  wrong: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
};

async function type(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) {
    await page.getByRole('textbox', { name, exact: true }).fill(text);
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Expects an error that is announced at once with the server's message. */
const expectError = async (page: Page, title: string, message: string) => {
  const notification = failure(page, title);
  await expect(notification).toContainText(message);
  await expect(notification).toContainText(/[0-9a-f]{8}-[0-9a-f-]{27}/);
};

const expectSuccess = async (page: Page, [title, message]: readonly [string, string]) => {
  await expect(told(page, title)).toContainText(message);
};

/** Refuses one call with a status. */
async function refuseOnce(page: Page, call: string, status: number, then?: 'succeed') {
  const address = `**/api/users/${call}`;
  if (then) await page.route(address, (route) => route.fulfill({ status: 204 }));
  await page.route(address, (route) => refuse(route, status), { times: 1 });
}

test('each step of a reset, a login and a new password is reported in French', async ({
  page,
  complaints,
}) => {
  await speak(page, 'fr');
  complaints.expect(/status of 4(29|00|01)/);
  await refuseOnce(page, 'reset_password', 429, 'succeed');
  await refuseOnce(page, 'confirm_new_password', 400, 'succeed');
  await page.goto('/');
  await page.getByRole('link', { name: words.forgotten }).click();
  await type(page, { Courriel: 'nobody@portage.example' });
  await press(page, 'Suivant');
  await expectError(page, 'Échec de la demande de réinitialisation', SERVER_MESSAGE);
  await press(page, 'Suivant');
  await expectSuccess(page, [
    'Consultez vos courriels',
    'Si l’utilisateur existe, un code de réinitialisation',
  ]);
  await type(page, { 'Code de réinitialisation': '123456', [words.newPassword]: NEW_PASSWORD });
  await press(page, words.reset);
  await expectError(page, 'Échec de la réinitialisation du mot de passe', SERVER_MESSAGE);
  await press(page, words.reset);
  await expectSuccess(page, [
    'Mot de passe réinitialisé',
    'Connectez-vous avec votre nouveau mot de passe.',
  ]);

  const user = await makeMerchant({ mustChangePassword: true });
  await type(page, { [words.username]: user.username, [words.password]: 'not it' });
  await press(page, words.signIn);
  await expectError(page, 'Échec de la connexion', words.wrong);
  await expect(page.locator('#LOGIN_FAIL')).toHaveText(words.wrong);
  await expect(page.locator('#LOGIN_FAIL')).toHaveAttribute('data-status', '401');
  // An error of one form is not shown on the next.
  await page.getByRole('link', { name: words.forgotten }).click();
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 3_000 });
  await page.keyboard.press('Escape');

  await refuseOnce(page, 'complete_new_password_challenge', 401);
  await type(page, { [words.password]: user.password });
  await press(page, words.signIn);
  const typed = page.getByRole('textbox', { name: words.newPassword, exact: true });
  await typed.fill(NEW_PASSWORD);
  await press(page, 'Soumettre');
  await expectError(page, 'Échec de la modification du mot de passe', SERVER_MESSAGE);
  await expect(typed).toHaveValue(NEW_PASSWORD);
  await press(page, 'Soumettre');
  await expectSuccess(page, ['Mot de passe modifié', 'Connexion en cours.']);
  await expect(page).toHaveURL('/dashboard');
});

/** Log messages by what is left of an old session. */
const leftovers: readonly { left: readonly string[]; sentence: string }[] = [
  { left: [], sentence: 'There is no token set in local storage.' },
  { left: ['token'], sentence: 'The token in local storage has expired' },
  { left: ['token', 'refreshToken'], sentence: 'The refreshToken in local storage has expired' },
];

test('the log names the reason why a stored session is no longer valid', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401/);
  const merchant = await makeMerchant();
  await ownClock(page, Date.now() + 70 * MINUTE);
  for (const { left, sentence } of leftovers) {
    // Changes it outside the portal, which would renew the session that it knows.
    await openSignedIn(page, merchant, '/config.json');
    await page.evaluate((left) => {
      for (const key of ['token', 'refreshToken']) {
        if (!left.includes(key)) sessionStorage.removeItem(key);
        else if (key === 'refreshToken') sessionStorage.setItem(key, 'revoked');
      }
    }, left);
    const said = page.waitForEvent('console', (message) => message.text() === sentence);
    await page.goto('/orders');
    await said;
    await expect(page).toHaveURL('/?from=%2Forders');
    const kept = await page.evaluate(() => Object.keys(sessionStorage));
    expect(kept.filter((key) => ['token', 'refreshToken', 'username'].includes(key))).toEqual([]);
  }
});
