import type { EpochMillis } from '@portage/contract/time';
import type { ServiceUser } from '@portage/contract/users/users';
import { takeLock } from '../db/advisory-lock.ts';
import type { Executor } from '../db/database.ts';

/** Newest first. */
export async function listServiceUsers(db: Executor, merchantId: string): Promise<ServiceUser[]> {
  const rows = await db
    .selectFrom('service_users')
    .select([
      'username',
      'created_at as createdAt',
      'name',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
    ])
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .orderBy('username')
    .execute();
  return rows.map(({ username, createdAt, name, expiresAt, lastUsedAt }) => ({
    username,
    createdAt,
    ...(name !== null && { name }),
    ...(expiresAt !== null && { expiresAt }),
    ...(lastUsedAt !== null && { lastUsedAt }),
  }));
}

export async function updateLastUse(
  db: Executor,
  merchantId: string,
  username: string,
  now: EpochMillis,
): Promise<void> {
  await db
    .updateTable('service_users')
    .set({ last_used_at: new Date(now) })
    .where('merchant_id', '=', merchantId)
    .where('username', '=', username)
    .execute();
}

/** Blocks other additions until the transaction ends. */
export async function lockServiceUserCount(trx: Executor, merchantId: string): Promise<number> {
  await takeLock(trx, 'service users', merchantId);
  const { count } = await trx
    .selectFrom('service_users')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertServiceUser(
  trx: Executor,
  merchantId: string,
  { username, createdAt, name, expiresAt }: Omit<ServiceUser, 'lastUsedAt'>,
): Promise<void> {
  await trx
    .insertInto('service_users')
    .values({
      merchant_id: merchantId,
      username,
      created_at: new Date(createdAt),
      name: name ?? null,
      expires_at: expiresAt === undefined ? null : new Date(expiresAt),
      last_used_at: null,
    })
    .execute();
}

/** False when there is none. */
export async function deleteServiceUser(
  trx: Executor,
  merchantId: string,
  username: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('service_users')
    .where('merchant_id', '=', merchantId)
    .where('username', '=', username)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
