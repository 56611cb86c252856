import { expect, type Page } from '@playwright/test';
import { look } from './look-around.ts';
import { merchantWithOrders } from './own-merchant.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search orders' });
const rowOf = (page: Page, name: string) => page.getByRole('row', { name });

test('typing finds orders and clears selection and details, a reload keeps the search, and a search in vain says so', async ({
  page,
}) => {
  await openSignedIn(page, await merchantWithOrders(), '/orders');
  await expect(rowOf(page, 'Bo Tremblay')).toBeVisible();
  // React also writes the value of a controlled box into the attribute.
  await box(page).evaluate((input) => {
    const values: string[] = [];
    new MutationObserver(() => values.push(input.getAttribute('value') ?? '')).observe(input, {
      attributeFilter: ['value'],
    });
    Object.assign(window, { valuesOfTheBox: values });
  });
  const values = () => page.evaluate(() => Reflect.get(window, 'valuesOfTheBox') as string[]);
  await box(page).fill('roy');
  await expect(page).toHaveURL('/orders?search=roy');
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  expect(await values()).toEqual(['roy']);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rowOf(page, 'Ada Nguyen')).toBeVisible();
  expect(await values()).toEqual(['roy', '']);
  await expect(box(page)).toBeFocused();

  await box(page).fill('  tremblay BO ');
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Bo Tremblay')).toBeVisible();
  await expect(rowOf(page, 'Ada Nguyen')).toBeHidden();
  await expect(page).toHaveURL('/orders?search=tremblay+BO');

  await page.reload();
  await expect(box(page)).toHaveValue('tremblay BO');
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rowOf(page, 'Ada Nguyen')).toBeVisible();
  await expect(box(page)).toBeFocused();
  await expect(page).toHaveURL('/orders');

  await rowOf(page, 'Ada Nguyen').getByRole('checkbox').check();
  await rowOf(page, 'Bo Tremblay').click();
  await expect(page.getByText('1 selected')).toBeVisible();
  // The key / focuses the box, and a typographic apostrophe does not matter.
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("o'neil");
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Cy O’Neil')).toBeVisible();
  await expect(page.getByText('1 selected')).toBeHidden();
  await expect(page).not.toHaveURL(/expanded/);

  await box(page).fill('50%_nobody');
  await expect(page.getByText('No order matches “50%_nobody”')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'No orders' })).toHaveText('No orders');
  await look(page, 'a search in vain');
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(rowOf(page, 'Ada Nguyen')).toBeVisible();
  await expect(box(page)).toHaveValue('');
});
