import { describe, expect, test } from 'vitest';
import type { ShopLink } from '@portage/contract/shop/shop';
import { HOUR, MINUTE } from '@portage/contract/time';
import { uninstallApp } from '../../../demo/src/development-shop/storefront.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { type LinkedShop, makeLinkedShop, shopDepsOf } from '../testing/linked-shop.ts';
import { shopDocument } from './shop-documents.ts';
import { type ShopDeps, withShop } from './with-shop.ts';

const server = useTestServer();

async function makeStrictShop(): Promise<LinkedShop> {
  const linked = await makeLinkedShop(server);
  linked.shop.tokens = 'expiring';
  return linked;
}

const ask = (deps: ShopDeps, { merchant }: LinkedShop) =>
  withShop(deps, { merchantId: merchant.merchant.id }, (call) => call(shopDocument, {}));

const at = (hours: number, work: () => Promise<void>) => server.later(hours * HOUR, work);

describe('tokens that expire', () => {
  test('are refreshed once for any number of calls in several processes', async () => {
    const [linked, other] = [await makeStrictShop(), await makeStrictShop()];
    const first = linked.shop.pairs.newest;
    const processes = [1, 2, 3].map(() => {
      const deps = shopDepsOf(server);
      return { ...deps, shopPlatform: { ...deps.shopPlatform } };
    });
    await at(1.2, async () => {
      await Promise.all(
        processes.flatMap((deps) => Array.from({ length: 5 }, () => ask(deps, linked))),
      );
      expect(linked.shop.pairs.newest).toBe(first + 1);
      await ask(shopDepsOf(server), other);
    });
    await at(2.5, async () => {
      await ask(shopDepsOf(server), linked);
      expect(linked.shop.pairs.newest).toBe(first + 2);
    });
  });

  test('that expire between two calls of one job do not stop it', async () => {
    const linked = await makeStrictShop();
    await at(0, () =>
      withShop(shopDepsOf(server), { merchantId: linked.merchant.merchant.id }, async (call) => {
        await call(shopDocument, {});
        server.setNow(TEST_NOW + 61 * MINUTE);
        await call(shopDocument, {});
      }),
    );
  });

  test.each(['lost_answer', 'error_500', 'throttled', 'malformed', 'unreachable'] as const)(
    'survive a refresh that fails once (%s)',
    async (failure) => {
      const linked = await makeStrictShop();
      await at(1.2, async () => {
        Object.assign(linked.shop, { failure, worksFor: 0, failuresLeft: 1 });
        await ask(shopDepsOf(server), linked);
        await ask(shopDepsOf(server), linked);
      });
      expect((await linked.call('GET', '/link')).json()).toMatchObject({
        link: { state: 'linked' },
      });
    },
  );

  test('whose refresh is refused require linking again', async () => {
    const [linked, other] = [await makeStrictShop(), await makeStrictShop()];
    linked.shop.pairs.newest += 1;
    linked.shop.pairs.oldest = linked.shop.pairs.newest;
    await expect(ask(shopDepsOf(server), linked)).rejects.toMatchObject({
      code: 'shop_authorization_failed',
    });
    const { link } = (await linked.call('GET', '/link')).json<{ link: ShopLink }>();
    expect(link.state).toBe('authorization_lost');
    expect((await other.call('GET', '/link')).json()).toMatchObject({ link: { state: 'linked' } });
  });

  test('are lost when the app is uninstalled', async () => {
    const linked = await makeStrictShop();
    await uninstallApp(server.developmentShop, linked.domain);
    await at(1.2, () =>
      expect(ask(shopDepsOf(server), linked)).rejects.toMatchObject({
        code: 'shop_authorization_failed',
      }),
    );
  });

  test('are stored encrypted', async () => {
    const linked = await makeStrictShop();
    const stored = async () => {
      const row = await server.deps.db
        .selectFrom('shops')
        .select('encrypted_token')
        .where('merchant_id', '=', linked.merchant.merchant.id)
        .executeTakeFirstOrThrow();
      return String(row.encrypted_token);
    };
    expect(await stored()).not.toMatch(/shpat_|shprt_/);
    await at(1.2, async () => {
      await ask(shopDepsOf(server), linked);
      expect(await stored()).not.toMatch(/shpat_|shprt_/);
    });
  });
});
