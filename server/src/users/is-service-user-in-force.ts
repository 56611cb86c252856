import type { Deps } from '../deps.ts';
import { findServiceUserDates, updateLastUse } from './service-user-queries.ts';

/** How exactly the last use is known, in milliseconds: a write at every call would cost too much. */
const LAST_USE_PRECISION = 5 * 60_000;

/**
 * Whether a service user was neither revoked nor has expired. Asked at every call of one, so that
 * revoking acts immediately and not when its token expires; records its last use.
 */
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

/** Whether a username is that of a service user that has expired. */
export async function isExpiredServiceUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, username }: { merchantId: string; username: string },
): Promise<boolean> {
  const dates = await findServiceUserDates(db, merchantId, username);
  return dates !== undefined && isPast(dates.expiresAt, clock.now());
}

const isPast = (timestamp: number | null, now: number) => timestamp !== null && timestamp <= now;
