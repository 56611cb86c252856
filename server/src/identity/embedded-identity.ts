import type { SessionTokens } from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { isFactorRequired } from '../second-factor/change-factors.ts';
import { challengeFactor, type FactorDeps, proveFactor } from '../second-factor/prove-factor.ts';
import type { Identity } from '../sessions/identity.ts';
import { attemptOf } from '../sessions/known-devices.ts';
import {
  findOwnerOfRefreshToken,
  issueRefreshToken,
  listSessions,
  notePasswordCheck,
  readSignInState,
  revokeRefreshToken,
  rotateRefreshToken,
} from '../sessions/refresh-tokens.ts';
import { passwordMark, sessionTokenSigner } from '../sessions/session-tokens.ts';
import { SIGNATURE_ALGORITHM, databaseSigningKeys } from '../sessions/signing-keys.ts';
import {
  changePassword,
  checkPassword,
  prepareUser,
  findNamedUser,
  findUsername,
  deleteUserAccount,
  endSessionOf,
  endSessionsOf,
  renewTemporaryPassword,
  replaceTemporaryPassword,
  type User,
} from '../users/accounts.ts';
import { hashPassword } from '../users/passwords.ts';
import { resetPassword, sendResetCode } from '../users/reset-password.ts';

/** Users in PostgreSQL, argon2id, ES256 tokens. */
export function embeddedIdentity(deps: FactorDeps): Identity {
  const { db, clock } = deps;
  const keys = databaseSigningKeys(deps);
  const signer = sessionTokenSigner(keys, clock);

  async function sessionToken(user: User, sessionId: string): Promise<string> {
    const { name: merchantName } = await getMerchant(db, user.merchantId);
    return signer.signSession({ ...user, userId: user.id, merchantName, sessionId });
  }

  /** Throws `sign_in_failed` when the password changed during its check. */
  async function openSession(
    user: User,
    { userAgent, factorCheckedAt }: { userAgent?: string | undefined; factorCheckedAt?: number },
  ): Promise<SessionTokens> {
    const isAsked = factorCheckedAt === undefined && user.kind === 'user';
    const awaitsFactor = isAsked && (await isFactorRequired(db, user.merchantId));
    const opening = { ...user, userAgent, factorCheckedAt, awaitsFactor };
    const opened = await issueRefreshToken(db, opening, clock.now());
    if (!opened) throw new ApiError('sign_in_failed');
    const { sessionId, refreshToken } = opened;
    return { token: await sessionToken(user, sessionId), refreshToken };
  }

  return {
    async signIn({ username, password }, userAgent) {
      const user = await checkPassword(db, username, password);
      if (!user) throw new ApiError('sign_in_failed');
      if (user.mustChangePassword) {
        return {
          challengeName: 'NEW_PASSWORD_REQUIRED',
          challengeParameters: { userAttributes: { email: user.username, name: user.name } },
          session: await signer.signChallenge(user.id),
        };
      }
      const factor = user.kind === 'user' ? await challengeFactor(deps, user.id) : undefined;
      if (!factor) return openSession(user, { userAgent });
      return {
        challengeName: 'SECOND_FACTOR_REQUIRED',
        challengeParameters: factor,
        session: await signer.signFactorChallenge(user),
      };
    },
    async refresh({ username, refreshToken }) {
      const owner = await findOwnerOfRefreshToken(db, refreshToken);
      const user = owner && (await findNamedUser(db, owner, username));
      if (!user) throw new ApiError('refresh_refused');
      const rotation = await rotateRefreshToken(db, refreshToken, clock.now());
      if (rotation === 'replayed') return rotation;
      if (!rotation) throw new ApiError('refresh_refused');
      const token = await sessionToken(user, rotation.sessionId);
      return { token, refreshToken: rotation.successor };
    },
    async signOut(refreshToken) {
      const userId = await revokeRefreshToken(db, refreshToken);
      return userId === undefined ? undefined : { username: await findUsername(db, userId) };
    },
    async completeNewPassword({ username, newPassword, session }, userAgent) {
      const userId = await signer.verifyChallenge(session);
      if (!userId) throw new ApiError('challenge_expired');
      const user = await replaceTemporaryPassword(db, { userId, username, newPassword });
      if (!user) throw new ApiError('challenge_expired');
      // A new password needs the second factor, too.
      if (await challengeFactor(deps, user.id)) throw new ApiError('second_factor_expired');
      return openSession(user, { userAgent });
    },
    offersSecondFactor: true,
    async confirmPassword({ username, sessionId }, password) {
      const user = await checkPassword(db, username, password);
      if (!user || sessionId === undefined) return false;
      await notePasswordCheck(db, sessionId, clock.now());
      return true;
    },
    async completeSecondFactor({ username, session, proof, device }, { address, userAgent }) {
      const challenge = await signer.verifyFactorChallenge(session);
      const user = challenge && (await findNamedUser(db, challenge.userId, username));
      if (!user || passwordMark(user.passwordHash) !== challenge.mark) {
        throw new ApiError('second_factor_expired');
      }
      const from = await attemptOf(deps, { username, address, device });
      await proveFactor(deps, { ...user, userId: user.id }, proof, from);
      return openSession(user, { userAgent, factorCheckedAt: clock.now() });
    },
    requestPasswordReset: (username, locale, mailId) =>
      sendResetCode(deps, { username, locale, mailId }, clock.now()),
    confirmPasswordReset: (answer) => resetPassword(db, answer, clock.now()),
    async changePassword(session, change) {
      await changePassword(db, session, change);
      return undefined;
    },
    async prepareAccount(account) {
      const insert = await prepareUser(account, clock.now());
      return async (trx) => {
        await insert(trx);
      };
    },
    async prepareTemporaryPassword(username, password) {
      const passwordHash = await hashPassword(password);
      return (trx) => renewTemporaryPassword(trx, username, passwordHash);
    },
    async setEnabled(trx, username, isEnabled) {
      // Sign-ins and calls check `isEnabled`.
      if (!isEnabled) await endSessionsOf(trx, username);
    },
    deleteAccount: (trx, person) => deleteUserAccount(trx, person),
    verify: (token) => signer.verifySession(token),
    findSignInState: (reads, { sessionId }) => readSignInState(reads, sessionId, clock.now()),
    listSessions: (person) => listSessions(db, person, clock.now()),
    endSession: (trx, person, sessionId) => endSessionOf(trx, person, sessionId),
    endSessions: (trx, username) => endSessionsOf(trx, username),
    async publicKeys() {
      const all = await keys.all();
      return {
        keys: all.map(({ kid, publicJwk }) => ({
          ...publicJwk,
          kid,
          alg: SIGNATURE_ALGORITHM,
          use: 'sig',
        })),
      };
    },
  };
}
