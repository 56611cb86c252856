import { expect, type Page } from '@playwright/test';
import { widen } from './look-around.ts';
import { merchantWithOrders } from './own-merchant.ts';
import { clickTwice, printZpl, refuseLabels, saved, selectAll } from './printing.ts';
import { refuse } from './refuse.ts';
import { told } from './screen.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Print the others?' });

test('neither a held key nor the second click of a double click answers a question or reaches the list', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await refuseLabels(page, [1, 2]);
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await selectAll(page);
  await page.getByRole('button', { name: 'Print labels (ZPL)' }).focus();
  await page.keyboard.down('Enter');
  await expect(questionOf(page)).toContainText('Ada Nguyen');
  await expect(page.getByRole('button', { name: 'Skip it and continue' })).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(questionOf(page)).toContainText('Ada Nguyen');
  // The key that moves between buttons may be held.
  await page.keyboard.down('Shift');
  await page.keyboard.down('Tab');
  await page.keyboard.down('Tab');
  await page.keyboard.up('Tab');
  await page.keyboard.up('Shift');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
  await page.getByRole('button', { name: 'Skip it and continue' }).focus();
  await page.keyboard.press('Enter');
  await expect(questionOf(page)).toContainText('Bo Tremblay');
  await expect(page.getByRole('alert')).toHaveCount(2);
  await page.getByRole('button', { name: 'Stop' }).click();

  await page.unrouteAll();
  let asked = 0;
  const { promise: gate, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/api/labels/**', async (route) => {
    asked += 1;
    if (asked === 2) await gate;
    await (asked > 2 ? route.fallback() : refuse(route));
  });
  await printZpl(page);
  await expect(questionOf(page)).toContainText('Ada Nguyen');
  await clickTwice(page, 'Skip it and continue');
  const progress = page.getByRole('dialog', { name: 'Preparing labels' });
  await expect(progress.getByRole('status')).toHaveText('1 of 4 orders');
  resolve(undefined);
  await expect(questionOf(page)).toContainText('Bo Tremblay');
  await expect(page).not.toHaveURL(/expanded/);
  await saved(page, () => page.getByRole('button', { name: 'Skip it and continue' }).click());
  await expect(told(page, 'Labels of 2 orders saved')).toBeVisible();
});

test('no answer is cut in French, on wide and narrow screens', async ({ page, complaints }) => {
  complaints.expect(/status of 403/);
  await refuseLabels(page, [1]);
  await speak(page, 'fr');
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Imprimer les étiquettes (ZPL)' }).click();
  const answers = page.getByRole('dialog').getByRole('button', { name: /^(?!Fermer)/ });
  await expect(answers).toHaveCount(3);
  for (const width of [1440, 600, 390, 320]) {
    await widen(page, width);
    const cut = await answers
      .locator('.mantine-Button-label')
      .evaluateAll((labels) =>
        labels
          .filter((label) => label.scrollWidth > label.clientWidth)
          .map((one) => one.textContent),
      );
    expect(cut, `${width} px wide`).toEqual([]);
  }
});
