import { hash } from '@node-rs/argon2';
import { v7 as uuidv7 } from 'uuid';
import { vi } from 'vitest';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import type { NewAccount } from '../sessions/identity.ts';
import * as passwords from '../users/passwords.ts';
import { insertUser } from '../users/user-queries.ts';

/** The least that argon2id can cost. A hash names its cost, so that checking it is as cheap. */
const LEAST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Makes passwords cost the least in this process, until `restorePasswords`. */
export function cheapenPasswords(): void {
  restorePasswords();
  const { isPasswordOf } = passwords;
  vi.spyOn(passwords, 'hashPassword').mockImplementation((password) => hash(password, LEAST_COST));
  vi.spyOn(passwords, 'isPasswordOf').mockImplementation(async (passwordHash, password) => {
    const isOf = await isPasswordOf(passwordHash ?? (await hash('', LEAST_COST)), password);
    return passwordHash !== undefined && isOf;
  });
}

/** Makes passwords as expensive as in the product. */
export function restorePasswords(): void {
  for (const work of [passwords.hashPassword, passwords.isPasswordOf]) {
    if (vi.isMockFunction(work)) work.mockRestore();
  }
}

/**
 * Adds an account of the embedded provider whose password takes no time to hash or to check. Throws
 * `username_taken`.
 */
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
