import { expect, type Page } from '@playwright/test';
import { MINUTE } from '@portage/contract/time';
import { look } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { refuse, REQUEST_ID } from './refuse.ts';
import { failure, told } from './screen.ts';
import { openSignedIn, ownClock, signIn } from './sign-in.ts';
import { test } from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create a user' });
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name });
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Create user' }).click();

/** Returns an address that no other test uses. */
const newAddress = () => `user-${crypto.randomUUID()}@test.example`;

async function fillIn(page: Page, email: string): Promise<void> {
  await field(page, 'Name').fill('Zoé Tremblay');
  await field(page, 'E-mail').fill(email);
  await field(page, 'Phone').fill('(514) 555-0123');
}

/** Idempotency keys of the calls that create users, in sequence. */
function keysOf(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/users/account')) return;
    keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

test('the general information shows the merchant, also after a failed load', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const profile = { name: 'Maison Bleue', email: 'bonjour@maison.example', phoneOptional: true };
  const merchant = await makeMerchant({ profile: { ...profile, language: 'fr' } });
  await page.route('**/api/merchants', (route) => refuse(route));
  await openSignedIn(page, merchant, '/merchantInfo');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The merchant’s profile could not be loaded');
  await expect(alert).toContainText('The server would not do it.');
  await expect(alert).toContainText(REQUEST_ID);
  await page.unroute('**/api/merchants');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('term')).toHaveText([
    'Name',
    'Merchant ID',
    'Language of labels and e-mails',
    'Time zone',
    'Recipient phone',
  ]);
  await expect(page.getByRole('definition')).toContainText([
    'Maison Bleue',
    merchant.merchantId,
    'French',
    'Eastern Time (America/Toronto)',
    'Optional on an order',
  ]);
  await page.getByRole('button', { name: 'Copy the merchant ID' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(merchant.merchantId);
});

test('a new user is checked field by field, sent with a normalized phone, again under the same key unless changed, and gets a temporary password', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (409|500)/);
  const taken = await makeMerchant();
  await openSignedIn(page, await makeMerchant(), '/merchantInfo');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(field(page, 'Name')).toBeFocused();
  await send(page);
  await expect(dialog(page).getByText('Required')).toHaveCount(3);
  await expect(field(page, 'Name')).toBeFocused();

  await look(page, 'the form with what is missing');

  await field(page, 'Name').fill('Zoé');
  await field(page, 'E-mail').fill('zoe@maple');
  await field(page, 'Phone').fill('555-0123');
  await send(page);
  await expect(field(page, 'E-mail')).toHaveAccessibleDescription(
    /This e-mail address is not valid/,
  );
  await expect(field(page, 'E-mail')).toBeFocused();
  await expect(field(page, 'Phone')).toHaveAccessibleDescription(/Phone Number is invalid/);

  await fillIn(page, taken.username);
  await send(page);
  const sentence = `There is already a user ${taken.username}.`;
  await expect(page.getByRole('alert')).toContainText('User not created');
  await expect(page.getByRole('alert')).toContainText(sentence);
  await expect(field(page, 'E-mail')).toHaveAccessibleDescription(new RegExp(sentence));
  await expect(field(page, 'E-mail')).toBeFocused();
  await expect(field(page, 'Name')).toHaveValue('Zoé Tremblay');
  await expect(field(page, 'Phone')).toHaveValue('(514) 555-0123');

  const email = newAddress();
  await fillIn(page, email);
  await field(page, 'Name').fill('Zoé Roy');
  const keys = keysOf(page);
  await page.route('**/api/users/account', (route) => refuse(route, 500));
  const alerts = failure(page, 'User not created');
  for (const attempt of [1, 2]) {
    await send(page);
    await expect.poll(() => keys.length).toBe(attempt);
    await expect(alerts).toHaveCount(1);
  }
  await page.unroute('**/api/users/account');
  await field(page, 'Name').fill('Zoé Tremblay');
  const request = page.waitForRequest('**/api/users/account');
  await send(page);
  expect((await request).postDataJSON()).toEqual({
    name: 'Zoé Tremblay',
    email,
    username: email,
    phone: '+15145550123',
  });
  await expect(told(page, 'User created')).toContainText(
    `An e-mail with a temporary password is on its way to ${email}.`,
  );
  await expect(dialog(page)).toHaveCount(0);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);

  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(field(page, 'Name')).toHaveValue('');
});

test('typed values survive closing the dialog, a reload and a new session, but not leaving the page', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const merchant = await makeMerchant();
  await ownClock(page);
  await openSignedIn(page, merchant, '/merchantInfo');
  await page.getByRole('button', { name: 'Create user' }).click();
  await field(page, 'Name').fill('Zoé Tremblay');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(field(page, 'Name')).toHaveValue('Zoé Tremblay');

  await page.reload();
  await expect(field(page, 'Name')).toHaveValue('Zoé Tremblay');

  await fillIn(page, newAddress());
  await page.route('**/api/auth/refresh', (route) => refuse(route, 401));
  await page.clock.setSystemTime(Date.now() + 70 * MINUTE);
  // The session may end before a click arrives; the key sends the form if it still exists.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  await page.unrouteAll();
  await signIn(page, merchant);
  await expect(page).toHaveURL('/merchantInfo');
  await expect(field(page, 'Name')).toHaveValue('Zoé Tremblay');
  await expect(field(page, 'Phone')).toHaveValue('(514) 555-0123');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your orders will appear here' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(field(page, 'Name')).toHaveValue('');
});
