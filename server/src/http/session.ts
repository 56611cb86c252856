import type { EpochMillis } from '@portage/contract/time';
import type { UserRole } from '@portage/contract/users/users';

/** Who is calling, as the session token says. */
export interface Session {
  userId: string;
  username: string;
  name: string;
  kind: 'user' | 'service';
  merchantId: string;
  merchantName: string;
}

/** A session whose token was verified. */
export interface VerifiedSession extends Session {
  /** The session the token belongs to; undefined for tokens of a user pool, which name none. */
  sessionId?: string | undefined;
  /** When the password was checked, where the token itself says so. */
  signedInAt?: EpochMillis | undefined;
  /** For how many milliseconds from now the token will be accepted. */
  acceptedFor: number;
}

/** The session of a call that may pass. */
export interface CallerSession extends VerifiedSession {
  /** What a person may do; a service user is a member. */
  role: UserRole;
}
