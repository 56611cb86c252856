import type { SessionTokens } from '@portage/contract/sessions';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { getMerchantName } from '../merchants/get-merchant.ts';
import { challengeExpired, refreshRefused, signInFailed } from '../refusals.ts';
import { checkPassword } from '../users/check-password.ts';
import { confirmPasswordReset } from '../users/confirm-password-reset.ts';
import { createUser } from '../users/create-user.ts';
import { deleteUserAccount } from '../users/delete-user-account.ts';
import { findNamedUser } from '../users/find-named-user.ts';
import { replaceTemporaryPassword } from '../users/replace-temporary-password.ts';
import { requestPasswordReset } from '../users/request-password-reset.ts';
import type { User } from '../users/user.ts';
import type { Identity } from './identity.ts';
import {
  findOwnerOfRefreshToken,
  issueRefreshToken,
  revokeAllRefreshTokens,
  revokeRefreshToken,
  rotateRefreshToken,
} from './refresh-tokens.ts';
import { sessionTokenSigner } from './session-tokens.ts';
import { databaseSigningKeys, SIGNATURE_ALGORITHM } from './signing-keys.ts';

/** The identity provider that comes with Portage: users in PostgreSQL, argon2id, ES256 tokens. */
export function embeddedIdentity(db: Database, clock: Clock): Identity {
  const keys = databaseSigningKeys(db, clock);
  const signer = sessionTokenSigner(keys, clock);

  async function sessionToken(user: User): Promise<string> {
    const merchantName = await getMerchantName(db, user.merchantId);
    return signer.signSession({ ...user, userId: user.id, merchantName });
  }

  async function openSession(user: User): Promise<SessionTokens> {
    const token = await sessionToken(user);
    return { token, refreshToken: await issueRefreshToken(db, user.id, clock.now()) };
  }

  return {
    async signIn({ username, password }) {
      const user = await checkPassword(db, username, password);
      if (!user) throw signInFailed();
      if (!user.mustChangePassword) return openSession(user);
      return {
        challengeName: 'NEW_PASSWORD_REQUIRED',
        challengeParameters: { userAttributes: { email: user.username, name: user.name } },
        session: await signer.signChallenge(user.id),
      };
    },
    async refresh({ username, refreshToken }) {
      const owner = await findOwnerOfRefreshToken(db, refreshToken);
      const user = owner && (await findNamedUser(db, owner, username));
      if (!user) throw refreshRefused();
      const successor = await rotateRefreshToken(db, refreshToken, clock.now());
      if (!successor) throw refreshRefused();
      return { token: await sessionToken(user), refreshToken: successor };
    },
    signOut: (refreshToken) => revokeRefreshToken(db, refreshToken),
    async completeNewPassword({ username, newPassword, session }) {
      const userId = await signer.verifyChallenge(session);
      if (!userId) throw challengeExpired();
      const user = await replaceTemporaryPassword(db, { userId, username, newPassword });
      if (!user) throw challengeExpired();
      return openSession(user);
    },
    requestPasswordReset: (username, locale) =>
      requestPasswordReset(db, { username, locale }, clock.now()),
    async confirmPasswordReset(answer) {
      const user = await confirmPasswordReset(db, answer, clock.now());
      await revokeAllRefreshTokens(db, user.id);
    },
    async createAccount(trx, account) {
      await createUser(trx, account, clock.now());
    },
    deleteAccount: (trx, username) => deleteUserAccount(trx, username),
    verify: (token) => signer.verifySession(token),
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
