import { expect } from '@playwright/test';
import { test } from './test.ts';

test('the API reference lists the calls without help from other hosts', async ({ page }) => {
  await page.goto('/api/reference');
  // Its script of 4 MB takes a busy machine a while.
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText('Portage', { timeout: 60_000 });
  await expect(page.getByText('/auth/token').first()).toBeVisible();
});
