import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  type InitiateAuthResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import type { Locale } from '@portage/contract/locale';
import type { PasswordResetAnswer, NewPasswordAnswer } from '@portage/contract/users/passwords';
import type { SessionTokens, Credentials } from '@portage/contract/users/sessions';
import { ApiError, isApiError, invalidField } from '../api-error.ts';
import type { Database } from '../db/database.ts';
import type { VerifiedSession } from '../http/session.ts';
import { isKnownMerchant } from '../merchants/get-merchant.ts';
import {
  type Identity,
  type MerchantPerson,
  type NewAccount,
  resetCodeWrong,
} from '../sessions/identity.ts';
import type { Pool } from './cognito-client.ts';
import { askPool, tolerate, type Meanings } from './cognito-faults.ts';
import type { PoolKeys } from './cognito-keys.ts';

/** The pool's own policy, or an old password. */
const passwordNotAccepted = () =>
  invalidField('newPassword', {
    en: 'This password is not accepted. Choose a longer one that you have not used before.',
    fr: 'Ce mot de passe n’est pas accepté. Choisissez-en un plus long que vous n’avez jamais utilisé.',
  });

const signInMeanings: Meanings = {
  NotAuthorizedException: () => new ApiError('sign_in_failed'),
  UserNotFoundException: () => new ApiError('sign_in_failed'),
  UserNotConfirmedException: () => new ApiError('sign_in_failed'),
  PasswordResetRequiredException: () => new ApiError('sign_in_failed'),
  // cognito-local's answer to a wrong password.
  InvalidPasswordException: () => new ApiError('sign_in_failed'),
};

const challengeMeanings: Meanings = {
  NotAuthorizedException: () => new ApiError('challenge_expired'),
  CodeMismatchException: () => new ApiError('challenge_expired'),
  ExpiredCodeException: () => new ApiError('challenge_expired'),
  UserNotFoundException: () => new ApiError('challenge_expired'),
  InvalidPasswordException: passwordNotAccepted,
  PasswordHistoryPolicyViolationException: passwordNotAccepted,
};

const refreshMeanings: Meanings = {
  NotAuthorizedException: () => new ApiError('refresh_refused'),
  UserNotFoundException: () => new ApiError('refresh_refused'),
  UserNotConfirmedException: () => new ApiError('refresh_refused'),
  PasswordResetRequiredException: () => new ApiError('refresh_refused'),
};

/** The pool does not say how many tries remain. */
const codeRefused = () => resetCodeWrong();

/** The pool calls every code of unknown users wrong, so all errors get one answer. */
const confirmationMeanings: Meanings = {
  CodeMismatchException: codeRefused,
  ExpiredCodeException: codeRefused,
  TooManyFailedAttemptsException: codeRefused,
  LimitExceededException: codeRefused,
  UserNotFoundException: codeRefused,
  UserNotConfirmedException: codeRefused,
  NotAuthorizedException: codeRefused,
  InvalidPasswordException: passwordNotAccepted,
  PasswordHistoryPolicyViolationException: passwordNotAccepted,
};

const changeMeanings: Meanings = {
  NotAuthorizedException: () => new ApiError('sign_in_failed'),
  LimitExceededException: () => new ApiError('busy'),
  InvalidPasswordException: passwordNotAccepted,
  PasswordHistoryPolicyViolationException: passwordNotAccepted,
};

const creationMeanings = (username: string): Meanings => ({
  UsernameExistsException: () => new ApiError('username_taken', { username }),
});

/** Unknown, disabled, throttled or service users get no code. */
const NO_CODE = [
  'UserNotFoundException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

/** Rotating tokens: traded before. */
const TRADED_BEFORE = ['RefreshTokenReuseException'];

/** The token cannot be revoked. */
const NO_SESSION = [
  'NotAuthorizedException',
  'UnauthorizedException',
  'UnsupportedTokenTypeException',
];

/** Up to 128 letters, marks, symbols, digits and punctuation; others would count as our fault. */
const isPoolUsername = (username: string): boolean =>
  /^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u.test(username);

/** Amazon Cognito takes up to 256 characters. */
const isPoolPassword = (password: string): boolean => password.length <= 256;

const isPoolChallenge = (session: string): boolean =>
  session.length >= 20 && session.length <= 2048;

const isPoolRefreshToken = (token: string): boolean => /^[\w=.-]+$/.test(token);

/** Tokens or a challenge. */
type PoolAnswer = Pick<
  InitiateAuthResponse,
  'AuthenticationResult' | 'ChallengeName' | 'ChallengeParameters' | 'Session'
>;

/** Throws `sign_in_failed`. */
async function startPoolSession(
  { client, clientId, log }: Pool,
  { username, password }: Credentials,
): Promise<PoolAnswer> {
  if (!isPoolUsername(username) || !isPoolPassword(password)) throw new ApiError('sign_in_failed');
  const signIn = new InitiateAuthCommand({
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: username, PASSWORD: password },
  });
  return askPool(log, client.send(signIn), signInMeanings);
}

