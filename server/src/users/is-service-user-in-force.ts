import type { Executor } from '../db/database.ts';
import { hasServiceUser } from './service-user-queries.ts';

/**
 * Tells whether a service user has not been revoked. Asked at every call of one, so that revoking acts
 * at once and not when its token expires.
 */
export function isServiceUserInForce(
  db: Executor,
  { merchantId, username }: { merchantId: string; username: string },
): Promise<boolean> {
  return hasServiceUser(db, merchantId, username);
}
