import { expect, type Page } from '@playwright/test';
import { codeIn, otherThan } from '../server/src/testing/mailed-codes.ts';
import { look } from './look-around.ts';
import { mailTo } from './outbox.ts';
import { makeMerchant } from './own-merchant.ts';
import { button, failure, field, told } from './screen.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

const NOBODY = 'nobody@portage.example';
const NEW_PASSWORD = 'Quite-New-2';

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });

/** Opens the form that asks for the address. */
async function forget(page: Page, username: string): Promise<void> {
  await page.goto('/');
  await field(page, 'Username').fill(username);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(form(page, 'Forgot your password?')).toBeVisible();
}

test('a forgotten password is reset with the mailed code, a wrong one reported at its field, and the last page opens again', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const { username } = await makeMerchant();
  await page.goto('/orders');
  await field(page, 'Username').fill(username);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(field(page, 'E-mail')).toHaveValue(username);
  await expect(field(page, 'E-mail')).toBeFocused();
  await expect(field(page, 'E-mail')).toHaveAttribute('type', 'email');
  await look(page, 'the reset of a password');
  await page.keyboard.press('Enter');
  await expect(told(page, 'Check your e-mail')).toContainText('If the user exists');

  const resetCode = field(page, 'Reset code');
  await expect(resetCode).toBeFocused();
  await expect(resetCode).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field(page, 'New password')).toHaveAttribute('autocomplete', 'new-password');
  const code = codeIn(await mailTo(request, username));
  await resetCode.fill(otherThan(code));
  await field(page, 'New password').fill(NEW_PASSWORD);
  await button(page, 'Reset').click();
  await expect(failure(page, 'Password Reset Failure')).toContainText('Attempts left: 4.');
  await expect(resetCode).toHaveAccessibleDescription(/The code is not correct/);
  await expect(resetCode).toHaveValue(otherThan(code));
  await expect(resetCode).toBeFocused();
  await expect(field(page, 'New password')).toHaveValue(NEW_PASSWORD);
  await look(page, 'a reset that failed');

  await resetCode.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await expect(resetCode).not.toHaveAccessibleDescription(/not correct/);
  await page.keyboard.press('Enter');
  await expect(told(page, 'Password Reset Success')).toContainText(
    'Sign in with your new password.',
  );
  await expect(field(page, 'Username')).toHaveValue(username);
  await expect(field(page, 'Password')).toBeFocused();

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
  await expect(field(page, 'Username')).toHaveValue(NOBODY);
  await expect(field(page, 'Password')).toBeFocused();

  await page.route('**/api/users/reset_password', (route) => route.fulfill({ status: 204 }));
  await forget(page, NOBODY);
  await button(page, 'Next').click();
  await expect(form(page, 'Reset your password')).toBeVisible();
  await field(page, 'New password').fill(NEW_PASSWORD);
  await expect(button(page, 'Reset')).toBeDisabled();
  await field(page, 'Reset code').pressSequentially('12a34 5');
  await expect(field(page, 'Reset code')).toHaveValue('12345');
  await expect(button(page, 'Reset')).toBeDisabled();
  await field(page, 'Reset code').pressSequentially('67');
  await expect(field(page, 'Reset code')).toHaveValue('123456');
  await expect(button(page, 'Reset')).toBeEnabled();
  await field(page, 'New password').fill('without-capitals-2');
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
  await expect(failure(page, 'Reset Password Failed')).toContainText(rejection);
  await expect(button(page, 'Send a new code')).toBeFocused();
  await page.goBack();
  await button(page, 'Next').click();
  await expect(failure(page, 'Reset Password Failed')).toContainText(rejection);
  await expect(button(page, 'Next')).toBeFocused();
  await expect(field(page, 'E-mail')).toHaveValue(NOBODY);
  await button(page, 'Next').click();
  await expect(form(page, 'Reset your password')).toBeVisible();

  // The address does not contain it.
  await expect(page).toHaveURL('/?mode=reset');
  await page.reload();
  await expect(form(page, 'Reset your password')).toContainText(NOBODY);
  await expect(field(page, 'Reset code')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page, 'Password')).toBeFocused();

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(field(page, 'E-mail')).toBeFocused();
  await field(page, 'E-mail').fill('');
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', {
    text: 'li',
    selectionStart: 2,
    selectionEnd: 2,
  });
  await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape' });
  await keyboard.send('Input.insertText', { text: 'li@shop.example' });
  await expect(field(page, 'E-mail')).toHaveValue('li@shop.example');
});
