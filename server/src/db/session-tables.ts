import type { MaybeMoment, Moment } from './column-types.ts';

/** Sessions that have not ended: each begins with a sign-in and is renewed by refresh tokens. */
interface SessionsTable {
  id: string;
  user_id: string;
  started_at: Moment;
  /** When it was last renewed. */
  last_used_at: Moment;
  expires_at: Moment;
  user_agent: string | null;
}

/**
 * Refresh tokens by the hash of what the client holds. A family is one session; `rotated_at` is when a
 * token was traded for its successor, which follows from the token and `successor_salt`.
 */
interface RefreshTokensTable {
  token_hash: Buffer;
  family_id: string;
  user_id: string;
  created_at: Moment;
  expires_at: Moment;
  rotated_at: MaybeMoment;
  successor_salt: Buffer | null;
}

/** Devices on which an account has signed in before, by the hash of the token that each keeps. */
interface KnownDevicesTable {
  username: string;
  token_hash: Buffer;
  last_seen_at: Moment;
}

/** Sessions and what renews them. */
export interface SessionTables {
  known_devices: KnownDevicesTable;
  refresh_tokens: RefreshTokensTable;
  sessions: SessionsTable;
}
