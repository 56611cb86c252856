import type { Logger } from 'pino';
import { z } from 'zod';
import { SessionClaims, sessionKind } from '@portage/contract/users/sessions';
import { foldUsername } from '@portage/contract/users/username';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import type { VerifiedSession } from '../http/session.ts';
import { acceptedFor, CLOCK_TOLERANCE_SECONDS, readToken } from '../sessions/session-tokens.ts';
import type { PoolKeys } from './cognito-keys.ts';

/** RSA with SHA-256 (RFC 7518). */
const SIGNATURE_ALGORITHM = 'RS256';

const PoolClaims = SessionClaims.extend({
  token_use: z.literal('id'),
  'cognito:username': z.string(),
  email: z.string().optional(),
  auth_time: z.int().optional().describe('Time of the sign-in, in seconds since 1970.'),
});

/** Pools that sign in by e-mail have bare ids as usernames. */
function usernameOf(claims: z.infer<typeof PoolClaims>): string {
  const { sub, email } = claims;
  const username = claims['cognito:username'];
  return foldUsername(username === sub && email !== undefined ? email : username);
}

/** Throws `invalid_token`, `account_not_linked` and `sign_in_unavailable`. */
export function poolTokenVerifier(
  { issuer, clientId, keys }: { issuer: string; clientId: string; keys: PoolKeys },
  clock: Clock,
  log: Logger,
): (token: string) => Promise<VerifiedSession> {
  return async (token) => {
    const payload = await readToken<{ token_use?: unknown }>(token, (header) => keys.find(header), {
      algorithms: [SIGNATURE_ALGORITHM],
      issuer,
      audience: clientId,
      currentDate: new Date(clock.now()),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    if (payload?.token_use !== 'id') throw new ApiError('invalid_token');
    const { data: claims, error } = PoolClaims.safeParse(payload);
    if (!claims) {
      const attributes = error.issues.map(({ path }) => path.join('.'));
      log.error({ sub: payload.sub, attributes }, 'a user of the pool lacks attributes');
      throw new ApiError('account_not_linked');
    }
    const username = usernameOf(claims);
    return {
      userId: claims.sub,
      username,
      name: claims.name ?? username,
      kind: sessionKind(claims),
      merchantId: claims['custom:merchant_id'],
      merchantName: claims['custom:merchant_name'],
      signedInAt: (claims.auth_time ?? claims.iat) * 1000,
      acceptedFor: acceptedFor(claims.exp, clock.now()),
    };
  };
}
