import { expect } from '@playwright/test';
import { pdfPictures } from '../server/src/testing/scan-labels.ts';
import { barcodesOf } from './barcodes.ts';
import { findings, look, widen } from './look-around.ts';
import { giveOrders, makeMerchant, merchantWithOrders } from './own-merchant.ts';
import { printZpl, saved, selectAll } from './printing.ts';
import { refuse, REQUEST_ID } from './refuse.ts';
import { failure, row, told } from './screen.ts';
import { headersOf, openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

test(
  'the labels of several orders are one PDF in the order of the list, and need no reprint',
  {
    tag: '@prints',
  },
  async ({ page }) => {
    const numbers = ['PTG0000000001', 'PTG0000000002'];
    const merchant = await makeMerchant();
    await giveOrders(
      merchant,
      numbers.map((trackingNumber) => ({
        packages: [{ trackingNumber }],
        labelPrintedAt: Date.now() - 60_000,
        labelStale: true,
      })),
    );
    await openSignedIn(page, merchant, '/orders');
    const reprint = page.getByText('Reprint label').filter({ visible: true });
    await expect(reprint).toHaveCount(2);
    await selectAll(page);
    await page.getByRole('button', { name: 'Label format' }).click();
    await page.getByRole('menuitem', { name: 'PDF Prints 4 × 6 in pages' }).click();
    const save = page.getByRole('button', { name: 'Save portageLabels.pdf' });
    await expect(save).toBeVisible();
    await expect(page.getByRole('button', { name: 'Label format' })).toBeFocused();
    const { bytes } = await saved(page, () => save.click());
    expect(await barcodesOf(pdfPictures(bytes))).toEqual(numbers);
    await expect(reprint).toHaveCount(0);
  },
);

test(
  'an iPad saves the labels, which it would print the first of',
  { tag: '@prints' },
  async ({ browser }) => {
    const page = await browser.newPage({
      userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15',
      hasTouch: true,
    });
    await openSignedIn(page, await merchantWithOrders(), '/orders', { isNewDevice: true });
    await selectAll(page);
    await page.getByRole('button', { name: 'Print labels (ZPL)' }).click();
    const question = page.getByRole('dialog', { name: 'Which printer do you use?' });
    await question.getByRole('radio', { name: /^4 × 6 in labels, PDF.*Saves a PDF/ }).check();
    const { name } = await saved(page, () =>
      question.getByRole('button', { name: 'Print', exact: true }).click(),
    );
    expect(name).toBe('portageLabels.pdf');
    await page.close();
  },
);

test('printing stops at the first label that fails, names its recipient, and continues without it', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const asked: string[] = [];
  await page.route('**/api/labels/**', async (route) => {
    asked.push(route.request().url());
    await (asked.length === 2 ? refuse(route) : route.fallback());
  });
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await selectAll(page);
  await printZpl(page);

  const notification = failure(page, 'Label Generation Failed');
  await expect(notification).toContainText('The label for Bo Tremblay could not be generated.');
  await expect(notification).toContainText(REQUEST_ID);
  await expect(row(page, 'Bo Tremblay')).toContainText('Label failed');
  const question = page.getByRole('dialog', { name: 'Print the others?' });
  await expect(question).toContainText('The server would not do it.');
  expect(asked).toHaveLength(2);

  const { name, bytes } = await saved(page, async () => {
    await expect(question.getByRole('button', { name: 'Skip it and continue' })).toBeFocused();
    await page.keyboard.press('Enter');
  });
  expect(name).toBe('portageLabels.zpl');
  expect(bytes.toString().match(/\^XA/g)).toHaveLength(3);
  expect(new Set(asked).size, 'no label was fetched twice').toBe(asked.length);
  await expect(told(page, 'Labels of 3 orders')).toContainText(
    'The order for Bo Tremblay was left out.',
  );
  await expect(page.getByRole('button', { name: 'Print labels (ZPL)' })).toBeFocused();
  await expect(row(page, 'Bo Tremblay')).toContainText('Label failed');
});

test('a batch is printed without the order that is gone, and its labels can be looked at', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'];
  const ids = names.map(() => crypto.randomUUID());
  await giveOrders(
    merchant,
    names.map((name, index) => ({
      id: ids[index] ?? '',
      recipient: { name },
      packages: [{ trackingNumber: `PTG000000000${index}` }],
    })),
  );
  // The page hears of no changes.
  await page.route('**/api/orders/changes', () => undefined);
  await openSignedIn(page, merchant, '/orders');
  await selectAll(page);
  await page.request.delete(`/api/orders/${ids[1]}`, { headers: await headersOf(page) });
  await printZpl(page);
  const question = page.getByRole('dialog', { name: 'Print the others?' });
  await expect(question).toContainText(`There is no order ${ids[1]}.`);
  await question.getByRole('button', { name: 'Skip all that fail' }).click();

  const notification = told(page, 'Labels of 5 orders saved');
  const renderer = page.waitForRequest(/draw-labels/);
  await notification.getByRole('button', { name: 'Preview' }).click();
  await renderer;
  const preview = page.getByRole('dialog', { name: 'Preview of portageLabels.zpl' });
  await expect(preview.getByText('Pages 1–3 of 5')).toBeVisible();
  const third = preview.getByAltText('Page 3 of 5 as the printer will print it');
  // On a busy machine drawing a label takes some seconds.
  await expect(third).toBeVisible({ timeout: 45_000 });
  const picture = await third.getAttribute('src');
  expect(await barcodesOf([Buffer.from(picture?.split(',')[1] ?? '', 'base64')])).toEqual([
    'PTG0000000003',
  ]);
  expect(await findings(page), 'in the preview').toEqual([]);
  await preview.getByRole('button', { name: 'Next pages' }).click();
  await expect(preview.getByText('Pages 4–5 of 5')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);

  await widen(page, 390);
  await page.getByRole('button', { name: 'Label format' }).click();
  await page.getByRole('menuitem', { name: 'Preview portageLabels.zpl' }).click();
  await expect(preview.getByText('Page 1 of 5')).toBeVisible();
});

