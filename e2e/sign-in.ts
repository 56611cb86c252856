import type { APIRequestContext, Page } from '@playwright/test';
import { SessionTokens } from '../contract/src/users/sessions.ts';
import { mapleAndPine } from '../demo/src/merchants.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** The demo merchant with 2,500 orders and a linked shop. */
export const demo: Credentials = mapleAndPine.signIn;

/** Fills in the sign-in form and sends it with Enter. */
export async function signIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Opens a page with a session already stored, on a device that has printed before. */
export async function openSignedIn(
  page: Page,
  { username, password }: Credentials,
  address: string,
  { isNewDevice = false } = {},
): Promise<void> {
  const answer = await page.request.post('/api/auth/token', { data: { username, password } });
  const { token, refreshToken } = SessionTokens.parse(await answer.json());
  await keepOnDevice(page, {
    session: { token, refreshToken, username },
    local: isNewDevice ? {} : { printerChosen: 'true' },
  });
  await page.goto(address);
}

/**
 * Gives a page that is not open yet a clock of its own, and hides the time of the server's answers
 * from it.
 */
export async function ownClock(page: Page, time = Date.now()): Promise<void> {
  await page.clock.install({ time });
  await page.addInitScript(() => {
    Headers.prototype.get = function get(name) {
      return name === 'date' ? null : (new Map(this).get(name.toLowerCase()) ?? null);
    };
  });
}

/** Headers of the tab's session. */
export async function headersOf(page: Page): Promise<{ authorization: string }> {
  const token = await page.evaluate(() => sessionStorage.getItem('token'));
  return { authorization: `Bearer ${token}` };
}

/** Signs in by a call; returns the headers of a session without a tab. */
export async function signInByCall(
  request: APIRequestContext,
  { username, password }: Credentials,
): Promise<{ authorization: string }> {
  const answer = await request.post('/api/auth/token', { data: { username, password } });
  return { authorization: `Bearer ${SessionTokens.parse(await answer.json()).token}` };
}

/** Stores an earlier choice of language on the device. */
export function speak(page: Page, language: 'en' | 'fr'): Promise<void> {
  return keepOnDevice(page, { local: { language } });
}

interface Kept {
  session?: Record<string, string>;
  local?: Record<string, string>;
}

/** Writes into the storage of the tab and the device outside the portal. */
async function keepOnDevice(page: Page, kept: Kept): Promise<void> {
  if (page.url() === 'about:blank') {
    // The icon is named so that the browser does not look for one.
    await page.route('/blank', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
    );
    await page.goto('/blank');
    // A page with routes caches nothing.
    await page.unroute('/blank');
  }
  await page.evaluate(({ session = {}, local = {} }) => {
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
  }, kept);
}
