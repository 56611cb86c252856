import { expect } from '@playwright/test';
import { look } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { failure, told } from './screen.ts';
import { signIn } from './sign-in.ts';
import { test } from './test.ts';

const RULES = [/6 to 99/, /No spaces/, /A digit/, /uppercase/, /lowercase/, /special/, /common/];
/** A typed password and the indexes of the rules it breaks. */
const steps: [typed: string, unmet: number[]][] = [
  ['', [0, 1, 2, 3, 4, 5, 6]],
  ['a b', [0, 1, 2, 3, 5]],
  ['abcdef', [2, 3, 5]],
  ['Sunshine1!', [6]],
  ['Abcde1', [5]],
  ['Abcde1!', []],
];

test('a temporary password must be replaced by one that meets every rule of the checklist and the server, also before the list of common ones has loaded', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  await page.goto('/');
  await signIn(page, await makeMerchant({ mustChangePassword: true }));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();

  const chosen = page.getByRole('textbox', { name: 'New password' });
  await expect(chosen).toHaveAttribute('autocomplete', 'new-password');
  await chosen.fill('abc1');
  await look(page, 'the choice of a new password');
  const rules = page.getByRole('listitem');
  const submit = page.getByRole('button', { name: 'Submit' });
  for (const [typed, unmet] of steps) {
    await chosen.fill(typed);
    await expect(rules.filter({ hasText: 'not met yet' })).toHaveText(
      RULES.filter((_, place) => unmet.includes(place)),
    );
    await expect(rules).toHaveText(RULES);
    await expect(submit).toBeEnabled({ enabled: unmet.length === 0 });
    const left =
      unmet.length === 0
        ? 'All requirements are met.'
        : `Requirements left to meet: ${unmet.length}`;
    await expect(page.getByRole('status')).toHaveText(left);
  }
  const message = 'This password was used before.';
  await page.route(
    '**/api/users/complete_new_password_challenge',
    (route) => refuse(route, 400, [{ path: 'newPassword', message }]),
    { times: 1 },
  );
  await submit.click();
  const failed = failure(page, 'Change Password Failed!');
  await expect(failed.getByRole('listitem')).toHaveText(message);
  await expect(submit).toBeFocused();
  await submit.click();
  const success = told(page, 'Password Change Success');
  await expect(success).toContainText('You are now being logged in.');
  await expect(page).toHaveURL('/dashboard');

  await page.evaluate(() => sessionStorage.clear());
  await page.route('**/api/users/most_used_passwords', () => undefined);
  await page.goto('/');
  await signIn(page, await makeMerchant({ mustChangePassword: true }));
  await chosen.fill('Abcde1!');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});
