import { v7 as uuidv7 } from 'uuid';
import type { EpochMillis } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { hashPassword } from './passwords.ts';
import { insertUser } from './user-queries.ts';
import type { User } from './user.ts';

/** What a new user is made of. */
export interface NewUser {
  merchantId: string;
  username: string;
  name: string;
  kind: 'user' | 'service';
  password: string;
  /** True for a temporary password, to be changed at the first sign-in. */
  mustChangePassword: boolean;
  /** Digits with a leading plus. */
  phone?: string;
}

/**
 * Hashes the password of a new user of a merchant, and gives what creates the user. Throws `busy`, and
 * that then throws `username_taken`.
 */
export async function prepareUser(
  { password, phone, ...newUser }: NewUser,
  now: EpochMillis,
): Promise<(db: Executor) => Promise<User>> {
  const passwordHash = await hashPassword(password);
  const user: User = {
    ...newUser,
    id: uuidv7({ msecs: now }),
    passwordHash,
    phone: phone ?? null,
  };
  return async (db) => {
    if (!(await insertUser(db, user, now))) {
      throw new ApiError('username_taken', { username: user.username });
    }
    return user;
  };
}

/** Creates a user of a merchant. Throws `username_taken` and `busy`. */
export async function createUser(db: Executor, newUser: NewUser, now: EpochMillis): Promise<User> {
  const insert = await prepareUser(newUser, now);
  return insert(db);
}