/** Throws `challenge_expired`. */
async function answerPoolChallenge(
  { client, clientId, log }: Pool,
  { username, newPassword, session }: NewPasswordAnswer,
): Promise<PoolAnswer> {
  if (!isPoolUsername(username) || !isPoolChallenge(session)) {
    throw new ApiError('challenge_expired');
  }
  const answer = new RespondToAuthChallengeCommand({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ClientId: clientId,
    Session: session,
    ChallengeResponses: { USERNAME: username, NEW_PASSWORD: newPassword },
  });
  return askPool(log, client.send(answer), challengeMeanings);
}

/** Clients with rotating tokens refuse `REFRESH_TOKEN_AUTH`. Throws `refresh_refused`. */
async function refreshPoolSession(
  { client, clientId, log }: Pool,
  refreshToken: string,
  rotates: boolean,
): Promise<PoolAnswer | 'replayed'> {
  if (!isPoolRefreshToken(refreshToken)) throw new ApiError('refresh_refused');
  const trade = new GetTokensFromRefreshTokenCommand({
    ClientId: clientId,
    RefreshToken: refreshToken,
  });
  const reuse = new InitiateAuthCommand({
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: clientId,
    AuthParameters: { REFRESH_TOKEN: refreshToken },
  });
  const refresh: Promise<PoolAnswer> = rotates ? client.send(trade) : client.send(reuse);
  return (await askPool(log, tolerate(refresh, TRADED_BEFORE), refreshMeanings)) ?? 'replayed';
}

/** False for an invalid or revoked token. */
async function endPoolSession(
  { client, clientId, log }: Pool,
  refreshToken: string,
): Promise<boolean> {
  if (!isPoolRefreshToken(refreshToken)) return false;
  const revocation = new RevokeTokenCommand({ ClientId: clientId, Token: refreshToken });
  return (await askPool(log, tolerate(client.send(revocation), NO_SESSION))) !== undefined;
}

/** The pool's mails have one language, unless a trigger reads `locale`. */
async function sendPoolCode(pool: Pool, username: string, locale: Locale): Promise<void> {
  const { client, clientId, log } = pool;
  if (!isPoolUsername(username)) return;
  const request = new ForgotPasswordCommand({
    ClientId: clientId,
    Username: username,
    ClientMetadata: { locale },
  });
  await askPool(log, tolerate(client.send(request), NO_CODE));
}

/** Uses the code up first: if the second step fails, only an operator can help. */
async function resetPoolPassword(pool: Pool, answer: PasswordResetAnswer): Promise<void> {
  const { client, clientId, log } = pool;
  const { username, newPassword, code } = answer;
  if (!isPoolUsername(username)) throw resetCodeWrong();
  const confirmation = new ConfirmForgotPasswordCommand({
    ClientId: clientId,
    Username: username,
    ConfirmationCode: code,
    Password: newPassword,
  });
  await askPool(log, client.send(confirmation), confirmationMeanings);
  await endSessionsBefore(pool, username);
}

/** Ends all sessions. Throws `sign_in_failed` where the pool asks for more than the password. */
async function changePoolPassword(
  pool: Pool,
  username: string,
  change: { accessToken: string | undefined; currentPassword: string; newPassword: string },
): Promise<void> {
  const { accessToken, currentPassword, newPassword } = change;
  if (accessToken === undefined) throw new ApiError('sign_in_failed');
  const command = new ChangePasswordCommand({
    AccessToken: accessToken,
    PreviousPassword: currentPassword,
    ProposedPassword: newPassword,
  });
  await askPool(pool.log, pool.client.send(command), changeMeanings);
  await endSessionsBefore(pool, username);
}

/** Logs failures: the new password is in force. */
async function endSessionsBefore({ client, poolId, log }: Pool, username: string): Promise<void> {
  const signOut = new AdminUserGlobalSignOutCommand({ UserPoolId: poolId, Username: username });
  await client.send(signOut).catch((error: unknown) => {
    log.error({ err: error }, 'the sessions before a new password could not be ended');
  });
}

/** Usernames are verified e-mail addresses. */
function attributesOf(account: NewAccount): AttributeType[] {
  const isPerson = account.kind === 'user';
  const attributes = {
    name: account.name,
    phone_number: account.phone,
    email: isPerson ? account.username : undefined,
    email_verified: isPerson ? 'true' : undefined,
    'custom:kind': isPerson ? undefined : account.kind,
    'custom:merchant_id': account.merchantId,
    'custom:merchant_name': account.merchantName,
  };
  return Object.entries(attributes).flatMap(([Name, Value]) =>
    Value === undefined ? [] : [{ Name, Value }],
  );
}

const usernameNotStorable = () =>
  invalidField('username', {
    en: 'A username may have at most 128 characters, and no spaces.',
    fr: 'Un nom d’utilisateur peut avoir au plus 128 caractères, sans espaces.',
  });

