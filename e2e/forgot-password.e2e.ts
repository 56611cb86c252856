import { expect, type Page, type APIRequestContext } from '@playwright/test';
import { z } from 'zod';
import { look } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

const Mails = z.array(z.object({ text: z.string() }));

/** Waits for the n-th mail to an address; returns the code of the newest. */
async function mailedCode(
  request: APIRequestContext,
  recipient: string,
  count = 1,
): Promise<string> {
  const listed = async () => {
    const answer = await request.get('/dev/mail.json', { params: { to: recipient } });
    return Mails.parse(await answer.json());
  };
  await expect.poll(listed).toHaveLength(count);
  const [newest] = await listed();
  const code = newest && /^\d{6}$/m.exec(newest.text)?.[0];
  if (code === undefined) throw new Error(`There is no code in:\n${newest?.text}`);
  return code;
}

/** Returns a code other than the given one. */
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

const NOBODY = 'nobody@portage.example';
const NEW_PASSWORD = 'Quite-New-2';

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
const alert = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });

/** Opens the form that asks for the address. */
async function forget(page: Page, username: string): Promise<void> {
  await page.goto('/');
  await textbox(page, 'Username').fill(username);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(form(page, 'Forgot your password?')).toBeVisible();
}

/** Opens the form that asks for the code. */
async function askForCode(page: Page, username: string): Promise<void> {
  await forget(page, username);
  await button(page, 'Next').click();
  await expect(form(page, 'Reset your password')).toBeVisible();
}

/** Requests codes for an unknown user. */
async function askForCodeInVain(page: Page): Promise<void> {
  await page.route('**/api/users/reset_password', (route) => route.fulfill({ status: 204 }));
  await askForCode(page, NOBODY);
}

async function answer(page: Page, code: string): Promise<void> {
  await textbox(page, 'Reset code').fill(code);
  await textbox(page, 'New password').fill(NEW_PASSWORD);
  await button(page, 'Reset').click();
}

test('a forgotten password is reset with the mailed code, a wrong one reported at its field, and the last page opens again', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const { username } = await makeMerchant();
  await page.goto('/orders');
  await textbox(page, 'Username').fill(username);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(textbox(page, 'E-mail')).toHaveValue(username);
  await expect(textbox(page, 'E-mail')).toBeFocused();
  await expect(textbox(page, 'E-mail')).toHaveAttribute('type', 'email');
  await look(page, 'the reset of a password');
  await page.keyboard.press('Enter');
  const said = (title: string) => page.getByRole('status').filter({ hasText: title });
  await expect(said('Check your e-mail')).toContainText('If the user exists');

  const field = textbox(page, 'Reset code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(textbox(page, 'New password')).toHaveAttribute('autocomplete', 'new-password');
  const code = await mailedCode(request, username);
  await answer(page, wrongCode(code));
  await expect(alert(page, 'Password Reset Failure')).toContainText('Attempts left: 4.');
  await expect(field).toHaveAccessibleDescription(/The code is not correct/);
  await expect(field).toHaveValue(wrongCode(code));
  await expect(field).toBeFocused();
  await expect(textbox(page, 'New password')).toHaveValue(NEW_PASSWORD);
  await look(page, 'a reset that failed');

  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await expect(field).not.toHaveAccessibleDescription(/not correct/);
  await page.keyboard.press('Enter');
  await expect(said('Password Reset Success')).toContainText('Sign in with your new password.');
  await expect(textbox(page, 'Username')).toHaveValue(username);
  await expect(textbox(page, 'Password')).toBeFocused();

  await signIn(page, { username, password: NEW_PASSWORD });
  await expect(page).toHaveURL('/orders');
});

test('Reset needs a whole code and every rule; a reload keeps the step, Cancel and Escape return, but no Escape that ends a composition; too many codes are refused', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 429/);
  await forget(page, NOBODY);
  await button(page, 'Cancel').click();
  await expect(page).toHaveURL('/');
  await expect(textbox(page, 'Username')).toHaveValue(NOBODY);
  await expect(textbox(page, 'Password')).toBeFocused();

  await askForCodeInVain(page);
  await textbox(page, 'New password').fill(NEW_PASSWORD);
  await expect(button(page, 'Reset')).toBeDisabled();
  await textbox(page, 'Reset code').pressSequentially('12a34 5');
  await expect(textbox(page, 'Reset code')).toHaveValue('12345');
  await expect(button(page, 'Reset')).toBeDisabled();
  await textbox(page, 'Reset code').pressSequentially('67');
  await expect(textbox(page, 'Reset code')).toHaveValue('123456');
  await expect(button(page, 'Reset')).toBeEnabled();
  await textbox(page, 'New password').fill('without-capitals-2');
  const unmet = page.getByRole('listitem').filter({ hasText: 'not met yet' });
  await expect(unmet).toHaveText([/upper/]);
  await expect(button(page, 'Reset')).toBeDisabled();

  // A real sixth request takes minutes: those within 30 seconds count as double clicks.
  const problem = {
    type: 'about:blank',
    status: 429,
    code: 'too_many_attempts',
    title: 'Too many attempts',
    detail: 'Too many attempts. Try again in 55 minutes.',
    requestId: 'made-up',
  };
  await page.route(
    '**/api/users/reset_password',
    (route) =>
      route.fulfill({ status: 429, contentType: 'application/problem+json', json: problem }),
    { times: 2 },
  );
  await button(page, 'Send a new code').click();
  const rejection = /Too many attempts\. Try again in \d+ minutes\./;
  await expect(alert(page, 'Reset Password Failed')).toContainText(rejection);
  await expect(button(page, 'Send a new code')).toBeFocused();
  await page.goBack();
  await button(page, 'Next').click();
  await expect(alert(page, 'Reset Password Failed')).toContainText(rejection);
  await expect(button(page, 'Next')).toBeFocused();
  await expect(textbox(page, 'E-mail')).toHaveValue(NOBODY);
  await button(page, 'Next').click();
  await expect(form(page, 'Reset your password')).toBeVisible();

  // The address does not contain it.
  await expect(page).toHaveURL('/?mode=reset');
  await page.reload();
  await expect(form(page, 'Reset your password')).toContainText(NOBODY);
  await expect(textbox(page, 'Reset code')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(textbox(page, 'Password')).toBeFocused();

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(textbox(page, 'E-mail')).toBeFocused();
  await textbox(page, 'E-mail').fill('');
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', {
    text: 'li',
    selectionStart: 2,
    selectionEnd: 2,
  });
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape' });
  await keyboard.send('Input.insertText', { text: 'li@shop.example' });
  await expect(textbox(page, 'E-mail')).toHaveValue('li@shop.example');
});
