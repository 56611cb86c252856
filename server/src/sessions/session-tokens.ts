import { hash } from 'node:crypto';
import {
  errors,
  jwtVerify,
  SignJWT,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { z } from 'zod';
import type { EpochMillis } from '@portage/contract/time';
import { SessionClaims } from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import type { VerifiedSession } from '../http/session.ts';
import { SIGNATURE_ALGORITHM, type SigningKeys } from './signing-keys.ts';

const ISSUER = 'portage';

/** Its audience keeps kinds apart. */
interface TokenKind {
  audience: string;
  seconds: number;
}
const SESSION: TokenKind = { audience: 'portage-api', seconds: 60 * 60 };
const FACTOR_CHALLENGE: TokenKind = { audience: 'portage-second-factor', seconds: 10 * 60 };
const CHALLENGE: TokenKind = { audience: 'portage-new-password', seconds: 10 * 60 };

/** Between two machines. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** Milliseconds from `now`; `exp` is in seconds. */
export function acceptedFor(exp: number, now: EpochMillis): number {
  return (exp + CLOCK_TOLERANCE_SECONDS) * 1000 - now;
}

/** Beyond those of every provider. */
const OwnClaims = SessionClaims.extend({
  token_use: z.enum(['user', 'service']),
  name: z.string(),
  username: z.string(),
  sid: z.uuid(),
});

const FactorClaims = z.object({ sub: z.string(), mark: z.string() });

interface FactorChallengeUser {
  id: string;
  passwordHash: string;
}

/** Distinguishes passwords without revealing them. */
export const passwordMark = (passwordHash: string): string =>
  hash('sha256', passwordHash, 'base64url').slice(0, 22);

/** Signs for the embedded identity. */
export interface SessionTokenSigner {
  /** Lasts 60 minutes. */
  signSession(
    session: Omit<VerifiedSession, 'acceptedFor'> & { sessionId: string },
  ): Promise<string>;
  /** Throws `invalid_token`. */
  verifySession(token: string): Promise<VerifiedSession>;
  /** Proves a temporary password of one user, for 10 minutes. */
  signChallenge(userId: string): Promise<string>;
  /** The user's id; undefined when expired or forged. */
  verifyChallenge(challenge: string): Promise<string | undefined>;
  /** Proves a password until the second factor is shown; a new password ends it. */
  signFactorChallenge(user: FactorChallengeUser): Promise<string>;
  /** Undefined when not in force; `mark` is the password's. */
  verifyFactorChallenge(challenge: string): Promise<{ userId: string; mark: string } | undefined>;
}

/** The newest key signs, the named one verifies. */
export function sessionTokenSigner(keys: SigningKeys, clock: Clock): SessionTokenSigner {
  const seconds = () => Math.floor(clock.now() / 1000);

  async function sign(
    { audience, seconds: lifetime }: TokenKind,
    subject: string,
    claims: Record<string, unknown> = {},
  ) {
    const key = await keys.newest();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNATURE_ALGORITHM, kid: key.kid, typ: 'JWT' })
      .setSubject(subject)
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + lifetime)
      .sign(key.privateKey);
  }

  /** Undefined when not ours or not in force. */
  function verify(token: string, { audience, seconds: lifetime }: TokenKind) {
    const findKey = async ({ kid = '' }: JWTHeaderParameters) => {
      const key = await keys.find(kid);
      if (!key) throw new errors.JWKSNoMatchingKey();
      return key.publicKey;
    };
    return readToken(token, findKey, {
      algorithms: [SIGNATURE_ALGORITHM],
      issuer: ISSUER,
      audience,
      currentDate: new Date(clock.now()),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      // Refuses tokens issued in the future, too.
      maxTokenAge: lifetime,
      requiredClaims: ['sub', 'exp'],
    });
  }

  return {
    signSession: (session) =>
      sign(SESSION, session.userId, {
        sid: session.sessionId,
        token_use: session.kind,
        name: session.name,
        username: session.username,
        'custom:merchant_id': session.merchantId,
        'custom:merchant_name': session.merchantName,
      }),
    async verifySession(token) {
      const claims = OwnClaims.safeParse(await verify(token, SESSION));
      if (!claims.success) throw new ApiError('invalid_token');
      return {
        sessionId: claims.data.sid,
        userId: claims.data.sub,
        username: claims.data.username,
        name: claims.data.name,
        kind: claims.data.token_use,
        merchantId: claims.data['custom:merchant_id'],
        merchantName: claims.data['custom:merchant_name'],
        acceptedFor: acceptedFor(claims.data.exp, clock.now()),
      };
    },
    signChallenge: (userId) => sign(CHALLENGE, userId),
    async verifyChallenge(challenge) {
      const claims = await verify(challenge, CHALLENGE);
      return claims?.sub;
    },
    signFactorChallenge: ({ id, passwordHash }) =>
      sign(FACTOR_CHALLENGE, id, { mark: passwordMark(passwordHash) }),
    async verifyFactorChallenge(challenge) {
      const claims = FactorClaims.safeParse(await verify(challenge, FACTOR_CHALLENGE));
      return claims.success ? { userId: claims.data.sub, mark: claims.data.mark } : undefined;
    },
  };
}

/** Undefined for a token that is forged, expired or of another kind. */
export async function readToken<Claims>(
  token: string,
  findKey: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<(Claims & JWTPayload) | undefined> {
  try {
    return (await jwtVerify<Claims>(token, findKey, options)).payload;
  } catch (error) {
    // Other text than a token fails as a TypeError.
    if (error instanceof TypeError || error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
