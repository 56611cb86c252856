import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { EpochMillis } from '../time.ts';
import { PasskeyRequestOptions } from './passkeys.ts';
import { Username } from './username.ts';

/** Kept by a browser. A known device may try ten times more; it grants no access. */
export const DeviceToken = z
  .string()
  .regex(/^[\w-]{22,64}$/)
  .describe('At least 128 random bits, made and kept by the client; stored hashed.');

/** The password's upper bound keeps hashing cheap. */
export const Credentials = z.object({
  username: Username,
  password: z.string().min(1, 'required').max(1024),
  device: DeviceToken.optional(),
});
export type Credentials = z.infer<typeof Credentials>;

/** The refresh token buys the next session. */
export const SessionTokens = z.object({
  token: z.string().describe('JSON Web Token, 60 minutes.'),
  refreshToken: z.string().describe('Opaque, 30 days; 90 days after the sign-in it is the last.'),
});
export type SessionTokens = z.infer<typeof SessionTokens>;

/** The user must choose a new password first. */
export const NewPasswordChallenge = z.object({
  challengeName: z.literal('NEW_PASSWORD_REQUIRED'),
  challengeParameters: z.object({
    userAttributes: z.record(z.string(), z.string()),
  }),
  session: z.string().describe('Handed back with the new password; short-lived.'),
});
export type NewPasswordChallenge = z.infer<typeof NewPasswordChallenge>;

export const SecondFactorMethod = z.enum(['app', 'passkey', 'recovery_code']);
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>;

/** Asks for the second factor next. */
export const SecondFactorChallenge = z.object({
  challengeName: z.literal('SECOND_FACTOR_REQUIRED'),
  challengeParameters: z.object({
    methods: z.array(SecondFactorMethod),
    passkeyOptions: PasskeyRequestOptions.optional().describe('Challenge for a passkey to sign.'),
  }),
  session: z.string().describe('Handed back with the second factor; 10 minutes.'),
});
export type SecondFactorChallenge = z.infer<typeof SecondFactorChallenge>;

export const SignInAnswer = z.union([SessionTokens, NewPasswordChallenge, SecondFactorChallenge]);
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/**
 * Claims that both sides read (spec 1 §3). Cognito writes `id` as `token_use` and marks service
 * users with `custom:kind`.
 */
export const SessionClaims = z.object({
  sub: z.string(),
  iss: z.string(),
  iat: z.int(),
  exp: z.int().describe('Seconds since 1970.'),
  sid: z.string().optional().describe('The session, in tokens of the embedded identity.'),
  token_use: z.enum(['user', 'service', 'id']),
  name: z.string().optional().describe('A user of a pool need not have one.'),
  'custom:kind': z.enum(['user', 'service']).optional(),
  'custom:merchant_id': z.uuid(),
  'custom:merchant_name': z.string(),
});
export type SessionClaims = z.infer<typeof SessionClaims>;

export function sessionKind(claims: SessionClaims): 'user' | 'service' {
  const isService = claims.token_use === 'service' || claims['custom:kind'] === 'service';
  return isService ? 'service' : 'user';
}

/** RFC 7517. */
export const JsonWebKeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      crv: z.string().optional().describe('With `x` and `y`: an elliptic-curve key.'),
      x: z.string().optional(),
      y: z.string().optional(),
      n: z.string().optional().describe('With `e`: an RSA key, as Amazon Cognito has.'),
      e: z.string().optional(),
      kid: z.string(),
      alg: z.string(),
      use: z.string(),
    }),
  ),
});

export const ListedSession = z.object({
  id: z.uuid(),
  startedAt: EpochMillis.describe('Time of the password check.'),
  lastUsedAt: EpochMillis.describe('Time of the last renewal; at most an hour old while in use.'),
  userAgent: z.string().optional().describe('User agent as sent by the browser.'),
  isCurrent: z.boolean().describe('True for the session that makes this call.'),
});
export type ListedSession = z.infer<typeof ListedSession>;

export const RefreshRequest = z.object({
  username: Username,
  refreshToken: z.string().min(1, 'required').max(4096),
});
export type RefreshRequest = z.infer<typeof RefreshRequest>;

export const sessionEndpoints = {
  signIn: endpoint('POST /auth/token', {
    summary: 'Sign in with username and password',
    mayCall: 'anyone',
    body: Credentials,
    response: SignInAnswer,
    errors: [
      'sign_in_failed',
      'account_disabled',
      'account_not_linked',
      'too_many_attempts',
      'busy',
      'sign_in_unavailable',
    ],
  }),
  refresh: endpoint('POST /auth/refresh', {
    summary: 'Trade the refresh token for a new session; each one works once',
    mayCall: 'anyone',
    body: RefreshRequest,
    response: SessionTokens,
    errors: [
      'refresh_refused',
      'account_not_linked',
      'too_many_attempts',
      'busy',
      'sign_in_unavailable',
    ],
  }),
  signOut: endpoint('POST /auth/logout', {
    summary: 'End the session: its refresh tokens stop working',
    mayCall: 'anyone',
    body: RefreshRequest.pick({ refreshToken: true }),
    errors: ['too_many_attempts', 'busy', 'sign_in_unavailable'],
  }),
  list: endpoint('GET /sessions', {
    summary: 'Your own open sessions, most recently used first',
    mayCall: 'user',
    response: z.array(ListedSession),
  }),
  end: endpoint('DELETE /sessions/{id}', {
    summary: 'End one of your own sessions: that device is signed out',
    mayCall: 'user',
    params: z.object({ id: z.uuid() }),
    errors: ['session_not_found'],
  }),
  keys: endpoint('GET /.well-known/jwks.json', {
    summary: 'The keys that verify session tokens',
    mayCall: 'anyone',
    response: JsonWebKeySet,
    errors: ['sign_in_unavailable'],
  }),
};
