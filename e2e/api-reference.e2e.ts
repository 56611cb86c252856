import { expect } from '@playwright/test';
import { test } from './test.ts';

test('the API reference lists the calls without help from other hosts', async ({ page }) => {
  await page.goto('/api/reference');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Portage');
  await expect(page.getByText('/auth/token').first()).toBeVisible();
});
