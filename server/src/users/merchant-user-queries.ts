import type { EpochMillis } from '@portage/contract/time';
import type { MerchantUser, UserRole } from '@portage/contract/users/users';
import type { Executor } from '../db/database.ts';
import { isMerchantDisabled } from '../merchants/get-merchant.ts';

const MOST_LISTED = 1000;

export interface Membership {
  isMerchantDisabled: boolean;
  /** False for a disabled user or merchant, or a revoked service user. */
  isInForce: boolean;
  role: UserRole;
  /** Service users alone have it. */
  expiresAt?: EpochMillis | null;
  lastUsedAt?: EpochMillis | null;
}

/** Undefined for an unknown merchant. Users known to the identity provider alone are owners. */
export async function findUserMembership(
  db: Executor,
  merchantId: string,
  username: string,
): Promise<Membership | undefined> {
  const [isDisabled, person] = await Promise.all([
    isMerchantDisabled(db, merchantId),
    db
      .selectFrom('merchant_users')
      .select(['disabled_at as disabledAt', 'role'])
      .where('merchant_id', '=', merchantId)
      .where('username', '=', username)
      .executeTakeFirst(),
  ]);
  if (isDisabled === undefined) return undefined;
  const isInForce = !isDisabled && (person?.disabledAt ?? null) === null;
  return { isMerchantDisabled: isDisabled, isInForce, role: person?.role ?? 'owner' };
}

/** Undefined for an unknown merchant. The role is member. */
export async function findServiceMembership(
  db: Executor,
  merchantId: string,
  username: string,
): Promise<Membership | undefined> {
  const [isDisabled, program] = await Promise.all([
    isMerchantDisabled(db, merchantId),
    db
      .selectFrom('service_users')
      .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
      .where('merchant_id', '=', merchantId)
      .where('username', '=', username)
      .executeTakeFirst(),
  ]);
  if (isDisabled === undefined) return undefined;
  const isInForce = !isDisabled && program !== undefined;
  return { isMerchantDisabled: isDisabled, isInForce, role: 'member', ...program };
}

const columns = [
  'username',
  'name',
  'phone',
  'role',
  'invited_at as invitedAt',
  'last_sign_in_at as lastSignInAt',
  'disabled_at as disabledAt',
] as const;

function userOf(
  row: Omit<MerchantUser, 'phone' | 'lastSignInAt' | 'disabledAt'> & {
    phone: string | null;
    lastSignInAt: number | null;
    disabledAt: number | null;
  },
): MerchantUser {
  const { phone, lastSignInAt, disabledAt, ...user } = row;
  return {
    ...user,
    ...(phone !== null && { phone }),
    ...(lastSignInAt !== null && { lastSignInAt }),
    ...(disabledAt !== null && { disabledAt }),
  };
}

/** Lists users by name. */
export async function listMerchantUsers(db: Executor, merchantId: string): Promise<MerchantUser[]> {
  const rows = await db
    .selectFrom('merchant_users')
    .select(columns)
    .where('merchant_id', '=', merchantId)
    .orderBy('name')
    .orderBy('username')
    .limit(MOST_LISTED)
    .execute();
  return rows.map(userOf);
}

export async function hasMerchantUser(
  db: Executor,
  merchantId: string,
  username: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('merchant_users')
    .select('username')
    .where('merchant_id', '=', merchantId)
    .where('username', '=', username)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks, so that two owners do not disable each other. */
export async function lockMerchantUsers(
  trx: Executor,
  merchantId: string,
): Promise<Map<string, MerchantUser>> {
  const rows = await trx
    .selectFrom('merchant_users')
    .select(columns)
    .where('merchant_id', '=', merchantId)
    .orderBy('username')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.username, userOf(row)]));
}

/** False when the username exists. */
export async function insertMerchantUser(
  trx: Executor,
  merchantId: string,
  user: { username: string; name: string; phone?: string | undefined; role: UserRole },
  now: EpochMillis,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('merchant_users')
    .values({
      merchant_id: merchantId,
      username: user.username,
      name: user.name,
      phone: user.phone ?? null,
      role: user.role,
      invited_at: new Date(now),
      last_sign_in_at: null,
      disabled_at: null,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'username']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A user known only to the identity provider becomes an owner. */
export async function upsertSignIn(
  db: Executor,
  merchantId: string,
  { username, name }: { username: string; name: string },
  now: EpochMillis,
): Promise<void> {
  const at = new Date(now);
  await db
    .insertInto('merchant_users')
    .values({
      merchant_id: merchantId,
      username,
      name,
      phone: null,
      role: 'owner',
      invited_at: at,
      last_sign_in_at: at,
      disabled_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'username']).doUpdateSet({ last_sign_in_at: at }),
    )
    .execute();
}

/** Null enables. */
export async function updateMerchantUser(
  trx: Executor,
  merchantId: string,
  username: string,
  changes: { role?: UserRole; disabledAt?: EpochMillis | null; invitedAt?: EpochMillis },
): Promise<void> {
  const { role, disabledAt, invitedAt } = changes;
  await trx
    .updateTable('merchant_users')
    .set({
      ...(role !== undefined && { role }),
      ...(disabledAt !== undefined && {
        disabled_at: disabledAt === null ? null : new Date(disabledAt),
      }),
      ...(invitedAt !== undefined && { invited_at: new Date(invitedAt) }),
    })
    .where('merchant_id', '=', merchantId)
    .where('username', '=', username)
    .execute();
}

/** People, programs and accounts, in no sequence. */
export async function listUsernamesOf(
  db: Executor,
  merchantId: string,
  limit: number,
): Promise<string[]> {
  const found = new Set<string>();
  for (const table of ['merchant_users', 'service_users', 'users'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('username')
      .where('merchant_id', '=', merchantId)
      .limit(limit)
      .execute();
    for (const { username } of rows) found.add(username);
  }
  return [...found];
}

export async function deletePersonRows(
  trx: Executor,
  merchantId: string,
  usernames: readonly string[],
): Promise<void> {
  // Accounts remain where another provider checks passwords.
  for (const table of ['merchant_users', 'service_users', 'users'] as const) {
    await trx
      .deleteFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('username', 'in', usernames)
      .execute();
  }
}
