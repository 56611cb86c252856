import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { chromiumPath } from '../scripts/ensure-chromium.cjs';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

/** Counts the order rows that are fully visible. */
const rowsInSight = (page: Page) =>
  page.locator('[data-order-id]').evaluateAll((rows) => {
    const scroller = rows[0]?.closest('table')?.parentElement?.getBoundingClientRect();
    const header = rows[0]?.closest('table')?.querySelector('thead')?.getBoundingClientRect();
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= (header?.bottom ?? NaN) - 1 && bottom <= (scroller?.bottom ?? NaN);
    }).length;
  });

/** Returns the names of controls smaller than 44 pixels. */
const tooSmallForFingers = (page: Page) =>
  page
    .locator('a[href], button, input, textarea, summary, [role="tab"]')
    .and(page.locator(':not(.mantine-Input-section *, a[href="#content"])'))
    .filter({ visible: true })
    .evaluateAll((controls) =>
      controls
        .filter((control) => {
          // A field is pressed within its outline, a checkbox also on its label.
          const { labels } = control as HTMLInputElement;
          const target = control.closest('.mantine-Input-wrapper') ?? labels?.[0] ?? control;
          const { width, height } = target.getBoundingClientRect();
          // Touch target around an inline control, for coarse pointers only.
          const around = parseFloat(getComputedStyle(control, '::after').height) || 0;
          return width < 44 || Math.max(height, around) < 44;
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent),
    );

/** Returns the marks of printed labels whose time is cut. */
const cutTimes = (page: Page) =>
  page.locator('[data-order-id] [title]:has(> svg)').evaluateAll((marks) =>
    marks.flatMap((mark) => {
      const time = mark.lastElementChild?.getBoundingClientRect() ?? new DOMRect();
      const { bottom, right } = mark.getBoundingClientRect();
      return time.top < bottom && time.right > right + 0.5 ? [mark.outerHTML] : [];
    }),
  );

test('the list shows many rows at each size, also with a selection, and more when compact', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  const long = '3f2b8c9e-77aa-4d1e-9b1c-0c5a3e6f1d42-3f2b8c9e-77aa-4d1e-9b1c';
  await giveOrders(
    merchant,
    Array.from({ length: 40 }, (_, index) => ({
      recipient: { name: `Recipient ${index}`.padEnd(index < 12 ? 11 + index : 0, 'e') },
      refNumber: index === 39 ? long : `MP-${index}`,
      ...(index < 12 && { merchantDisplayName: 'North Table', labelPrintedAt: Date.now() }),
    })),
  );
  await openSignedIn(page, merchant, '/orders');
  await expect(page.getByText('Recipient 0', { exact: true })).toBeVisible();
  for (const [width, height, rows] of [
    [1440, 900, 15],
    [1366, 768, 11],
    [390, 844, 9],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => rowsInSight(page), `${width} × ${height}`).toBeGreaterThanOrEqual(rows);
    const checkbox = page.locator('[data-order-id]').nth(1).getByRole('checkbox');
    await checkbox.check();
    await expect(page.getByText('1 selected')).toBeVisible();
    expect(await rowsInSight(page), 'with one selected').toBeGreaterThanOrEqual(rows);
    if (width < 768) expect(await tooSmallForFingers(page)).toEqual([]);
    expect(await cutTimes(page), 'times beside a name').toEqual([]);
    await checkbox.uncheck();
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('checkbox', { name: 'Compact rows' }).check();
  await page.reload();
  await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(17);
  // A long reference is shown whole: its row grows with its lines.
  await page.getByRole('searchbox').fill('3f2b8c9e-77aa');
  const reference = page.getByTitle(long);
  await expect(reference).toBeVisible();
  expect(await reference.textContent()).toBe(long);
  // A row is announced by its cells, the reference in one piece.
  const row = page.locator('[data-order-id]').first();
  await expect(row).toHaveAccessibleName(new RegExp(`^Recipient 39 .* ${long} `));
  const cell = (await reference.locator('xpath=..').boundingBox())?.height ?? 0;
  expect(cell).toBeGreaterThanOrEqual((await reference.boundingBox())?.height ?? NaN);
});

test('the list grows with the font size that the browser is set to', async ({
  playwright,
  launchOptions,
  baseURL,
}, info) => {
  const merchant = await makeMerchant();
  await giveOrders(
    merchant,
    Array.from({ length: 60 }, (_, index) => ({ recipient: { name: `Recipient ${index}` } })),
  );
  const profile = info.outputPath('profile');
  await mkdir(join(profile, 'Default'), { recursive: true });
  await writeFile(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ webkit: { webprefs: { default_font_size: 24 } } }),
  );
  await using context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    // The headless shell has no settings.
    executablePath: chromiumPath(),
    ...(baseURL && { baseURL }),
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await openSignedIn(page, merchant, '/orders');

  const row = page.locator('[data-order-id]').first();
  await expect(row).toBeVisible();
  // 40 pixels and 13 pixels at the usual size of 16.
  expect((await row.boundingBox())?.height).toBe(60);
  await expect(row.getByRole('gridcell').first()).toHaveCSS('font-size', '19.5px');
  // As at a width of 960, the menu of the header is behind one button.
  await expect(page.getByRole('link', { name: 'Address book' })).toBeHidden();

  await row.getByRole('gridcell').first().click();
  await page.keyboard.press('End');
  const last = page.getByRole('row', { name: /^Recipient 59 / });
  await expect(last).toBeInViewport();
  // Rows that are not drawn take the room that drawn ones would.
  const table = await page.getByRole('treegrid').boundingBox();
  expect(table?.height).toBeCloseTo(54 + 60 * 60, -1);
});
