import { MINUTE } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import {
  findUserMembership,
  findServiceMembership,
  type Membership,
} from './merchant-user-queries.ts';
import { findServiceUserDates, updateLastUse } from './service-user-queries.ts';
export { upsertSignIn as recordSignIn } from './merchant-user-queries.ts';

/** Milliseconds; a write per call would cost too much. */
const LAST_USE_PRECISION = 5 * MINUTE;

/** Neither revoked nor expired; checked at every call. Records the use. */
export async function isServiceUserInForce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: { merchantId: string; username: string },
): Promise<boolean> {
  const dates = await findServiceUserDates(db, merchantId, username);
  const now = clock.now();
  if (!dates || isPast(dates.expiresAt, now)) return false;
  if (isPast(dates.lastUsedAt ?? 0, now - LAST_USE_PRECISION)) {
    await updateLastUse(db, merchantId, username, now);
  }
  return true;
}

export async function isExpiredServiceUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: { merchantId: string; username: string },
): Promise<boolean> {
  const dates = await findServiceUserDates(db, merchantId, username);
  return dates !== undefined && isPast(dates.expiresAt, clock.now());
}

const isPast = (timestamp: number | null, now: number) => timestamp !== null && timestamp <= now;

/** Undefined for an unknown merchant. */
export function findMembership(
  db: Executor,
  { kind, merchantId, username }: Pick<Session, 'kind' | 'merchantId' | 'username'>,
): Promise<Membership | undefined> {
  const find = kind === 'user' ? findUserMembership : findServiceMembership;
  return find(db, merchantId, username);
}
