import { hash } from '@node-rs/argon2';
import { v7 as uuidv7 } from 'uuid';
import { vi } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Database, Executor } from '../db/database.ts';
import { createMerchant } from '../merchants/first-profile.ts';
import type { NewAccount } from '../sessions/identity.ts';
import * as passwords from '../users/passwords.ts';
import { insertUser } from '../users/user-queries.ts';
import { merchantProfile, TEST_PASSWORD } from './make-merchant.ts';

export interface NewMerchant {
  profile?: Partial<Merchant>;
  /** Gives the user a temporary password. */
  mustChangePassword?: boolean;
}

/** Minimum of argon2id. A hash names its cost, so checks are as cheap. */
const LEAST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Makes passwords cheap in this process, until `restorePasswords`. */
export function cheapenPasswords(): void {
  restorePasswords();
  const { isPasswordOf } = passwords;
  vi.spyOn(passwords, 'hashPassword').mockImplementation((password) => hash(password, LEAST_COST));
  vi.spyOn(passwords, 'isPasswordOf').mockImplementation(async (passwordHash, password) => {
    const isOf = await isPasswordOf(passwordHash ?? (await hash('', LEAST_COST)), password);
    return passwordHash !== undefined && isOf;
  });
}

/** Restores the product's cost of passwords. */
export function restorePasswords(): void {
  for (const work of [passwords.hashPassword, passwords.isPasswordOf]) {
    if (vi.isMockFunction(work)) work.mockRestore();
  }
}

/** Adds an embedded account with a cheap password. Throws `username_taken`. */
export async function insertCheapAccount(
  db: Executor,
  { password, merchantName: _inToken, phone, ...account }: NewAccount,
  now: EpochMillis,
): Promise<void> {
  const passwordHash = await hash(password, LEAST_COST);
  const user = { ...account, id: uuidv7({ msecs: now }), passwordHash, phone: phone ?? null };
  if (!(await insertUser(db, user, now))) {
    throw new ApiError('username_taken', { username: user.username });
  }
}

/** Makes a merchant without orders, and its user, on any database. */
export async function insertMerchant(
  db: Database,
  { profile = {}, mustChangePassword = false }: NewMerchant = {},
) {
  const merchant = merchantProfile(profile);
  const username = `user-${merchant.id}@test.example`;
  await createMerchant(db, merchant);
  const account = { username, name: 'Test User', kind: 'user', mustChangePassword } as const;
  const ofMerchant = { merchantId: merchant.id, merchantName: merchant.name };
  const password = TEST_PASSWORD;
  await insertCheapAccount(db, { ...account, ...ofMerchant, password }, Date.now());
  return { merchantId: merchant.id, username, password };
}
