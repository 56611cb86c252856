import { expect, type Page } from '@playwright/test';
import { ServiceUserCredentials } from '../contract/src/users/users.ts';
import { lookAround, lookInFrench } from './look-around.ts';
import { makeMerchant, merchantWithOrders } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { failure, signOut } from './screen.ts';
import { demo, openSignedIn, signIn, signInByCall, speak } from './sign-in.ts';
import { CODE_LOADED_SOON, test } from './test.ts';

const WRONG_PASSWORD = 'Not-The-Password-1';

const username = (page: Page) => page.getByRole('textbox', { name: 'Username' });
const password = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });

/** Returns the storage keys of the tab and the device, sorted. */
const keptKeys = (page: Page) =>
  page.evaluate(() => ({
    tab: Object.keys(sessionStorage).sort(),
    device: Object.keys(localStorage).sort(),
  }));

test('the form asks for missing values, says why a sign-in failed, and keeps what was typed', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 401|ERR_INTERNET_DISCONNECTED/);
  const formError = page.locator('#LOGIN_FAIL');
  const failed = failure(page, 'Sign-in failed');
  const notification = failed.filter({ hasText: 'The username or the password is not correct.' });
  const notifications = page.waitForRequest(CODE_LOADED_SOON);
  await page.goto('/');
  await expect(page.getByRole('form', { name: 'Sign in to Portage' })).toBeVisible();
  await expect(username(page)).toBeFocused();
  await expect(username(page)).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await lookAround(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your username.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(username(page)).toBeFocused();

  // Loads notifications, which come after the form, before the network goes.
  await page.evaluate((code) => import(code), (await notifications).url());
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      (one) => one.sheet,
    ),
  );
  await context.setOffline(true);
  await signIn(page, demo);
  await expect(formError).toHaveText(/^Portage could not be reached\./);
  await expect(failed).toBeVisible();
  await expect(password(page)).toHaveValue(demo.password);
  await context.setOffline(false);

  await signIn(page, { ...demo, password: WRONG_PASSWORD });
  await expect(notification).toContainText(/Request [0-9a-f-]{36}/);
  await expect(formError).toHaveAttribute('data-status', '401');
  await expect(username(page)).toHaveValue(demo.username);
  await expect(password(page)).toBeFocused();

  // The pointer keeps it open.
  await notification.hover();
  await password(page).fill(demo.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(notification).toBeHidden();
});

test('a failed sign-in is shown on the form when notifications cannot be loaded', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401|ERR_FAILED/);
  await page.route(CODE_LOADED_SOON, (route) => route.abort());
  const unfetched = page.waitForEvent('requestfailed');
  await page.goto('/');
  await signIn(page, { ...demo, password: WRONG_PASSWORD });
  await unfetched;
  await expect(page.locator('#LOGIN_FAIL')).toHaveAttribute('data-status', '401');
  await password(page).fill(demo.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('API credentials are turned away and their session is ended; too many failed sign-ins say when to try again', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/status of 429/);
  const made = await request.post('/api/users/service', {
    headers: await signInByCall(request, await makeMerchant()),
  });
  const credentials = ServiceUserCredentials.parse(await made.json());
  await page.goto('/');
  const ended = page.waitForResponse('**/api/auth/logout');
  await signIn(page, credentials);
  await expect(page.locator('#LOGIN_FAIL')).toHaveText(/^These are API credentials/);
  const failed = failure(page, 'Sign-in failed');
  await expect(failed).toBeVisible();
  expect((await ended).status()).toBe(204);
  await expect(page).toHaveURL('/');
  expect(await keptKeys(page)).toEqual({ tab: [], device: ['device'] });

  const user = await makeMerchant();
  const guess = { username: user.username, password: WRONG_PASSWORD };
  for (let failed = 0; failed < 10; failed += 1) {
    await request.post('/api/auth/token', { data: guess });
  }
  await page.reload();
  await signIn(page, user);
  const rejection = /^Too many attempts\. Try again in \d+ minutes\.$/;
  await expect(page.locator('#LOGIN_FAIL')).toHaveText(rejection);
  await expect(page.locator('#LOGIN_FAIL')).toHaveAttribute('data-status', '429');
  await expect(failed).toBeVisible();
  await expect(password(page)).toHaveValue(user.password);
  await lookInFrench(page);
});

