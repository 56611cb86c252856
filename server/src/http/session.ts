import type { EpochMillis } from '@portage/contract/time';
import type { UserRole } from '@portage/contract/users/users';

/** The signed-in user, from the token and the membership. */
export interface Session {
  userId: string;
  username: string;
  name: string;
  kind: 'user' | 'service';
  merchantId: string;
  merchantName: string;
  /** `member` for service users. */
  role: UserRole;
  /** Undefined for tokens of a user pool. */
  sessionId?: string | undefined;
  /** Time of the password check, where the token has it. */
  signedInAt?: EpochMillis | undefined;
  /** Milliseconds. */
  acceptedFor: number;
}

/** The signed-in user of a call, and its network address. */
export interface Asker {
  session: Session;
  address: string;
}

/** The role is read from the database. */
export type VerifiedSession = Omit<Session, 'role'>;

export type Author = Pick<Session, 'merchantId' | 'username'>;
