import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ListedShopOrder } from '@portage/contract/shop/shop-orders';
import { USUAL_BUYER } from '../demo/src/development-shop/development-shop-pages.ts';
import { signInTo } from '../server/src/testing/call-server.ts';
import { runScenario } from './scenario.ts';
import { openStage, type Stage } from './stage.ts';

const DOMAIN = 'faults.myshopify.com';

const BUYER = { ...USUAL_BUYER, product: '81001', rate: 'PORTAGE_NEXTDAY' };

/** Fields of answers that the scenario reads. */
type ShopAnswer = Partial<
  ShopOrders & { linkToken: string; redirectUrl: string; locations: { id: string }[]; code: string }
>;

/** Opens pages of the development shop, and makes calls of its merchant. */
async function linkShop({ servers: [server], merchants: [merchant] }: Stage) {
  const address = server?.address ?? '';
  const token = await signInTo(address, merchant?.username ?? '');
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${address}/shop${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(40_000),
    });
    return { status: answer.status, value: (await answer.json()) as ShopAnswer };
  };
  /** Opens a page like a browser; returns the address of its redirect. */
  const go = async (to: string, form?: Record<string, string>): Promise<URL> => {
    const { pathname, search } = new URL(to, address);
    const answer = await fetch(`${address}${pathname}${search}`, {
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    await answer.arrayBuffer();
    expect([302, 303], `${pathname} answered ${answer.status}`).toContain(answer.status);
    return new URL(answer.headers.get('location') ?? '', address);
  };

  const { searchParams } = await go(`/dev/shop/${DOMAIN}/install`);
  const query = Object.fromEntries(searchParams);
  const { linkToken } = (await call('POST', '/link/start', { query })).value;
  const answer = await call('POST', '/link/authorize', { linkToken });
  const platform = await go(answer.value.redirectUrl ?? '');
  const callback = await go(platform.href, {});
  const end = await go(callback.href);
  const finishToken = end.searchParams.get('finish') ?? '';
  expect((await call('POST', '/link/finish', { finishToken })).status).toBe(200);
  return {
    call,
    buy: () => go(`/dev/shop/${DOMAIN}/checkout`, BUYER),
    fail: (failure: string) => go(`/dev/shop/${DOMAIN}/failure`, { failure }),
  };
}

interface ShopOrders {
  shopOrders: ListedShopOrder[];
}

test('the shop platform is away', async (context) => {
  // The platform calls only addresses with TLS.
  const settings = { PORTAGE_DEVELOPMENT_SHOP: 'on', PORTAGE_PUBLIC_URL: 'https://portage.test' };
  const stage = await openStage({ database: 'shared', servers: 1, settings });
  const { call, buy, fail } = await linkShop(stage);
  let bought = 0;
  const over = new AbortController();
  const answers: Record<string, number> = {};
  const list = async (show: string) => {
    const { status, value } = await call('GET', `/shop_orders?show=${show}`);
    return status === 200 ? (value.shopOrders ?? []) : [];
  };
  const buyers = async () => {
    while (!over.signal.aborted) {
      await buy();
      bought += 1;
      await setTimeout(1_500);
    }
  };
  /** Creates and fulfills orders, repeated until each bought one is listed and acknowledged. */
  const clerk = async () => {
    const until = performance.now() + 180_000;
    while (performance.now() < until) {
      const all = await list('all');
      const open = all.filter(({ shopOrder }) => shopOrder.fulfilment === 'unfulfilled');
      if (over.signal.aborted && open.length === 0 && all.length === bought) return;
      for (const { shopOrder } of open) {
        const { shopOrderId: orderId } = shopOrder;
        const choices = await call('GET', `/orders/locations?shop=${DOMAIN}&id=${orderId}`);
        const locationId = choices.value.locations?.[0]?.id;
        if (locationId === undefined) continue;
        const body = { orderId, locationId, rate: 'NEXTDAY' };
        const path = `/orders/create_and_fulfill?shop=${DOMAIN}`;
        const { status, value } = await call('POST', path, body);
        const answer = `${status} ${value.code ?? ''}`.trim();
        answers[answer] = (answers[answer] ?? 0) + 1;
      }
      await setTimeout(300);
    }
  };
  const working = Promise.all([buyers(), clerk()]);
  working.catch(() => undefined);

  await runScenario(stage, context, {
    done: 'Buyers buy in a linked shop, and the merchant creates and fulfills their orders. For six seconds each, the platform cannot be reached, answers 500, and does what it was asked while its answers are lost; for twelve it does not answer.',
    async trouble() {
      for (const failure of ['unreachable', 'error_500', 'lost_answer', 'slow', 'none']) {
        await fail(failure);
        if (failure !== 'none') await setTimeout(failure === 'slow' ? 12_000 : 6_000);
      }
    },
    async after() {
      over.abort();
      await working;
      await expect.poll(async () => (await list('all')).length, { timeout: 60_000 }).toBe(bought);
      const all = await list('all');
      const undone = all.filter(({ shopOrder, orderId }) => {
        return shopOrder.fulfilment !== 'fulfilled' || orderId === undefined;
      });
      const deliveries = new Set(all.map(({ orderId }) => orderId));
      const holds = {
        name: 'each shop order was read once, and has one delivery order and its fulfilment',
        checked: bought,
        broken: [
          ...undone.map(({ shopOrder }) => `${shopOrder.number} is ${shopOrder.fulfilment}`),
          ...(deliveries.size === bought ? [] : [`${deliveries.size} deliveries of ${bought}`]),
        ],
      };
      return {
        holds,
        note: `${bought} orders were bought; creating and fulfilling them was answered ${JSON.stringify(answers)}.`,
      };
    },
  });
});
