import { expect, type Locator } from '@playwright/test';
import { merchantWithOrders } from './own-merchant.ts';
import { holdLabels, printZpl, selectAll } from './printing.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

const background = (one: Locator) => one.evaluate((it) => getComputedStyle(it).backgroundColor);

test('a contrast theme shows the current page, a switch that is on, and how far a print is', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openSignedIn(page, await merchantWithOrders(), '/merchantInfo');
  const track = page.locator('[role=switch] + span');
  await expect(track).toHaveCSS('border-top-style', 'solid');
  const off = await background(track);
  await page.route('**/api/second-factor/requirement', () => {});
  await page.getByRole('switch').click();
  await expect.poll(() => background(track)).not.toBe(off);

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const current = menu.getByRole('link', { name: 'Orders' });
  await current.click();
  await expect(current).toHaveAttribute('aria-current', 'page');
  const [shown, selected] = await current.evaluate((link) => {
    const sample = document.body.appendChild(document.createElement('div'));
    sample.style.cssText = 'background: SelectedItem; forced-color-adjust: none';
    return [link, sample].map((element) => getComputedStyle(element).backgroundColor);
  });
  expect(shown).toBe(selected);

  const bar = page.getByRole('progressbar');
  for (const [turn, isKnown] of [
    [1, false],
    [3, true],
  ] as const) {
    await page.unroute('**/api/labels/**');
    await holdLabels(page, turn);
    await selectAll(page);
    await printZpl(page);
    await expect(page.getByText(isKnown ? '2 of 4 orders' : '4 orders…')).toBeVisible();
    await expect(bar.locator('..')).toHaveCSS('border-top-style', 'solid');
    const isFilled = (await background(bar)) !== (await background(page.getByRole('dialog')));
    expect(isFilled).toBe(isKnown);
    await page.getByRole('button', { name: 'Stop' }).click();
  }
});
