import { expect, type Page } from '@playwright/test';
import { pdfPictures } from '../server/src/testing/scan-labels.ts';
import { findings } from './look-around.ts';
import { giveOrders, makeMerchant, merchantWithOrders } from './own-merchant.ts';
import { holdLabels, printZpl, refuseLabels, saved, selectAll } from './printing.ts';
import { failure, row, told } from './screen.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

const failed = (page: Page) => failure(page, 'Label Generation Failed');

test('labels made before a failure are printed on Stop, and only they need no reprint; a successful retry removes error and mark', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (403|503)/);
  const merchant = await makeMerchant();
  const names = ['Ada Nguyen', 'Bo Tremblay', 'Cy O’Neil', 'Ed Roy'];
  await giveOrders(
    merchant,
    names.map((name, index) => ({
      recipient: { name },
      packages: [{ trackingNumber: `PTG000000000${index}` }],
      labelPrintedAt: Date.now() - 60_000,
      labelStale: true,
    })),
  );
  await refuseLabels(page, [3]);
  await openSignedIn(page, merchant, '/orders');
  const reprint = page.getByText('Reprint label').filter({ visible: true });
  await expect(reprint).toHaveCount(4);
  await selectAll(page);
  await printZpl(page);

  const question = page.getByRole('dialog', { name: 'Print the others?' });
  await expect(question).toContainText('Cy O’Neil');
  await expect(question).toContainText('2 orders are ready to print.');
  // The pointer keeps the notification open.
  await failed(page).hover();
  expect(await findings(page), 'with labels made').toEqual([]);
  // Closing it would not answer whether they were printed.
  await page.keyboard.press('Escape');
  const offered = ['Skip it and continue', 'Skip all that fail', 'Stop and print 2 orders'];
  await expect(question.getByRole('button')).toHaveText(offered);
  // The keyboard moves from the top to the bottom.
  for (const name of offered) {
    await expect(question.getByRole('button', { name })).toBeFocused();
    await page.keyboard.press('Tab');
  }
  const [first, , last] = await Promise.all(
    offered.map((name) => question.getByRole('button', { name }).boundingBox()),
  );
  expect(first?.y).toBeLessThan(last?.y ?? 0);
  const { bytes } = await saved(page, () =>
    question.getByRole('button', { name: 'Stop and print 2 orders' }).click(),
  );
  const zpl = bytes.toString();
  expect(names.map((_, index) => zpl.includes(`PTG000000000${index}`))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  await expect(told(page, 'Labels of 2 orders saved')).toContainText(
    '2 orders were left out, including the one for Cy O’Neil.',
  );
  await expect(failed(page)).toContainText('The label for Cy O’Neil could not be generated.');
  await expect(page.getByRole('button', { name: 'Print labels (ZPL)' })).toBeFocused();
  await expect(reprint).toHaveCount(2);
  await expect(row(page, 'Ada Nguyen')).not.toContainText('Reprint label');
  await expect(row(page, 'Bo Tremblay')).not.toContainText('Reprint label');

  await failed(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.unrouteAll();
  await refuseLabels(page, [2], 503);
  await selectAll(page);
  await printZpl(page);
  const again = page.getByRole('dialog', { name: 'Try again?' });
  await expect(again.getByRole('button')).toHaveText(['Stop and print 1 order', 'Try again']);
  await expect(failed(page)).toContainText('Bo Tremblay');
  await expect(row(page, 'Bo Tremblay')).toContainText('Label failed');
  await failed(page).hover();
  await expect(again.getByRole('button', { name: 'Try again' })).toBeFocused();
  await saved(page, () => page.keyboard.press('Enter'));
  await expect(told(page, 'Labels of 4 orders saved')).toBeVisible();
  await expect(failed(page)).toHaveCount(0);
  await expect(row(page, 'Bo Tremblay')).not.toContainText('Label failed');
});

test('a long print shows its progress and can be stopped; leaving the page still saves the finished labels', async ({
  page,
}) => {
  await holdLabels(page, 1);
  await openSignedIn(page, await merchantWithOrders(), '/dashboard');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await selectAll(page);
  await printZpl(page);
  const progress = page.getByRole('dialog', { name: 'Preparing labels' });
  await expect(progress.getByRole('status')).toHaveText('4 orders…');
  await progress.getByRole('button', { name: 'Stop' }).click();
  await expect(progress).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Print labels (ZPL)' })).toBeFocused();

  await page.unrouteAll();
  await holdLabels(page, 2);
  await printZpl(page);
  await expect(progress.getByRole('status')).toHaveText('1 of 4 orders');
  const left = await saved(page, async () => void (await page.goBack()));
  expect(left.name).toBe('portageLabels.zpl');
  const notification = told(page, 'Labels of 1 order saved');
  await expect(notification).toContainText(
    '3 orders were left out, including the one for Bo Tremblay.',
  );
  expect(await notification.getByRole('button', { name: 'Preview' }).count()).toBe(0);

  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await selectAll(page);
  await page.unrouteAll();
  await holdLabels(page, 3);
  await page.getByRole('button', { name: 'Label format' }).click();
  await page.getByRole('menuitem', { name: 'PDF Prints 4 × 6 in pages' }).click();
  await expect(progress.getByRole('status')).toHaveText('2 of 4 orders');
  await expect(progress).toContainText('If you stop, what is ready by then is printed.');
  const { name, bytes } = await saved(page, () =>
    progress.getByRole('button', { name: 'Stop' }).click(),
  );
  expect(name).toBe('portageLabels.pdf');
  expect(pdfPictures(bytes)).toHaveLength(2);
  await expect(progress).toHaveCount(0);
  await expect(told(page, 'Labels of 2 orders saved')).toContainText(
    '2 orders were left out, including the one for Cy O’Neil.',
  );
  expect(await page.getByRole('alert').count()).toBe(0);
});