test('every page for merchants leads a visitor to the sign-in page and back afterwards, but never to another site', async ({
  page,
}) => {
  for (const address of [
    '/dashboard',
    '/orders?status=DELIVERED',
    '/new',
    '/shipFromLocations',
    '/integration',
    '/serviceUser',
    '/merchantInfo',
  ]) {
    await page.goto(address);
    await expect(page).toHaveURL(`/?from=${encodeURIComponent(address)}`);
  }
  await signIn(page, demo);
  await expect(page).toHaveURL('/merchantInfo');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/?from=${encodeURIComponent('//evil.example/orders')}`);
  await signIn(page, demo);
  await expect(page).toHaveURL('/dashboard');
});

test('a demo sign-in is filled in with one click; its session is kept as documented, and logging out takes it off the device', async ({
  page,
}) => {
  await speak(page, 'en');
  await page.goto('/');
  await page.getByRole('button', { name: 'Maple & Pine' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Profile of Maple & Pine' })).toBeVisible();
  await expect
    .poll(() => keptKeys(page))
    .toEqual({
      tab: ['refreshToken', 'token', 'username'],
      device: [
        'device',
        'flag',
        'language',
        'merchantId',
        'merchantName',
        'name',
        'singleKeyShortcuts',
      ],
    });

  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page).toHaveURL('/orders');
  await signOut(page);
  await expect(page).toHaveURL('/');
  expect((await keptKeys(page)).tab).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en');

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in to Portage' })).toBeVisible();
});

test('a session that the server no longer accepts leads to the sign-in page and back, with filters, selection and username', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const merchant = await merchantWithOrders();
  await openSignedIn(page, merchant, '/orders?status=GEOCODED');
  const selected = page.getByRole('checkbox', { name: 'Select the order for Bo Tremblay' });
  await selected.check();
  await page.route('**/api/auth/refresh', (route) => refuse(route, 401));
  await page.route(/\/api\/orders\?.*freeSearch=/, (route) =>
    route.continue({ headers: { authorization: 'Bearer forged' } }),
  );
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('ada');
  await expect(page).toHaveURL('/?from=%2Forders%3Fstatus%3DGEOCODED');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  expect((await keptKeys(page)).tab).toEqual([]);
  await expect(username(page)).toHaveValue(merchant.username);
  await expect(password(page)).toBeFocused();

  await page.unrouteAll();
  await password(page).fill(merchant.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/orders?status=GEOCODED');
  await expect(selected).toBeChecked();
  await expect(page.getByText('1 selected')).toBeVisible();

  // Signing out clears the selection.
  await signOut(page);
  await expect(username(page)).toHaveValue('');
  await page.goto('/orders?status=GEOCODED');
  await signIn(page, merchant);
  await expect(selected).not.toBeChecked();
});

test('a browser that blocks storage signs in until the page closes', async ({ page }) => {
  const merchant = await makeMerchant();
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, { get, configurable: true });
    }
    LockManager.prototype.request = () =>
      Promise.reject(new DOMException('The request was denied.'));
    globalThis.BroadcastChannel = new Proxy(BroadcastChannel, {
      construct() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await signIn(page, merchant);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your orders will appear here' })).toBeVisible();

  await page.getByRole('link', { name: 'Create order', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Unit' }).fill('12');
  await expect(page.getByText('This draft can’t be saved on this device')).toBeVisible();
});

test('a device whose storage is full signs in', async ({ page, complaints }) => {
  complaints.expect(/localStorage is blocked/);
  const merchant = await makeMerchant();
  await page.goto('/');
  await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size /= 2) {
      try {
        localStorage.setItem(`full-${size}`, ' '.repeat(size));
      } catch {
        // A smaller one may fit.
      }
    }
  });
  await signIn(page, merchant);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your orders will appear here' })).toBeVisible();
});
