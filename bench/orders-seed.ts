import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Credentials, SessionTokens } from '@portage/contract/users/sessions';
import { systemClock } from '../server/src/clock.ts';
import type { Database } from '../server/src/db/database.ts';
import { createMerchant } from '../server/src/merchants/first-profile.ts';
import { merchantProfile, TEST_PASSWORD } from '../server/src/testing/make-merchant.ts';
import { createUser } from '../server/src/users/accounts.ts';
import { seedOrders, type MerchantOrders } from './seed-orders.ts';
import type { Seed } from './seeded-database.ts';

const usernameOf = (ordinal: number) => `merchant-${ordinal}@bench.example`;

/** Returns the credentials of the n-th merchant's user, counted from 0. */
export const credentialsOf = (ordinal: number): Credentials => ({
  username: usernameOf(ordinal),
  password: TEST_PASSWORD,
});

/** Always equal, so that the plans of two runs are comparable. */
const merchantIdOf = (ordinal: number) =>
  `019c0000-0000-7000-8000-${String(ordinal).padStart(12, '0')}`;

async function makeMerchant(db: Database, ordinal: number, count: number): Promise<MerchantOrders> {
  const merchant = merchantProfile({ id: merchantIdOf(ordinal), name: `Merchant ${ordinal}` });
  await createMerchant(db, merchant);
  await createUser(
    db,
    {
      ...credentialsOf(ordinal),
      merchantId: merchant.id,
      name: merchant.name,
      kind: 'user',
      mustChangePassword: false,
    },
    systemClock.now(),
  );
  return { merchantId: merchant.id, count };
}

/** Seeds merchants with a user each and `counts` orders, spread over a year or `days`. */
export function ordersSeed(name: string, counts: readonly number[], days?: number): Seed {
  return {
    name,
    async fill(db) {
      const merchants = counts.map((count, ordinal) => makeMerchant(db, ordinal, count));
      await seedOrders(db, await Promise.all(merchants), days);
    },
  };
}

/** A signed-in user. */
export interface Caller {
  merchantId: string;
  headers: { authorization: string };
}

/** Signs in as the user of the seed's n-th merchant, counted from 0. */
export async function signIn(api: string, ordinal: number): Promise<Caller> {
  const response = await fetch(`${api}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentialsOf(ordinal)),
  });
  const { token } = (await response.json()) as SessionTokens;
  const headers = { authorization: `Bearer ${token}` };
  const profile = await fetch(`${api}/merchants`, { headers });
  const { id } = (await profile.json()) as Merchant;
  return { merchantId: id, headers };
}
