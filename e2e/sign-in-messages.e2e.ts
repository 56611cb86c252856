import { expect, type Page } from '@playwright/test';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const SERVER_MESSAGE = 'The server would not do it.';
const NEW_PASSWORD = 'Quite-New-2';

/** The words of the sign-in page, and its notifications as spec 1 §8 gives them, in each language. */
const languages = {
  en: {
    username: 'Username',
    password: 'Password',
    signIn: 'Sign in',
    forgotten: 'Forgot password?',
    email: 'E-mail',
    next: 'Next',
    code: 'Reset code',
    newPassword: 'New password',
    reset: 'Reset',
    submit: 'Submit',
    loginFailed: 'Login failed',
    wrong: 'The username or the password is not correct.',
    changeFailed: 'Change Password Failed!',
    changed: ['Password Change Success', 'You are now being logged in.'],
    sent: ['Check your e-mail', 'If the user exists, a reset code will be sent.'],
    notSent: 'Reset Password Failed',
    resetFailed: 'Password Reset Failure',
    wasReset: ['Password Reset Success', 'Sign in with your new password.'],
  },
  fr: {
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    forgotten: 'Mot de passe oublié?',
    email: 'Courriel',
    next: 'Suivant',
    code: 'Code de réinitialisation',
    newPassword: 'Nouveau mot de passe',
    reset: 'Réinitialiser',
    submit: 'Soumettre',
    loginFailed: 'Échec de la connexion',
    wrong: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
    changeFailed: 'Échec du changement de mot de passe',
    changed: ['Mot de passe modifié', 'Connexion en cours.'],
    sent: ['Consultez vos courriels', 'Si l’utilisateur existe, un code de réinitialisation'],
    notSent: 'Échec de la demande de réinitialisation',
    resetFailed: 'Échec de la réinitialisation du mot de passe',
    wasReset: ['Mot de passe réinitialisé', 'Connectez-vous avec votre nouveau mot de passe.'],
  },
} as const;
type Words = (typeof languages)['en' | 'fr'];

async function type(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) {
    await page.getByRole('textbox', { name, exact: true }).fill(text);
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** An error is announced at once, with what the server said. */
const expectError = async (page: Page, title: string, message: string) => {
  const notification = page.getByRole('alert').filter({ hasText: title });
  await expect(notification).toContainText(message);
  await expect(notification).toContainText(/[0-9a-f]{8}-[0-9a-f-]{27}/);
};

const expectSuccess = async (page: Page, [title, message]: readonly [string, string]) => {
  await expect(page.getByRole('status').filter({ hasText: title })).toContainText(message);
};

/** Signs in with a temporary password and chooses another. */
async function changePassword(page: Page, words: Words): Promise<void> {
  const { username, password } = await makeMerchant({ mustChangePassword: true });
  await page.goto('/');
  await type(page, { [words.username]: username, [words.password]: password });
  await press(page, words.signIn);
  await type(page, { [words.newPassword]: NEW_PASSWORD });
  await press(page, words.submit);
}

/** Has a call refused once, with a status; then it goes on as it would, or succeeds. */
async function refuseOnce(page: Page, call: string, status: number, then?: 'succeed') {
  const address = `**/api/users/${call}`;
  if (then) await page.route(address, (route) => route.fulfill({ status: 204 }));
  await page.route(address, (route) => refuse(route, status), { times: 1 });
}

for (const [language, words] of Object.entries(languages) as ['en' | 'fr', Words][]) {
  test.describe(`in ${language}`, () => {
    test.beforeEach(({ page }) => speak(page, language));

    test('a failed login is said and kept as LOGIN_FAIL with status 401', async ({
      page,
      complaints,
    }) => {
      complaints.expect(/status of 401/);
      await page.goto('/');
      const { username } = await makeMerchant();
      await type(page, { [words.username]: username, [words.password]: 'not it' });
      await press(page, words.signIn);
      await expectError(page, words.loginFailed, words.wrong);
      await expect(page.locator('#LOGIN_FAIL')).toHaveText(words.wrong);
      await expect(page.locator('#LOGIN_FAIL')).toHaveAttribute('data-status', '401');
    });

    test('a new password that is not taken is said, and that it is at the second try', async ({
      page,
      complaints,
    }) => {
      complaints.expect(/status of 401/);
      await refuseOnce(page, 'complete_new_password_challenge', 401);
      await changePassword(page, words);
      await expectError(page, words.changeFailed, SERVER_MESSAGE);
      const typed = page.getByRole('textbox', { name: words.newPassword, exact: true });
      await expect(typed).toHaveValue(NEW_PASSWORD);
      await press(page, words.submit);
      await expectSuccess(page, words.changed);
      await expect(page).toHaveURL('/dashboard');
    });

    test('each step of a reset says that it failed, and that it succeeded at the second try', async ({
      page,
      complaints,
    }) => {
      complaints.expect(/status of 4(29|00)/);
      await refuseOnce(page, 'reset_password', 429, 'succeed');
      await refuseOnce(page, 'confirm_new_password', 400, 'succeed');
      await page.goto('/');
      await page.getByRole('link', { name: words.forgotten }).click();
      await type(page, { [words.email]: 'nobody@portage.example' });
      await press(page, words.next);
      await expectError(page, words.notSent, SERVER_MESSAGE);
      await press(page, words.next);
      await expectSuccess(page, words.sent);
      await type(page, { [words.code]: '123456', [words.newPassword]: NEW_PASSWORD });
      await press(page, words.reset);
      await expectError(page, words.resetFailed, SERVER_MESSAGE);
      await press(page, words.reset);
      await expectSuccess(page, words.wasReset);
    });
  });
}

/** Opens a page with a session of which parts are changed, more than an hour later; waits for the log. */
async function expectInLog(page: Page, sentence: string, kept: 'nothing' | 'token' | 'both') {
  const merchant = await makeMerchant();
  // Set once a page is open, a clock would stand at 1970 for a moment.
  await page.clock.install({ time: Date.now() });
  // Changed where the portal does not run: it would renew the session that it knows.
  await openSignedIn(page, merchant, '/blank');
  await page.evaluate((kept) => {
    if (kept === 'both') sessionStorage.setItem('refreshToken', 'revoked');
    else sessionStorage.removeItem('refreshToken');
    if (kept === 'nothing') sessionStorage.removeItem('token');
  }, kept);
  await page.clock.setSystemTime(Date.now() + 70 * 60_000);
  const said = page.waitForEvent('console', (message) => message.text() === sentence);
  await page.goto('/orders');
  await said;
  await expect(page).toHaveURL('/?from=%2Forders');
  const left = await page.evaluate(() => Object.keys(sessionStorage));
  expect(left.filter((key) => ['token', 'refreshToken', 'username'].includes(key))).toEqual([]);
}

test('the log says that no token is stored', async ({ page }) => {
  await expectInLog(page, 'There is no token set in local storage.', 'nothing');
});

test('the log says that the token has expired when there is no refresh token', async ({ page }) => {
  await expectInLog(page, 'The token in local storage has expired', 'token');
});

test('the log says that the refresh token has expired when it is refused', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401/);
  await expectInLog(page, 'The refreshToken in local storage has expired', 'both');
});
