import type { z } from 'zod';
import type { Locale } from '@portage/contract/locale';
import type { EpochMillis } from '@portage/contract/time';
import type {
  NewPasswordAnswer,
  PasswordChange,
  PasswordResetAnswer,
} from '@portage/contract/users/passwords';
import type { SecondFactorAnswer } from '@portage/contract/users/second-factor';
import type {
  Credentials,
  JsonWebKeySet,
  ListedSession,
  RefreshRequest,
  SessionTokens,
  SignInAnswer,
} from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import type { Executor } from '../db/database.ts';
import type { VerifiedSession } from '../http/session.ts';

/** `left` attempts remain, where that is known. */
export function resetCodeWrong(left?: number): ApiError {
  const hint =
    left === undefined
      ? {
          en: 'Use the one from the newest e-mail, or ask for a new one.',
          fr: 'Utilisez celui du courriel le plus récent, ou demandez-en un nouveau.',
        }
      : { en: `Attempts left: ${left}.`, fr: `Essais restants\u00A0: ${left}.` };
  return new ApiError('reset_code_wrong', { hint });
}

/** PostgreSQL's channel for ended sessions; the payload is one id. */
export const SESSION_ENDS = 'session_ends';

export type OpenSession = Omit<ListedSession, 'isCurrent'>;

export interface MerchantPerson {
  merchantId: string;
  username: string;
}

/** Times of the last checks in a session. */
export interface SignInState {
  passwordCheckedAt: EpochMillis;
  /** Null where no second factor was shown. */
  factorCheckedAt: EpochMillis | null;
  hasFactor: boolean;
  /** Only the required second factor can be set up or shown. */
  awaitsFactor: boolean;
}

export interface NewAccount {
  merchantId: string;
  merchantName: string;
  username: string;
  name: string;
  kind: 'user' | 'service';
  /** Digits with a leading plus. */
  phone?: string;
  password: string;
  /** The password is temporary. */
  mustChangePassword: boolean;
}

/** Throws `username_taken`. */
type AccountCreation = (trx: Executor) => Promise<void>;

/** One provider, chosen at the start. Usernames are folded (`foldUsername`). */
export interface Identity {
  /** Throws `sign_in_failed`; unknown users take the same time. */
  signIn(credentials: Credentials, userAgent?: string): Promise<SignInAnswer>;
  /** Throws `refresh_refused`; a reused token ends its sessions, and may give `replayed`. */
  refresh(request: RefreshRequest): Promise<SessionTokens | 'replayed'>;
  /** Returns the username where the token tells it; undefined for an unknown token. */
  signOut(refreshToken: string): Promise<{ username?: string | undefined } | undefined>;
  /** Throws `challenge_expired`, also for a forged or answered challenge. */
  completeNewPassword(answer: NewPasswordAnswer, userAgent?: string): Promise<SessionTokens>;
  /** False where another provider checks passwords. */
  readonly offersSecondFactor: boolean;
  /** False for a wrong password, and without second factors. Throws `busy`. */
  confirmPassword(session: VerifiedSession, password: string): Promise<boolean>;
  /** Throws `second_factor_expired`, `second_factor_wrong` and `too_many_attempts`. */
  completeSecondFactor(
    answer: SecondFactorAnswer,
    caller: { address: string; userAgent?: string | undefined },
  ): Promise<SessionTokens>;
  /** In the background: timing reveals no users. Once per `mailId`, unless the provider mails. */
  requestPasswordReset(username: string, locale: Locale, mailId?: string): Promise<void>;
  /** Ends all sessions. Throws `reset_code_wrong` or `reset_code_expired`. */
  confirmPasswordReset(answer: PasswordResetAnswer): Promise<void>;
  /** Ends other sessions, or all with new tokens. Throws `sign_in_failed`. */
  changePassword(
    session: VerifiedSession,
    change: PasswordChange,
  ): Promise<SessionTokens | undefined>;
  /** Hashes the password before a transaction, which holds a connection. Throws `busy`. */
  prepareAccount(account: NewAccount): Promise<AccountCreation>;
  /** Replaces the password at once; to be changed at the next sign-in. Throws `busy`. */
  prepareTemporaryPassword(
    username: string,
    password: string,
  ): Promise<(trx: Executor) => Promise<void>>;
  /** Disabling ends sessions. A missing account is no error. */
  setEnabled(trx: Executor, username: string, isEnabled: boolean): Promise<void>;
  /** Ends sessions. A missing account, and another merchant's, is left without an error. */
  deleteAccount(trx: Executor, person: MerchantPerson): Promise<void>;
  /** Throws `invalid_token`. */
  verify(token: string): Promise<VerifiedSession>;
  /** Undefined for an ended session, where the provider tells. */
  findSignInState(reads: Executor, session: VerifiedSession): Promise<SignInState | undefined>;
  /** Last used first; none where the provider does not list them. */
  listSessions(person: MerchantPerson): Promise<OpenSession[]>;
  /** False for an unknown session or another person's. */
  endSession(trx: Executor, person: MerchantPerson, sessionId: string): Promise<boolean>;
  /** A missing user is no error. */
  endSessions(trx: Executor, username: string): Promise<void>;
  publicKeys(): Promise<z.infer<typeof JsonWebKeySet>>;
}
