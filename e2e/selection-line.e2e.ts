import { expect, type Locator } from '@playwright/test';
import { fitsZoomed, widen } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { demo, openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

/** Returns the vertical centre and lower edge of an element in pixels, once it stands still. */
async function placeOf(element: Locator) {
  await element.scrollIntoViewIfNeeded();
  const { y, height } = (await element.boundingBox()) ?? { y: NaN, height: NaN };
  return { middle: Math.round(y + height / 2), end: Math.round(y + height) };
}

/** Returns the words of visible buttons that do not fit. */
function cutLabels(place: Locator): Promise<(string | null)[]> {
  return place
    .locator('button')
    .filter({ visible: true })
    .evaluateAll((buttons) =>
      buttons
        .flatMap((button) => [...button.querySelectorAll('.mantine-Button-label')])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
}

test('in French the selection and its clear button share one line, selecting moves no row, and no control of the narrowest phone overlaps another or is cut', async ({
  page,
}) => {
  await speak(page, 'fr');
  await openSignedIn(page, demo, '/orders');
  const selected = page.getByText('1 sélectionnée', { exact: true });
  const clear = page.getByRole('button', { name: 'Effacer la sélection' });
  const print = page.getByRole('button', { name: /^Imprimer étiquettes et bordereaux/ });
  const firstRow = page.locator('[data-order-id]').first();
  const firstCheckbox = firstRow.getByRole('checkbox');
  for (const width of [1440, 1280, 1024, 800]) {
    await widen(page, width);
    await expect(firstCheckbox).not.toBeChecked();
    await expect(clear).toBeHidden();
    const before = await placeOf(firstRow);
    await firstCheckbox.check();
    await expect(selected).toBeVisible();
    expect(await placeOf(firstRow), `${width} px wide`).toEqual(before);
    const apart = (await placeOf(clear)).middle - (await placeOf(selected)).middle;
    expect(Math.abs(apart), 'but for half a pixel').toBeLessThanOrEqual(1);
    await clear.click();
  }
  await widen(page, 1440);
  await page.getByRole('checkbox', { name: 'Sélectionner toutes les commandes chargées' }).check();
  await expect(page.getByText('100 sélectionnées', { exact: true })).toBeInViewport();
  expect((await placeOf(clear)).middle).toBe((await placeOf(print)).middle);

  await page.reload();
  await widen(page, 320);
  for (const menu of ['Vue : Toutes les commandes', 'Exporter en CSV', 'Autres actions']) {
    const button = page.getByRole('button', { name: menu });
    await button.click();
    await expect(page.locator('[role=menu], [role=dialog]')).toBeVisible();
    await fitsZoomed(page);
    await button.click();
  }
  const views = page.getByRole('button', { name: /Toutes les commandes/ });
  const create = page.getByRole('link', { name: 'Créer une commande' });
  await expect(print).toBeVisible();
  const place = await views.boundingBox();
  const next = await create.boundingBox();
  expect((place?.x ?? NaN) + (place?.width ?? NaN)).toBeLessThanOrEqual(next?.x ?? NaN);
  expect(
    await print.evaluate((button) =>
      [button, ...button.querySelectorAll('*')].every(
        ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth || clientWidth === 0,
      ),
    ),
  ).toBe(true);
});

test('chips, count and actions stand in one line, and no action is cut, in French and with wide spacing', async ({
  page,
}) => {
  await speak(page, 'fr');
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{ service: 'STANDARD' }]);
  await openSignedIn(page, merchant, '/orders?status=GEOCODED,PICKUP_READY&service=STANDARD');
  const chip = page.getByRole('button', { name: /^Retirer le filtre .*État/ });
  const print = page.getByRole('button', { name: /^Imprimer les étiquettes/ });
  await page.locator('[data-order-id]').first().getByRole('checkbox').check();
  for (const width of [1440, 1280, 1024]) {
    await widen(page, width);
    const { middle } = await placeOf(print);
    const clear = page.getByRole('button', { name: 'Effacer la sélection' });
    const line = [(await placeOf(chip)).middle, (await placeOf(clear)).middle];
    // Without room for a chip the actions wrap to the next line.
    if (width > 1024) expect(line, `${width} px wide`).toEqual([middle, middle]);
    await expect(page.getByRole('button', { name: 'Actualiser' })).toBeInViewport({ ratio: 1 });
    expect(await cutLabels(page.locator('body')), `${width} px wide`).toEqual([]);
  }
  for (const width of [390, 375, 360]) {
    await widen(page, width);
    await expect(page.getByText('Étiquettes', { exact: true })).toBeVisible();
    expect(await cutLabels(page.locator('body')), `${width} px wide`).toEqual([]);
  }
  // WCAG 1.4.12
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
    );
    document.adoptedStyleSheets.push(spacing);
  });
  const actions = print.locator('xpath=ancestor::div[.//button[@data-caption]][1]');
  for (const width of [390, 375, 360]) {
    await widen(page, width);
    expect(await cutLabels(actions), `${width} px wide, with spacing`).toEqual([]);
  }
});

