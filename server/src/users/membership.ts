import { type EpochMillis, MINUTE } from '@portage/contract/time';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/session.ts';
import {
  findUserMembership,
  findServiceMembership,
  type Membership,
} from './merchant-user-queries.ts';
import { updateLastUse } from './service-user-queries.ts';

export { upsertSignIn as recordSignIn } from './merchant-user-queries.ts';

/** Milliseconds; a write per call would cost too much. */
const LAST_USE_PRECISION = 5 * MINUTE;

export const isExpired = ({ expiresAt }: Membership, now: EpochMillis): boolean =>
  (expiresAt ?? Infinity) <= now;

/** False for a revoked or expired one; else records its use. Checked at every call. */
export async function isServiceUserInForce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: { merchantId: string; username: string },
  membership: Membership,
): Promise<boolean> {
  const now = clock.now();
  if (!membership.isInForce || isExpired(membership, now)) return false;
  if ((membership.lastUsedAt ?? 0) <= now - LAST_USE_PRECISION) {
    await updateLastUse(db, merchantId, username, now);
  }
  return true;
}

/** Undefined for an unknown merchant. */
export function findMembership(
  db: Executor,
  { kind, merchantId, username }: Pick<Session, 'kind' | 'merchantId' | 'username'>,
): Promise<Membership | undefined> {
  const find = kind === 'user' ? findUserMembership : findServiceMembership;
  return find(db, merchantId, username);
}
