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
