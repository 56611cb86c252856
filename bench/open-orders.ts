import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { SessionTokens } from '@portage/contract/users/sessions';
import { chromiumPath } from '../scripts/ensure-chromium.cjs';
import { credentialsOf } from './orders-seed.ts';

/** Opens the list of all orders as the first merchant's user. */
export async function openOrders(page: Page, origin: string): Promise<void> {
  const credentials = credentialsOf(0);
  const answer = await page.request.post(`${origin}/api/auth/token`, { data: credentials });
  const { token, refreshToken } = (await answer.json()) as SessionTokens;
  await page.goto(origin);
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
    },
    { token, refreshToken, username: credentials.username },
  );
  await page.goto(`${origin}/orders?placed=all`);
  await page.getByRole('treegrid').waitFor();
}

/** Builds the portal, which the servers of benchmarks serve. */
export async function buildPortal(): Promise<void> {
  const script = path.resolve(import.meta.dirname, '../scripts/build-portal.cjs');
  await promisify(execFile)(process.execPath, [script]);
}

/** Launches a browser without network calls of its own. */
export function launchBrowser(...args: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-background-networking', ...args],
  });
}
