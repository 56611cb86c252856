import type { UserRole } from '@portage/contract/users';

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
  /** For how many milliseconds from now the token will be accepted. */
  acceptedFor: number;
}

/** The session of a call that may pass. */
export interface CallerSession extends VerifiedSession {
  /** What a person may do; a service user is a member. */
  role: UserRole;
}
