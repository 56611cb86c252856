import { expect, type Page } from '@playwright/test';
import { mailedCode, wrongCode } from './mailed-code.ts';
import { makeMerchant } from './own-merchant.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

const NOBODY = 'nobody@portage.example';
const NEW_PASSWORD = 'Quite-New-2';

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
const alert = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });

/** From the normal form to the one that asks for the address. */
async function forget(page: Page, username: string): Promise<void> {
  await page.goto('/');
  await textbox(page, 'Username').fill(username);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(form(page, 'Forgot your password?')).toBeVisible();
}

/** From the normal form to the one that asks for the code. */
async function askForCode(page: Page, username: string): Promise<void> {
  await forget(page, username);
  await button(page, 'Next').click();
  await expect(form(page, 'Reset your password')).toBeVisible();
}

/** Has codes asked for in vain: for tests that need none, of somebody the server does not know. */
async function askForCodeInVain(page: Page): Promise<void> {
  await page.route('**/api/users/reset_password', (route) => route.fulfill({ status: 204 }));
  await askForCode(page, NOBODY);
}

async function answer(page: Page, code: string): Promise<void> {
  await textbox(page, 'Reset code').fill(code);
  await textbox(page, 'New password').fill(NEW_PASSWORD);
  await button(page, 'Reset').click();
}

test('a forgotten password is reset with the code from the mail, and one goes on where one was', async ({
  page,
  request,
}) => {
  const { username } = await makeMerchant();
  await page.goto('/orders');
  await textbox(page, 'Username').fill(username);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(textbox(page, 'E-mail')).toHaveValue(username);
  await expect(textbox(page, 'E-mail')).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(textbox(page, 'Reset code')).toBeFocused();
  const code = await mailedCode(request, username);
  await answer(page, ` ${code.slice(0, 3)} ${code.slice(3)} `);
  await expect(page.getByText('Password Reset Success')).toBeVisible();
  await expect(textbox(page, 'Username')).toHaveValue(username);
  await expect(textbox(page, 'Password')).toBeFocused();

  await signIn(page, { username, password: NEW_PASSWORD });
  await expect(page).toHaveURL('/orders');
});

test('Next waits for an e-mail address, with or without spaces around it', async ({ page }) => {
  await forget(page, 'ada');
  await expect(textbox(page, 'E-mail')).toHaveValue('ada');
  for (const typed of [
    'ada',
    'ada@',
    '@portage.example',
    'ada@portage',
    'ada lee@portage.example',
  ]) {
    await textbox(page, 'E-mail').fill(typed);
    await expect(button(page, 'Next'), typed).toBeDisabled();
  }
  await textbox(page, 'E-mail').fill(' ada@portage.example ');
  await expect(button(page, 'Next')).toBeEnabled();
});

test('Reset waits for the whole code and for every rule of the checklist', async ({ page }) => {
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
  await expect(page.getByRole('listitem').filter({ hasText: 'not met yet' })).toHaveText(/upper/);
  await expect(button(page, 'Reset')).toBeDisabled();
});

test('a wrong code is said at its field, and all that was typed is kept', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const { username } = await makeMerchant();
  await askForCode(page, username);
  const code = await mailedCode(request, username);
  await answer(page, wrongCode(code));
  await expect(alert(page, 'Password Reset Failure')).toContainText('Attempts left: 4.');
  const field = textbox(page, 'Reset code');
  await expect(field).toHaveAccessibleDescription(/The code is not correct/);
  await expect(field).toHaveValue(wrongCode(code));
  await expect(field).toBeFocused();
  await expect(textbox(page, 'New password')).toHaveValue(NEW_PASSWORD);

  await field.fill(code);
  await expect(field).not.toHaveAccessibleDescription(/not correct/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password Reset Success')).toBeVisible();
});

test('a new code can be sent, and the one before works no more', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const { username } = await makeMerchant();
  await askForCode(page, username);
  const first = await mailedCode(request, username);
  await textbox(page, 'Reset code').fill(first);
  await textbox(page, 'New password').fill(NEW_PASSWORD);
  await button(page, 'Send a new code').click();
  const second = await mailedCode(request, username, 2);
  await expect(textbox(page, 'Reset code')).toHaveValue('');
  await expect(textbox(page, 'Reset code')).toBeFocused();
  await expect(textbox(page, 'New password')).toHaveValue(NEW_PASSWORD);

  await answer(page, first === second ? wrongCode(first) : first);
  await expect(alert(page, 'Password Reset Failure')).toBeVisible();
  await answer(page, second);
  await expect(page.getByText('Password Reset Success')).toBeVisible();
});

test('who asks for too many codes is told when to ask again', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/status of 429/);
  const { username } = await makeMerchant();
  await askForCode(page, username);
  for (let asked = 1; asked < 5; asked += 1) {
    await request.post('/api/users/reset_password', { data: { username } });
  }
  await button(page, 'Send a new code').click();
  const refusal = /Too many attempts\. Try again in \d+ minutes\./;
  await expect(alert(page, 'Reset Password Failed')).toContainText(refusal);
  await expect(button(page, 'Send a new code')).toBeFocused();

  await page.goBack();
  await button(page, 'Next').click();
  await expect(alert(page, 'Reset Password Failed')).toContainText(refusal);
  await expect(button(page, 'Next')).toBeFocused();
  await expect(textbox(page, 'E-mail')).toHaveValue(username);
});

test('a reload keeps the place where the code is typed, and the address shows nothing of it', async ({
  page,
}) => {
  await askForCodeInVain(page);
  await textbox(page, 'Reset code').fill('123456');
  await expect(page).toHaveURL('/?mode=reset');
  await page.reload();
  await expect(form(page, 'Reset your password')).toContainText(NOBODY);
  await expect(textbox(page, 'Reset code')).toBeFocused();
});

test('Back leads through the modes to the normal form, with the username', async ({ page }) => {
  await askForCodeInVain(page);
  await page.goBack();
  await expect(textbox(page, 'E-mail')).toHaveValue(NOBODY);
  await page.goBack();
  await expect(textbox(page, 'Username')).toHaveValue(NOBODY);
  await page.goForward();
  await expect(form(page, 'Forgot your password?')).toBeVisible();
});

for (const [way, leave] of [
  ['Cancel', (page: Page) => button(page, 'Cancel').click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
] as const) {
  test(`${way} leads back to the normal form, with the username`, async ({ page }) => {
    await forget(page, NOBODY);
    await leave(page);
    await expect(page).toHaveURL('/');
    await expect(textbox(page, 'Username')).toHaveValue(NOBODY);
    await expect(textbox(page, 'Password')).toBeFocused();

    await askForCodeInVain(page);
    await leave(page);
    await expect(textbox(page, 'Password')).toBeFocused();
  });
}

test('a code is not asked for before it is known whose password it resets', async ({ page }) => {
  await page.goto('/?mode=reset');
  await expect(form(page, 'Forgot your password?')).toBeVisible();
});

test('password managers and phones know every field of a reset', async ({ page }) => {
  await forget(page, NOBODY);
  await expect(textbox(page, 'E-mail')).toHaveAttribute('autocomplete', 'username');
  await askForCodeInVain(page);
  const code = textbox(page, 'Reset code');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(textbox(page, 'New password')).toHaveAttribute('autocomplete', 'new-password');
  const username = form(page, 'Reset your password').locator('input[autocomplete=username]');
  await expect(username).toHaveValue(NOBODY);
});
