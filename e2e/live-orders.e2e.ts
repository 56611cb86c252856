import { type APIRequestContext, expect } from '@playwright/test';
import { newOrderPayload } from '../server/src/testing/make-order.ts';
import { giveOrders, makeMerchant, type OwnMerchant } from './own-merchant.ts';
import { openSignedIn, signInByCall } from './sign-in.ts';
import { test } from './test.ts';

/** Calls the API as the merchant's user from elsewhere. */
async function callerFor(request: APIRequestContext, merchant: OwnMerchant) {
  const headers = await signInByCall(request, merchant);
  return {
    createOrder: async (name: string) => {
      const data = newOrderPayload({ recipient: { name, phone: '416-555-0142' } });
      const created = await request.post('/api/orders', { headers, data });
      return (await created.json()) as { id: string };
    },
    deleteOrder: (id: string) => request.delete(`/api/orders/${id}`, { headers }),
  };
}

test('changes made elsewhere appear in the list', async ({ page, request }) => {
  const merchant = await makeMerchant();
  await giveOrders(merchant, [{ recipient: { name: 'Ada Nguyen' } }]);
  const elsewhere = await callerFor(request, merchant);
  await openSignedIn(page, merchant, '/orders');
  const row = (name: string) => page.getByRole('row', { name }).first();
  await expect(row('Ada Nguyen')).toBeVisible();

  // New orders are counted, not inserted under the pointer.
  const { id } = await elsewhere.createOrder('Bo Tremblay');
  await elsewhere.createOrder('Cy Ferrari');
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
  await elsewhere.deleteOrder(id);
  await elsewhere.createOrder('Di Roy');
  await expect(news('1 new order')).toBeVisible();
  await expect(row('Bo Tremblay')).toBeVisible();
  await row('Bo Tremblay').click();
  await row('Cy Ferrari').focus();
  await page.mouse.move(0, 0);
  await expect(row('Bo Tremblay')).toBeHidden();
});
