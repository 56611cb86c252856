import type { EpochMillis } from '@portage/contract/time';
import type { UserRole } from '@portage/contract/users/users';

/** A caller, as the token and the membership of the person or service user say. */
export interface Session {
  userId: string;
  username: string;
  name: string;
  kind: 'user' | 'service';
  merchantId: string;
  merchantName: string;
  /** `member` for service users. */
  role: UserRole;
  /** Undefined for tokens of a user pool, which name no session. */
  sessionId?: string | undefined;
  /** Time of the password check, where the token itself has it. */
  signedInAt?: EpochMillis | undefined;
  /** Milliseconds from now in which the token is accepted. */
  acceptedFor: number;
}

/** The claims of a verified token; the role is read from the database. */
export type VerifiedSession = Omit<Session, 'role'>;
