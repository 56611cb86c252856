import type { Page } from '@playwright/test';

/** Finds the title of a screen. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Finds a text field by its whole label. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Finds a button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Finds an order of the list by a text of its row. */
export const row = (page: Page, name: string) => page.locator('[data-order-id]', { hasText: name });

/** Finds the notification of a success, or what is told to a screen reader. */
export const told = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

/** Finds the notification of a failure. */
export const failure = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text });

/** Signs out from the menu of the header. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Hello/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}
