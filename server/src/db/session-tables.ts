import type { ColumnType } from 'kysely';
import type { MaybeTimestamp, Timestamp } from './column-types.ts';

/** Sessions that have not ended: each begins with a sign-in and is renewed by refresh tokens. */
interface SessionsTable {
  id: string;
  user_id: string;
  started_at: Timestamp;
  /** When it was last renewed. */
  last_used_at: Timestamp;
  expires_at: Timestamp;
  user_agent: string | null;
  /** When the password was typed again; null where it was typed at the start alone. */
  password_checked_at: MaybeTimestamp;
  /** When a second factor was last shown. */
  factor_checked_at: MaybeTimestamp;
  /** True while the session may do nothing but set up, or show, a second factor that is required. */
  awaits_factor: ColumnType<boolean, boolean | undefined, boolean>;
}

/** The authenticator app of a user; one that is being set up has not been confirmed. */
interface AuthenticatorAppsTable {
  user_id: string;
  encrypted_secret: Buffer;
  created_at: Timestamp;
  confirmed_at: MaybeTimestamp;
  /** The time step of the last code that was accepted: no code works twice. */
  last_step: number | null;
}

/** The passkeys of users; `credential_id` is what authenticators know them by. */
interface PasskeysTable {
  user_id: string;
  id: string;
  credential_id: string;
  public_key: Buffer;
  /** How often it was used, as it says itself; written as a number, read as text. */
  counter: ColumnType<string, number, number>;
  transports: string[];
  name: string;
  created_at: Timestamp;
  last_used_at: MaybeTimestamp;
}

/** What passkeys were asked to sign and have not; each is used once. */
interface PasskeyChallengesTable {
  user_id: string;
  challenge: string;
  expires_at: Timestamp;
}

/** Recovery codes that were not used, by a keyed hash. */
interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
}

/**
 * Refresh tokens by the hash of what the client holds. A family is one session; `rotated_at` is when a
 * token was traded for its successor, which follows from the token and `successor_salt`.
 */
interface RefreshTokensTable {
  token_hash: Buffer;
  family_id: string;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  rotated_at: MaybeTimestamp;
  successor_salt: Buffer | null;
}

/** Devices on which an account has signed in before, by the hash of the token that each keeps. */
interface KnownDevicesTable {
  username: string;
  token_hash: Buffer;
  last_seen_at: Timestamp;
}

/** Sessions, what renews them, and the second factors of those who open them. */
export interface SessionTables {
  known_devices: KnownDevicesTable;
  refresh_tokens: RefreshTokensTable;
  sessions: SessionsTable;
  authenticator_apps: AuthenticatorAppsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  recovery_codes: RecoveryCodesTable;
}
