import { expect } from '@playwright/test';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

test.describe('a temporary password', () => {
  const RULES = [/6 to 99/, /No spaces/, /A digit/, /upper-case/, /lower-case/, /special/];
  /** What is typed, and the places of the rules that it does not meet. */
  const steps: [typed: string, unmet: number[]][] = [
    ['', [0, 1, 2, 3, 4, 5]],
    ['a b', [0, 1, 2, 3, 5]],
    ['abcdef', [2, 3, 5]],
    ['Abcde1', [5]],
    ['Abcde1!', []],
  ];

  test('must be replaced by one that meets every rule of the checklist', async ({ page }) => {
    const user = await makeMerchant({ mustChangePassword: true });
    await page.goto('/');
    await signIn(page, user);
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();

    const rules = page.getByRole('listitem');
    const submit = page.getByRole('button', { name: 'Submit' });
    for (const [typed, unmet] of steps) {
      await page.getByRole('textbox', { name: 'New password' }).fill(typed);
      await expect(rules.filter({ hasText: 'not met yet' })).toHaveText(
        RULES.filter((_, place) => unmet.includes(place)),
      );
      await expect(rules).toHaveText(RULES);
      await expect(submit).toBeEnabled({ enabled: unmet.length === 0 });
      const left =
        unmet.length === 0 ? 'Every rule is met.' : `Rules left to meet: ${unmet.length}`;
      await expect(page.getByRole('status')).toHaveText(left);
    }
    await submit.click();
    await expect(page.getByText('Password Change Success')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');

    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/orders');
    await signIn(page, { ...user, password: 'Abcde1!' });
    await expect(page).toHaveURL('/orders');
  });

  test('shows met rules in green and the others in red', async ({ page }) => {
    const user = await makeMerchant({ mustChangePassword: true });
    await page.goto('/');
    await signIn(page, user);
    await page.getByRole('textbox', { name: 'New password' }).fill('1');
    await expect(page.getByRole('listitem').filter({ hasText: 'A digit' })).toHaveCSS(
      'color',
      'rgb(27, 110, 53)',
    );
    await expect(page.getByRole('listitem').filter({ hasText: '6 to 99' })).toHaveCSS(
      'color',
      'rgb(179, 38, 30)',
    );
  });

  test('is kept in mind by a reload, which the address shows nothing of', async ({ page }) => {
    const user = await makeMerchant({ mustChangePassword: true });
    await page.goto('/orders');
    await signIn(page, user);
    const field = page.getByRole('textbox', { name: 'New password' });
    await expect(field).toBeFocused();
    await expect(page).toHaveURL('/?from=%2Forders&mode=new-password');
    await page.reload();
    await expect(field).toBeFocused();
    await field.fill('Abcde1!');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/orders');
  });

  test('leads back to the normal form by Back and by Escape, with the username', async ({
    page,
  }) => {
    const user = await makeMerchant({ mustChangePassword: true });
    await page.goto('/');
    for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await signIn(page, user);
      await expect(page.getByRole('form', { name: 'Choose a new password' })).toBeVisible();
      await leave();
      await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(user.username);
      await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused();
    }
  });

  test('is not replaced by one that the server does not take, and its reason is told', async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 400/);
    const message = 'This password was used before.';
    await page.route('**/api/users/complete_new_password_challenge', (route) =>
      refuse(route, 400, [{ path: 'newPassword', message }]),
    );
    await page.goto('/');
    await signIn(page, await makeMerchant({ mustChangePassword: true }));
    await page.getByRole('textbox', { name: 'New password' }).fill('Abcde1!');
    await page.getByRole('button', { name: 'Submit' }).click();
    const notification = page.getByRole('alert').filter({ hasText: 'Change Password Failed!' });
    await expect(notification.getByRole('listitem')).toHaveText(message);
    await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused();
  });

  test('that was replaced meanwhile says so, and one may sign in again', async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 401/);
    const user = await makeMerchant({ mustChangePassword: true });
    await page.goto('/');
    await signIn(page, user);
    await page.getByRole('textbox', { name: 'New password' }).fill('Abcde1!');
    const challenge = await page.request.post('/api/auth/token', {
      data: { username: user.username, password: user.password },
    });
    const { session } = (await challenge.json()) as { session: string };
    await page.request.post('/api/users/complete_new_password_challenge', {
      data: { username: user.username, newPassword: 'Another-1', session },
    });

    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toContainText('Change Password Failed!');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await signIn(page, { ...user, password: 'Another-1' });
    await expect(page).toHaveURL('/dashboard');
  });
});
