import { describe, expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import type { DevOrder } from '../../../demo/src/development-shop/shop-state.ts';
import { orderBody, staffActions } from '../../../demo/src/development-shop/storefront.ts';
import { useTestServer } from '../testing/build-test-server.ts';
import { buy, type LinkedShop, makeLinkedShop, waitUntil } from '../testing/linked-shop.ts';

const server = useTestServer();

async function makeTagged() {
  const linked = await makeLinkedShop(server, { orderTags: ['gift', 'fragile'] });
  const bought = await buy(server, linked);
  bought.tags = ['fragile', 'newsletter'];
  const order = await linked.placeAndLocate(bought.id);
  return { linked, bought, order };
}

const sync = (
  { call, domain }: LinkedShop,
  { id: orderId }: Order,
  { id: shopOrderId }: DevOrder,
) => call('POST', '/orders/tags/sync', { shopName: domain, orders: [{ orderId, shopOrderId }] });

const tagsOf = async ({ merchant }: LinkedShop, { id }: Order) =>
  (await merchant.call('GET', `/orders/${id}`)).json<Order>().tags.toSorted();

describe('tags', () => {
  test('of orders reach the shop, and the shop’s own tags stay', async () => {
    const { linked, bought, order } = await makeTagged();
    const change = (call: string, tag: string) =>
      linked.merchant.call('PATCH', `/orders/${order.id}/${call}`, { payload: [tag] });
    await change('removeTags', 'fragile');
    await change('removeTags', 'newsletter');
    await change('addTags', 'gift');
    expect((await sync(linked, order, bought)).json()).toEqual({
      outcomes: [
        { orderId: order.id, shopOrderId: bought.id, result: 'success', status: 'GEOCODED' },
      ],
    });
    expect(bought.tags.toSorted()).toEqual(['gift', 'newsletter']);
  });

  test('that the shop adds or removes reach the delivery order', async () => {
    const { linked, bought, order } = await makeTagged();
    expect(await tagsOf(linked, order)).toEqual(['fragile', 'newsletter']);
    await linked.merchant.call('PATCH', `/orders/${order.id}/addTags`, { payload: ['Portage’s'] });
    await staffActions.tag(server.developmentShop, linked.domain, bought);
    await waitUntil(async () => (await tagsOf(linked, order)).includes('gift'));
    expect(await tagsOf(linked, order)).toEqual(['Portage’s', 'fragile', 'gift', 'newsletter']);
    bought.tags = ['gift'];
    await server.developmentShop.tell(linked.domain, 'orders/updated', orderBody(bought));
    await waitUntil(async () => (await tagsOf(linked, order)).length === 2);
    expect(await tagsOf(linked, order)).toEqual(['Portage’s', 'gift']);
  });

  test('that the shop changed without a webhook survive a sync', async () => {
    const { linked, bought, order } = await makeTagged();
    linked.shop.webhooks = [];
    bought.tags = ['gift', 'newsletter'];
    await linked.merchant.call('PATCH', `/orders/${order.id}/addTags`, { payload: ['rush'] });
    await sync(linked, order, bought);
    expect(bought.tags.toSorted()).toEqual(['gift', 'newsletter', 'rush']);
    expect(await tagsOf(linked, order)).toEqual(['gift', 'newsletter', 'rush']);
    // Synced tags count as read, so the shop may remove them.
    bought.tags = ['gift', 'newsletter'];
    await sync(linked, order, bought);
    expect(bought.tags.toSorted()).toEqual(['gift', 'newsletter']);
  });
});
