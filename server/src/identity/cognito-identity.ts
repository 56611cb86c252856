import { z } from 'zod';
import type { SessionTokens } from '@portage/contract/sessions';
import type { Database } from '../db/database.ts';
import { isKnownMerchant } from '../merchants/get-merchant.ts';
import { ApiError, isApiError } from '../api-error.ts';
import {
  createPoolUser,
  deletePoolUser,
  enablePoolUser,
  endPoolSessions,
  renewPoolPassword,
} from './cognito-accounts.ts';
import type { Pool } from './cognito-client.ts';
import type { PoolKeys } from './cognito-keys.ts';
import { changePoolPassword, resetPoolPassword, sendPoolCode } from './cognito-passwords.ts';
import {
  answerPoolChallenge,
  endPoolSession,
  refreshPoolSession,
  startPoolSession,
  type PoolAnswer,
} from './cognito-sessions.ts';
import type { Identity, Session, VerifiedSession } from '../sessions/identity.ts';

/** The attributes of a user who must choose a password, which come as JSON inside a text. */
const UserAttributes = z.record(z.string(), z.string());

/** What the identity provider of a user pool works with. */
export interface PoolAccess {
  pool: Pool;
  keys: PoolKeys;
  /** Reads an ID token of the pool. */
  readToken: (token: string) => Promise<VerifiedSession>;
  /** True where the app client gives a new refresh token for each that is traded. */
  rotates: boolean;
}

/**
 * A user pool of Amazon Cognito as the identity provider: it holds the users and checks passwords, and
 * its ID tokens are our session tokens. Nothing of it is in our database but the merchants it names.
 */
export function cognitoIdentity(
  db: Database,
  { pool, keys, readToken, rotates }: PoolAccess,
): Identity {
  const { log } = pool;
  const knownMerchants = new Set<string>();

  /** Raises `account_not_linked` for a merchant that is not ours: its data would have nowhere to go. */
  async function requireMerchant({ userId, merchantId }: Session): Promise<void> {
    if (knownMerchants.has(merchantId)) return;
    if (!(await isKnownMerchant(db, merchantId))) {
      log.error({ sub: userId, merchantId }, 'a user of the pool names an unknown merchant');
      throw new ApiError('account_not_linked');
    }
    knownMerchants.add(merchantId);
  }

  async function verify(token: string): Promise<VerifiedSession> {
    const session = await readToken(token);
    await requireMerchant(session);
    return session;
  }

  /** What the pool has just issued, read like any token: a pool that is set up wrongly shows here. */
  async function verifyNew(token: string): Promise<Session> {
    try {
      return await verify(token);
    } catch (error) {
      if (!isApiError(error, 'invalid_token')) throw error;
      throw new Error('The user pool issues tokens that are not valid here: do the clocks agree?', {
        cause: error,
      });
    }
  }

  /** The session that the pool opened. Without rotation it gives no refresh token for one traded. */
  async function openSession(
    { AuthenticationResult = {}, ChallengeName }: PoolAnswer,
    oldRefreshToken?: string,
  ): Promise<{ tokens: SessionTokens; session: Session }> {
    const { IdToken: token, RefreshToken: refreshToken = oldRefreshToken } = AuthenticationResult;
    if (token === undefined || refreshToken === undefined) {
      throw new Error(`The user pool gives no tokens but asks for ${ChallengeName ?? 'nothing'}`);
    }
    return { tokens: { token, refreshToken }, session: await verifyNew(token) };
  }

  return {
    async signIn(credentials) {
      const answer = await startPoolSession(pool, credentials);
      if (answer.ChallengeName !== 'NEW_PASSWORD_REQUIRED') {
        return (await openSession(answer)).tokens;
      }
      const attributes = JSON.parse(
        answer.ChallengeParameters?.['userAttributes'] ?? '{}',
      ) as unknown;
      return {
        challengeName: answer.ChallengeName,
        challengeParameters: { userAttributes: UserAttributes.parse(attributes) },
        session: answer.Session ?? '',
      };
    },
    async completeNewPassword(answer) {
      return (await openSession(await answerPoolChallenge(pool, answer))).tokens;
    },
    async refresh({ username, refreshToken }) {
      const answer = await refreshPoolSession(pool, refreshToken, rotates);
      if (answer === 'replayed') return answer;
      const { tokens, session } = await openSession(answer, refreshToken);
      if (session.username !== username) throw new ApiError('refresh_refused');
      return tokens;
    },
    async signOut(refreshToken) {
      return (await endPoolSession(pool, refreshToken)) ? {} : undefined;
    },
    // A pool has second factors of its own, which its operator sets up.
    offersSecondFactor: false,
    confirmPassword: async () => false,
    completeSecondFactor: () => Promise.reject(new ApiError('second_factor_expired')),
    requestPasswordReset: (username, locale) => sendPoolCode(pool, username, locale),
    confirmPasswordReset: (answer) => resetPoolPassword(pool, answer),
    async changePassword({ username }, { currentPassword, newPassword }) {
      const before = await startPoolSession(pool, { username, password: currentPassword });
      await changePoolPassword(pool, username, {
        accessToken: before.AuthenticationResult?.AccessToken,
        currentPassword,
        newPassword,
      });
      const after = await startPoolSession(pool, { username, password: newPassword });
      return (await openSession(after)).tokens;
    },
    prepareAccount: async (account) => () => createPoolUser(pool, account),
    prepareTemporaryPassword: async (username, password) => () =>
      renewPoolPassword(pool, username, password),
    setEnabled: (_trx, username, isEnabled) => enablePoolUser(pool, username, isEnabled),
    deleteAccount: (_trx, username) => deletePoolUser(pool, username),
    verify,
    // A pool tells neither which sessions are open nor whether one has ended.
    findSignInState: async ({ signedInAt }) =>
      signedInAt === undefined
        ? undefined
        : {
            passwordCheckedAt: signedInAt,
            factorCheckedAt: null,
            hasFactor: false,
            awaitsFactor: false,
          },
    listSessions: async () => [],
    endSession: async () => false,
    endSessions: (_trx, username) => endPoolSessions(pool, username),
    publicKeys: () => keys.all(),
  };
}