test('chips without room are counted, the count opens them, and screen readers hear the number selected, on a phone too', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{ service: 'STANDARD' }, { service: 'STANDARD' }]);
  const filters = 'placed=all&status=GEOCODED,PICKUP_READY&service=STANDARD&business=no';
  await openSignedIn(page, merchant, `/orders?${filters}`);
  const more = page.getByRole('button', { name: /^Show \d more filters?$/ });
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
  await page.locator('[data-order-id]').first().getByRole('checkbox').check();
  await widen(page, 2200);
  await expect(chips.last()).toBeInViewport({ ratio: 0.9 });
  await expect(more).toBeHidden();
  await widen(page, 900);
  await expect(more).toBeVisible();
  await expect(chips.last()).not.toBeInViewport({ ratio: 0.9 });
  await expect(async () => {
    await more.click();
    await expect(chips.last()).toBeInViewport({ ratio: 0.9, timeout: 500 });
  }).toPass();

  await page.goto('/orders');
  const checkbox = page.locator('[data-order-id]').first().getByRole('checkbox');
  for (const width of [1440, 390]) {
    await widen(page, width);
    await expect(checkbox).not.toBeChecked();
    const listening = page.getByRole('status').filter({ has: page.locator('strong') });
    await expect(listening, `${width} px wide`).toHaveCount(1);
    await expect(listening.locator('strong')).toBeHidden();
    await checkbox.check();
    await expect(listening.locator('strong')).toHaveText('1 selected');
    await expect(listening.locator('strong')).toBeVisible();
    const clear = page.getByRole('button', { name: 'Clear selection' });
    await clear.press('Enter');
    await expect(clear).toBeHidden();
    await expect(page.locator(':focus')).toContainText(/^[\d,]+ orders/);
  }
});

test('orders that a filter deselected stay deselected, and no text counts them', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await giveOrders(
    merchant,
    Array.from({ length: 102 }, (_, index) => ({ recipient: { name: `Recipient ${index}` } })),
  );
  await openSignedIn(page, merchant, '/orders?status=GEOCODED&placed=all');
  const first = page.locator('[data-order-id]').first().getByRole('checkbox');
  await first.check();
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await search.fill('Recipient 7');
  await expect(page).toHaveURL(/search=/);
  await expect(first).not.toBeChecked();
  await search.fill('');
  await expect(page).not.toHaveURL(/search=/);
  await expect(page.getByText('Recipient 0', { exact: true })).toBeVisible();
  await expect(first).not.toBeChecked();
  await expect(page.getByText('1 selected', { exact: true })).toBeHidden();

  await page.getByRole('checkbox', { name: 'Select all loaded orders' }).check();
  await page.getByRole('button', { name: /^Select all 102/ }).click();
  const all = page.getByText(/^All 102 orders that match/);
  await expect(all).toBeVisible();
  await page.getByRole('button', { name: 'Mark ready for pickup' }).click();
  await expect(all).toBeHidden();
  // Rows stay while the pointer is over the list.
  await page.mouse.move(0, 0);
  await expect(page.locator('[data-order-id]')).toHaveCount(0);
  await expect(all).toBeHidden();
});
