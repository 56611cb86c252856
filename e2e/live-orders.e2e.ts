import { expect } from '@playwright/test';
import { newOrderPayload } from '../server/src/testing/make-order.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn, signInByCall } from './sign-in.ts';
import { test } from './test.ts';

test('changes made elsewhere appear in the list', async ({ page, request }) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{ recipient: { name: 'Ada Nguyen' } }]);
  const headers = await signInByCall(request, merchant);
  const createOrder = async (name: string) => {
    const data = newOrderPayload({ recipient: { name, phone: '416-555-0142' } });
    const created = await request.post('/api/orders', { headers, data });
    return (await created.json()) as { id: string };
  };
  await openSignedIn(page, merchant, '/orders');
  const row = (name: string) => page.getByRole('row', { name }).first();
  await expect(row('Ada Nguyen')).toBeVisible();

  // New orders are counted, not inserted under the pointer.
  const { id } = await createOrder('Bo Tremblay');
  await createOrder('Cy Ferrari');
  const news = (words: string) =>
    page.getByRole('status').getByRole('button', { name: `${words} – Show` });
  await expect(news('2 new orders')).toBeVisible();
  await expect(row('Bo Tremblay')).toBeHidden();
  await news('2 new orders').click();
  // A job locates them a moment later.
  await expect(row('Bo Tremblay')).toContainText('Geocoded');
  await expect(row('Cy Ferrari')).toContainText('Geocoded');
  await expect(news('2 new orders')).toBeHidden();

  // An open row stays listed; a closed one leaves.
  await row('Bo Tremblay').click();
  await request.delete(`/api/orders/${id}`, { headers });
  await createOrder('Di Roy');
  await expect(news('1 new order')).toBeVisible();
  await expect(row('Bo Tremblay')).toBeVisible();
  await row('Bo Tremblay').click();
  await row('Cy Ferrari').focus();
  await page.mouse.move(0, 0);
  await expect(row('Bo Tremblay')).toBeHidden();
});
