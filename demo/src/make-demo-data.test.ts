import { describe, expect, test, beforeAll } from 'vitest';
import { Order, type OrderPage } from '@portage/contract/orders/orders';
import { findLogo } from '../../server/src/logos/find-logo.ts';
import { listOrders } from '../../server/src/orders/list-orders.ts';
import { TEST_NOW, useTestServer } from '../../server/src/testing/build-test-server.ts';
import { demo } from './demo.ts';
import { makeDemoData } from './make-demo-data.ts';
import { boulangerieDuCoin, mapleAndPine, prairieLaneBooks } from './merchants.ts';

const server = useTestServer();

const signIn = async (username: string, password: string) => {
  const payload = { username, password };
  return server.app.inject({ method: 'POST', url: '/api/auth/token', payload });
};

async function countRows(table: 'merchants' | 'users' | 'orders' | 'audit_entries') {
  const { db } = server.deps;
  const { rows } = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

async function newestOrders(merchantId: string): Promise<Order[]> {
  const page = await listOrders(server.deps.db, merchantId, { limit: 100 });
  return (JSON.parse(page.toString()) as OrderPage).orders;
}

test('a start that fails midway leaves the database empty', async () => {
  const { places } = server.deps;
  let located = 0;
  const breaking: typeof places = {
    ...places,
    async locate(address) {
      located += 1;
      if (located > 200) throw new Error('The places are gone');
      return places.locate(address);
    },
  };
  await expect(makeDemoData({ ...server.deps, places: breaking })).rejects.toThrow('gone');
  expect(await countRows('merchants')).toBe(0);
  expect(await countRows('users')).toBe(0);
});

describe('two servers that start at once on an empty database', () => {
  beforeAll(async () => {
    await Promise.all([makeDemoData(server.deps), makeDemoData(server.deps)]);
  });

  test('make the demo once', async () => {
    expect(await countRows('merchants')).toBe(3);
    expect(await countRows('users')).toBe(3);
    expect(await countRows('orders')).toBe(2_820);
    expect(await countRows('audit_entries')).toBeGreaterThan(20_000);
  });

  test('show sign-ins that work, the last with a new password to choose', async () => {
    const answers = await Promise.all(
      demo.signIns.map(async ({ username, password }) =>
        (await signIn(username, password)).json<unknown>(),
      ),
    );
    expect(answers).toEqual([
      expect.objectContaining({ token: expect.any(String) }),
      expect.objectContaining({ token: expect.any(String) }),
      expect.objectContaining({ challengeName: 'NEW_PASSWORD_REQUIRED' }),
    ]);
  });

  test('list the newest orders of each merchant', async () => {
    const [newest] = await newestOrders(mapleAndPine.profile.id);
    expect(Order.parse(newest).createdAt).toBeGreaterThan(TEST_NOW - 60_000);
    const inFrench = await newestOrders(boulangerieDuCoin.profile.id);
    const promises = inFrench.map(({ rateChoice }) => rateChoice?.description);
    expect(promises).toContain('In the 3-hour window of your choice');
    expect(await newestOrders(prairieLaneBooks.profile.id)).toEqual([]);
  });

  test('let only Maple & Pine ship heavy orders', async () => {
    const enabled = async ({ username, password }: (typeof demo.signIns)[number]) => {
      const { token } = (await signIn(username, password)).json<{ token: string }>();
      const url = '/api/orders/featureFlags/heavy-parcel-consolidation-v1';
      const headers = { authorization: `Bearer ${token}` };
      return (await server.app.inject({ url, headers })).json<unknown>();
    };
    expect(await enabled(mapleAndPine.signIn)).toEqual({ enabled: true });
    expect(await enabled(boulangerieDuCoin.signIn)).toEqual({ enabled: false });
  });

  test('have an embedded logo for each brand', async () => {
    const { deps } = server;
    for (const { profile } of [mapleAndPine, boulangerieDuCoin]) {
      const names = profile.merchantDisplayLogoUrls.map(({ name }) => name);
      const logos = await Promise.all(
        [undefined, ...names].map((name) => findLogo(deps, profile, name)),
      );
      const pictures = logos.map((logo) => logo && Buffer.from(logo.gray).toString('base64'));
      expect(pictures).not.toContain(undefined);
      expect(new Set(pictures).size).toBe(names.length + 1);
    }
  });

  test('leave it as it is when they start again', async () => {
    const before = await countRows('orders');
    await makeDemoData(server.deps);
    expect(await countRows('orders')).toBe(before);
  });
});
