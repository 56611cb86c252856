import { decodeJwt } from 'jose';
import { SessionClaims, sessionKind, type SessionTokens } from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { findStanding } from '../users/find-standing.ts';
import { isExpiredServiceUser } from '../users/is-service-user-in-force.ts';
import { recordSignIn } from '../users/record-sign-in.ts';
import { foldUsername } from '@portage/contract/users/username';

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'identity'>;

/** The claims of a token that has just been issued: it is read, not verified. */
const claimsOf = (token: string) => SessionClaims.parse(decodeJwt(token));

/**
 * Records the sign-in of a person, and gives the merchant. Ends the session again and throws
 * `account_disabled` for somebody who is disabled, or whose merchant is, and `sign_in_failed` for a
 * service user that has expired.
 */
export async function recordOpenedSession(
  { db, clock, identity }: NeededDeps,
  typed: string,
  { token, refreshToken }: SessionTokens,
): Promise<string> {
  const claims = claimsOf(token);
  const username = foldUsername(typed);
  const merchantId = claims['custom:merchant_id'];
  const kind = sessionKind(claims);
  const standing = await findStanding(db, { kind, merchantId, username });
  if (standing && !standing.isInForce && (kind === 'user' || standing.isMerchantDisabled)) {
    await identity.signOut(refreshToken);
    throw new ApiError('account_disabled');
  }
  if (kind === 'service' && (await isExpiredServiceUser({ db, clock }, { merchantId, username }))) {
    await identity.signOut(refreshToken);
    throw new ApiError('sign_in_failed');
  }
  if (kind === 'user') {
    await recordSignIn(db, merchantId, { username, name: claims.name ?? username }, clock.now());
  }
  return merchantId;
}

/** Throws `refresh_refused` for a renewed session of somebody who is disabled, or whose merchant is. */
export async function requireStanding(
  { db }: Pick<Deps, 'db'>,
  username: string,
  token: string,
): Promise<void> {
  const claims = claimsOf(token);
  const merchantId = claims['custom:merchant_id'];
  const standing = await findStanding(db, { kind: sessionKind(claims), merchantId, username });
  if (standing?.isInForce === false) throw new ApiError('refresh_refused');
}
