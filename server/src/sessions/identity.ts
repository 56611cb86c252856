import type {
  Credentials,
  JsonWebKeySet,
  NewPasswordAnswer,
  RefreshRequest,
  SessionTokens,
  SignInAnswer,
} from '@portage/contract/sessions';
import type { z } from 'zod';

/** Who is calling, as the session token says. */
export interface Session {
  userId: string;
  username: string;
  name: string;
  kind: 'user' | 'service';
  merchantId: string;
  merchantName: string;
}

/** Who people are and how they prove it. One provider is chosen at the start. */
export interface Identity {
  /** Raises `signInFailed`; unknown users and wrong passwords take the same time. */
  signIn(credentials: Credentials): Promise<SignInAnswer>;
  /** Raises `refreshRefused`; a token that is traded twice ends every session of its sign-in. */
  refresh(request: RefreshRequest): Promise<SessionTokens>;
  /** Ends the sign-in that a refresh token belongs to; an unknown one is no fault. */
  signOut(refreshToken: string): Promise<void>;
  /** Raises `challengeExpired` when the challenge is too old, forged or already answered. */
  completeNewPassword(answer: NewPasswordAnswer): Promise<SessionTokens>;
  /** Raises `invalidToken` for a token that is expired, forged or not a session's. */
  verify(token: string): Promise<Session>;
  /** The public keys that verify session tokens. */
  publicKeys(): Promise<z.infer<typeof JsonWebKeySet>>;
}
