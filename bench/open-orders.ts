import type { Page } from '@playwright/test';
import type { SessionTokens } from '@portage/contract/sessions';
import { credentialsOf } from './orders-seed.ts';

/** Opens the list of all orders as somebody who has signed in before: the user of the first merchant. */
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