test('printing asks for a selection, prints slips and labels separately at the printer’s resolution, and names orders without a label first', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{ trackingNumber: 'PTG0000000007' }]);
  await openSignedIn(page, merchant, '/orders');
  await page.getByRole('button', { name: 'Print labels (ZPL)' }).press('Enter');
  const notification = failure(page, 'Error!');
  await expect(notification).toContainText('Select at least one order first.');
  await selectAll(page);
  const pdf = await saved(page, async () => {
    await page.getByRole('button', { name: 'Packing slip format' }).click();
    await page.getByRole('menuitem', { name: /^PDF/ }).click();
  });
  expect(pdf.name).toBe('PackingSlip.pdf');
  expect(await barcodesOf(pdfPictures(pdf.bytes))).toEqual(['PTG0000000007']);

  await page.getByRole('button', { name: 'Packing slip format' }).click();
  await page.getByRole('menuitemradio', { name: '300 dpi' }).click();
  const zpl = await saved(page, () => page.getByRole('menuitem', { name: /^ZPL/ }).click());
  expect(zpl.name).toBe('PackingSlip.zpl');
  expect(zpl.bytes.toString()).toContain('^PW1200');

  await giveOrders(merchant, [
    { recipient: { name: 'Bo Nowhere' }, orderStatus: 'GEOCODEDFAILED' },
  ]);
  await page.reload();
  await selectAll(page);
  await expect(page.getByRole('button', { name: 'Print packing slips (ZPL)' })).toBeVisible();
  await page.getByRole('button', { name: 'Label format' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page, 'the choice of a format');
  await page.getByRole('menuitem', { name: /^ZPL/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Some orders have no label' });
  await expect(dialog).toContainText('Bo Nowhere');
  expect(await findings(page), 'before printing').toEqual([]);
  const labels = await saved(page, () =>
    dialog.getByRole('button', { name: 'Print 1 order' }).click(),
  );
  expect(labels.name).toBe('portageLabels.zpl');
  expect(labels.bytes.toString()).toContain('^PW1200');
});

test('a merchant with a linked shop prints labels and packing slips together, side by side on letter paper', async ({
  page,
}) => {
  const merchant = await makeMerchant({ profile: { shopifyShop: 'maple.myshopify.com' } });
  await giveOrders(merchant, [
    { trackingNumber: 'PTG0000000005', packages: [{ trackingNumber: 'PTG0000000005-1' }] },
  ]);
  await openSignedIn(page, merchant, '/orders');
  await selectAll(page);
  await expect(page.getByRole('button', { name: 'Label format', exact: true })).toHaveCount(0);
  const { name, bytes } = await saved(page, async () => {
    await page.getByRole('button', { name: 'Format of labels and packing slips' }).click();
    await page.getByRole('menuitem', { name: /^PDF letter/ }).click();
  });
  expect(name).toBe('Label.pdf');
  const pages = pdfPictures(bytes);
  expect(pages).toHaveLength(1);
  expect((await barcodesOf(pages)).toSorted()).toEqual(['PTG0000000005', 'PTG0000000005-1']);
});

test('an order is printed and marked ready from its row, its tracking link copied; printed ones are marked from the notification, and printed again from the results', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const merchant = await makeMerchant();
  const id = crypto.randomUUID();
  await giveOrders(merchant, [
    { recipient: { name: 'Ada Nguyen' } },
    { id, recipient: { name: 'Bo Tremblay' } },
  ]);
  await openSignedIn(page, merchant, `/orders?expanded=${id}`);
  const label = await saved(page, () =>
    page.getByRole('button', { name: 'Print and mark ready' }).click(),
  );
  expect(label.name).toBe('portageLabels.zpl');
  await expect(row(page, 'Bo Tremblay')).toContainText('Ready for pickup');
  await row(page, 'Bo Tremblay').focus();
  await page.keyboard.press('l');
  await expect(page.getByText('Tracking link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/track/${id}`);

  await page.goto('/orders?status=GEOCODED');
  await selectAll(page);
  await saved(page, () => printZpl(page));
  await expect(row(page, 'Ada Nguyen').getByTitle(/^Printed /)).toBeVisible();
  await page.getByRole('button', { name: 'Mark it ready' }).click();
  const marked = told(page, '1 order marked ready');
  await marked.getByRole('button', { name: 'View results' }).click();
  const results = page.getByRole('dialog', { name: '1 order marked ready' });
  await expect(row(page, 'Ada Nguyen')).toHaveCount(0);
  const { name } = await saved(page, () =>
    results.getByRole('button', { name: 'Print labels' }).click(),
  );
  expect(name).toBe('portageLabels.zpl');
  await expect(results).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});