/** The pool sends no mail. Throws `username_taken`, `invalidField`. */
async function createPoolUser(pool: Pool, account: NewAccount): Promise<void> {
  const { username, password } = account;
  if (!isPoolUsername(username)) throw usernameNotStorable();
  const user = { UserPoolId: pool.poolId, Username: username };
  const creation = new AdminCreateUserCommand({
    ...user,
    UserAttributes: attributesOf(account),
    TemporaryPassword: password,
    MessageAction: 'SUPPRESS',
  });
  const create = () => askPool(pool.log, pool.client.send(creation), creationMeanings(username));
  await create().catch(async (error: unknown) => {
    const isTaken = isApiError(error, 'username_taken');
    if (!isTaken || !(await deleteUnfinished(pool, account))) throw error;
    await create();
  });
  if (account.mustChangePassword) return;
  const permanent = new AdminSetUserPasswordCommand({
    ...user,
    Password: password,
    Permanent: true,
  });
  await askPool(pool.log, pool.client.send(permanent)).catch(async (error: unknown) => {
    await deletePoolUser(pool, username);
    throw error;
  });
}

async function findPoolUser(pool: Pool, username: string) {
  const question = new AdminGetUserCommand({ UserPoolId: pool.poolId, Username: username });
  const reading = tolerate(pool.client.send(question), ['UserNotFoundException']);
  const user = await askPool(pool.log, reading);
  const owner = user?.UserAttributes?.find(({ Name }) => Name === 'custom:merchant_id');
  return user && { status: user.UserStatus, merchantId: owner?.Value };
}

/** A lost answer, or a failed transaction, left it without an account here. */
async function deleteUnfinished(
  pool: Pool,
  { merchantId, username }: MerchantPerson,
): Promise<boolean> {
  const user = await findPoolUser(pool, username);
  const isUnfinished = user?.status === 'FORCE_CHANGE_PASSWORD' && user.merchantId === merchantId;
  if (isUnfinished) await deletePoolUser(pool, username);
  return isUnfinished;
}

/** An operator may have given the username to another merchant since. */
async function deletePoolUserOf(
  pool: Pool,
  { merchantId, username }: MerchantPerson,
): Promise<void> {
  const user = await findPoolUser(pool, username);
  if (user?.merchantId === merchantId) await deletePoolUser(pool, username);
  else if (user) {
    pool.log.warn({ merchantId }, 'a user of the pool is of another merchant, and is kept');
  }
}

/** Ends the user's refresh tokens, too. */
async function deletePoolUser(pool: Pool, username: string): Promise<void> {
  const user = { UserPoolId: pool.poolId, Username: username };
  const deletion = pool.client.send(new AdminDeleteUserCommand(user));
  await askPool(pool.log, tolerate(deletion, ['UserNotFoundException']));
}

async function renewPoolPassword(pool: Pool, username: string, password: string): Promise<void> {
  const user = { UserPoolId: pool.poolId, Username: username };
  const change = new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: false });
  await askPool(pool.log, pool.client.send(change));
}

/** A missing user is no error. */
async function enablePoolUser(pool: Pool, username: string, isEnabled: boolean): Promise<void> {
  const user = { UserPoolId: pool.poolId, Username: username };
  const change: Promise<unknown> = isEnabled
    ? pool.client.send(new AdminEnableUserCommand(user))
    : pool.client.send(new AdminDisableUserCommand(user));
  await askPool(pool.log, tolerate(change, ['UserNotFoundException']));
}

/** A missing user is no error. */
async function endPoolSessions(pool: Pool, username: string): Promise<void> {
  const user = { UserPoolId: pool.poolId, Username: username };
  const end = pool.client.send(new AdminUserGlobalSignOutCommand(user));
  await askPool(pool.log, tolerate(end, ['UserNotFoundException']));
}

/** Arrive as JSON inside a text. */
const UserAttributes = z.record(z.string(), z.string());

export interface PoolAccess {
  pool: Pool;
  keys: PoolKeys;
  readToken: (token: string) => Promise<VerifiedSession>;
  /** The app client replaces each refresh token. */
  rotates: boolean;
}

/** The pool holds users and checks passwords; its ID tokens are our session tokens. */
export function cognitoIdentity(
  db: Database,
  { pool, keys, readToken, rotates }: PoolAccess,
): Identity {
  const { log } = pool;
  const knownMerchants = new Set<string>();

  /** Throws `account_not_linked` for an unknown merchant. */
  async function requireMerchant({ userId, merchantId }: VerifiedSession): Promise<void> {
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

  /** Detects a pool that is set up wrongly. */
  async function verifyNew(token: string): Promise<VerifiedSession> {
    try {
      return await verify(token);
    } catch (error) {
      if (!isApiError(error, 'invalid_token')) throw error;
      throw new Error('The user pool issues tokens that are not valid here: do the clocks agree?', {
        cause: error,
      });
    }
  }

  /** Keeps the refresh token where the pool, without rotation, returns no new one. */
  async function openSession(
    { AuthenticationResult = {}, ChallengeName }: PoolAnswer,
    oldRefreshToken?: string,
  ): Promise<{ tokens: SessionTokens; session: VerifiedSession }> {
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
    // The operator sets up the pool's own second factors.
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
    deleteAccount: (_trx, person) => deletePoolUserOf(pool, person),
    verify,
    // A pool tells nothing of open or ended sessions.
    findSignInState: async (_reads, { signedInAt }) =>
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
