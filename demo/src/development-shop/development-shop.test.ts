import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../server/src/clock.ts';
import { deleteMerchantData } from '../../../server/src/merchant-data/delete-merchant.ts';
import { beginLeaving, findMerchant } from '../../../server/src/merchants/operate-merchants.ts';
import { insertOrders } from '../../../server/src/orders/order-queries.ts';
import { listLinkedShops } from '../../../server/src/shop/link-shop.ts';
import { TEST_NOW, useTestServer } from '../../../server/src/testing/build-test-server.ts';
import { locatedOrder } from '../../../server/src/testing/carrier-events.ts';
import { buy, makeLinkedShop } from '../../../server/src/testing/linked-shop.ts';
import { useServer } from '../../../server/src/testing/use-server.ts';
import { USUAL_BUYER } from './development-shop-pages.ts';
import { openDevelopmentShop } from './development-shop.ts';
import { seedDevelopmentShop } from './seed-development-shop.ts';

const server = useTestServer();
const page = (path: string) => server.app.inject({ url: `/dev/shop${path}` });
const post = (path: string, typed: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/dev/shop${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(typed).toString(),
  });

describe('the pages of the development shop', () => {
  test('explain it in both languages and list the shops', async () => {
    const { domain } = await makeLinkedShop(server);
    const english = await page('');
    expect(english.body).toContain('This is not a real shop');
    expect(english.body).toContain(
      `<a href="/dev/shop/${domain}">${domain}</a>: Portage is installed`,
    );
    expect((await page('?lang=fr')).body).toContain('Ce n’est pas une vraie boutique');
    expect(english.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await page('/evil.com')).statusCode).toBe(404);
  });

  test('start the installation with a signed request and ask for confirmation', async () => {
    const shop = `new-${Date.now()}.myshopify.com`;
    const { location } = (await page(`/${shop}/install`)).headers;
    const install = new URL(String(location));
    expect([install.pathname, install.searchParams.get('shop')]).toEqual([
      '/platform/authorize',
      shop,
    ]);
    const query = { redirect_uri: 'https://portage.example/shop/oauth/callback', state: '"<b>' };
    const path = `/${shop}/admin/oauth/authorize?${new URLSearchParams(query).toString()}`;
    const asked = await page(path);
    expect(asked.body).toContain(`Install Portage in ${shop}?`);
    expect(asked.body).not.toContain('"<b>');
    expect(String((await post(path)).headers.location)).toContain('/shop/oauth/callback?code=');
    const elsewhere = path.replace('portage.example', 'evil.example');
    expect((await post(elsewhere)).statusCode).toBe(404);
  });

  test('place an order with a rate, show it, and offer fulfillment and cancellation', async () => {
    const { domain, shop } = await makeLinkedShop(server);
    const typed = { ...USUAL_BUYER, product: '81001', name: '<i>Zoé</i>' };
    expect((await page(`/${domain}/checkout`)).body).toContain('Amélie Okafor');
    const checkout = await page(`/${domain}/checkout?${new URLSearchParams(typed).toString()}`);
    expect(checkout.body).toContain('value="PORTAGE_NEXTDAY"');
    for (const rate of ['PORTAGE_NEXTDAY', '']) {
      await post(`/${domain}/checkout`, { ...typed, rate });
    }
    const [ours, own] = [...shop.orders.values()];
    expect([ours?.shippingLine?.code, own?.shippingLine?.code]).toEqual([
      'PORTAGE_NEXTDAY',
      'Economy',
    ]);
    const listed = await page(`/${domain}`);
    expect(listed.body).toContain('&lt;i&gt;Zoé');
    expect(listed.body).toContain(`/platform/fulfill?shop=${domain}&amp;id=${ours?.id}`);

    await post(`/${domain}/orders/${ours?.id}/fulfill`);
    await post(`/${domain}/orders/${own?.id}/cancel`);
    expect(ours?.fulfillments).toHaveLength(1);
    expect(own?.cancelledAt).not.toBe(null);
    const after = (await page(`/${domain}`)).body;
    expect([after.includes('Fulfilled'), after.includes('Cancelled')]).toEqual([true, true]);
    expect((await post(`/${domain}/orders/1/cancel`)).statusCode).toBe(404);
  });

  test('switch failures on and off, and uninstall the app', async () => {
    const { domain, shop } = await makeLinkedShop(server);
    await post(`/${domain}/failure`, { failure: 'throttled' });
    expect(shop.failure).toBe('throttled');
    expect((await page(`/${domain}`)).body).toContain('value="throttled" selected');
    await post(`/${domain}/failure`, { failure: 'none' });
    await post(`/${domain}/uninstall`);
    expect((await page(`/${domain}`)).body).toContain('Portage is not installed');
  });

  test('are not found without a development shop in the settings', async () => {
    const alone = await useServer(server.deps);
    expect((await alone.inject({ url: '/dev/shop' })).statusCode).toBe(404);
  });
});

test('a demo starts again after its first merchant was deleted', async () => {
  const { deps, developmentShop } = server;
  const { db } = deps;
  const linked = await makeLinkedShop(server);
  const { id } = linked.merchant.merchant;
  const callbackUrl = 'https://portage.example/shop';
  const begin = () =>
    seedDevelopmentShop(deps, developmentShop, { callbackUrl, demoMerchantId: id });
  await beginLeaving(db, id, TEST_NOW);
  await begin();
  await deleteMerchantData(deps, id);
  await expect.poll(() => findMerchant(db, id)).toBeUndefined();
  await begin();
  expect((await listLinkedShops(db)).map(({ merchantId }) => merchantId)).not.toContain(id);
});

test('the development shop begins with every order that Portage knows, not only the newest', async () => {
  const linked = await makeLinkedShop(server);
  const bought = await buy(server, linked);
  const author = { merchantId: linked.merchant.merchant.id, username: 'someone' };
  const orders = Array.from({ length: 250 }, (_, index) => ({
    ...locatedOrder(server.deps.clock.now() - index * 60_000, { author }),
    customFields: [{ name: 'shopifyOrderId', value: String(5_000 + index) }],
    pickupReadyAt: server.deps.clock.now(),
  }));
  await insertOrders(server.deps.db, orders);
  const world = openDevelopmentShop({
    clock: systemClock,
    clientSecret: 'secret',
    deliver: server.deliver,
  });
  const callbackUrl = 'https://portage.example/shop';
  await seedDevelopmentShop(server.deps, world, { callbackUrl, demoMerchantId: undefined });
  const shop = world.shop(linked.domain);
  expect(shop.orders.size).toBe(251);
  expect(shop.orders.get(bought.id)?.name).toBe(bought.name);
  const [fulfillment] = shop.orders.get('5249')?.fulfillments ?? [];
  const number = orders[249]?.trackingNumber;
  expect(fulfillment?.tracking).toMatchObject({
    number,
    url: `${server.deps.trackingUrl}/${number}`,
  });
  expect(shop.orders.get('5249')?.shippingLine?.title).toMatch(/^Portage – \w/);
});
