import type { Locale } from '@portage/contract/locale';
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
import type { EpochMillis } from '@portage/contract/time';
import type { z } from 'zod';
import type { Executor } from '../db/database.ts';
import type { VerifiedSession } from '../http/session.ts';
import { ApiError } from '../api-error.ts';

/** The code of a password reset is not the one that was sent; `left` attempts remain, where that is known. */
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

/** The channel on which the database tells every process of sessions that end; the payload is one id. */
export const SESSION_ENDS = 'session_ends';

/** A session that has not ended. */
export type OpenSession = Omit<ListedSession, 'isCurrent'>;

/** A person of a merchant. */
export interface MerchantPerson {
  merchantId: string;
  username: string;
}

/** Times at which a session last checked the password and the second factor. */
export interface SignInState {
  passwordCheckedAt: EpochMillis;
  /** Null where no second factor was shown. */
  factorCheckedAt: EpochMillis | null;
  hasFactor: boolean;
  /** True while the session may only set up, or show, a second factor that an owner requires. */
  awaitsFactor: boolean;
}

/** Someone, or some program, that shall be able to sign in. */
export interface NewAccount {
  merchantId: string;
  merchantName: string;
  username: string;
  name: string;
  kind: 'user' | 'service';
  /** Digits with a leading plus. */
  phone?: string;
  password: string;
  /** True for a temporary password, to be changed at the first sign-in. */
  mustChangePassword: boolean;
}

/** Creates an account in the transaction. Throws `username_taken`. */
type AccountCreation = (trx: Executor) => Promise<void>;

/**
 * Accounts and their proofs. One provider is chosen at the start. Usernames are folded
 * (`foldUsername` of the contract).
 */
export interface Identity {
  /** Throws `sign_in_failed`; unknown users and wrong passwords take the same time. */
  signIn(credentials: Credentials, userAgent?: string): Promise<SignInAnswer>;
  /**
   * Throws `refresh_refused`. A reused token ends every session of its sign-in, since it was
   * copied; a provider that notices returns `replayed`.
   */
  refresh(request: RefreshRequest): Promise<SessionTokens | 'replayed'>;
  /**
   * Ends the sign-in that a refresh token belongs to. Gives the username where the token tells whose it
   * is; undefined for an unknown token, which is no fault.
   */
  signOut(refreshToken: string): Promise<{ username?: string | undefined } | undefined>;
  /** Throws `challenge_expired` when the challenge is too old, forged or already answered. */
  completeNewPassword(answer: NewPasswordAnswer, userAgent?: string): Promise<SessionTokens>;
  /** False where another provider checks passwords. */
  readonly offersSecondFactor: boolean;
  /**
   * Records that the user of a session has typed their password again; false for a wrong one, and where
   * no second factor is offered. Throws `busy`.
   */
  confirmPassword(session: VerifiedSession, password: string): Promise<boolean>;
  /**
   * Throws `second_factor_expired` when the challenge is too old or forged, `second_factor_wrong` and
   * `too_many_attempts`.
   */
  completeSecondFactor(
    answer: SecondFactorAnswer,
    caller: { address: string; userAgent?: string | undefined },
  ): Promise<SessionTokens>;
  /**
   * Sends a reset code where the username is a person's. Runs in the background, so that timing
   * does not reveal who exists.
   */
  requestPasswordReset(username: string, locale: Locale): Promise<void>;
  /**
   * Sets a new password and ends all sessions. Throws `reset_code_wrong` or `reset_code_expired`,
   * alike for unknown usernames.
   */
  confirmPasswordReset(answer: PasswordResetAnswer): Promise<void>;
  /**
   * Gives a user who is signed in a new password, and ends every other session. Gives the tokens to go
   * on with where the session at hand ends, too. Throws `sign_in_failed` for a wrong current password.
   */
  changePassword(
    session: VerifiedSession,
    change: PasswordChange,
  ): Promise<SessionTokens | undefined>;
  /**
   * Does what takes long before an account is created, such as hashing its password: an open
   * transaction holds one of few connections. Throws `busy`.
   */
  prepareAccount(account: NewAccount): Promise<AccountCreation>;
  /**
   * Prepares a temporary password, to be changed at the next sign-in, in place of the current one.
   * Throws `busy`.
   */
  prepareTemporaryPassword(
    username: string,
    password: string,
  ): Promise<(trx: Executor) => Promise<void>>;
  /** Disables an account and ends its sessions, or enables it; one that is not there is no error. */
  setEnabled(trx: Executor, username: string, isEnabled: boolean): Promise<void>;
  /** Takes an account away with its sessions; one that is not there is no fault. */
  deleteAccount(trx: Executor, username: string): Promise<void>;
  /** Throws `invalid_token` for a token that is expired, forged or not a session's. */
  verify(token: string): Promise<VerifiedSession>;
  /** Finds when password and factor were checked; undefined for an ended session, where the provider tells. */
  findSignInState(session: VerifiedSession): Promise<SignInState | undefined>;
  /** The open sessions of a person, the one used last first; none where the provider does not list them. */
  listSessions(person: MerchantPerson): Promise<OpenSession[]>;
  /** Ends one session of a person. False for an unknown session or another person's. */
  endSession(trx: Executor, person: MerchantPerson, sessionId: string): Promise<boolean>;
  /** Ends every session of a user; one that is not there is no error. */
  endSessions(trx: Executor, username: string): Promise<void>;
  /** The public keys that verify session tokens. */
  publicKeys(): Promise<z.infer<typeof JsonWebKeySet>>;
}
