import { jwtVerify, SignJWT } from 'jose';
import type { Deps } from '../deps.ts';
import { getSecret } from '../secrets/get-secret.ts';
import { isTokenFault } from '../sessions/session-tokens.ts';

/** What a token of the way to a link says: each kind has an audience of its own. */
interface Claims {
  /** The install request of a shop was verified. */
  link: { shop: string };
  /** A merchant agreed to link the shop. */
  activation: { shop: string; merchantId: string; username: string };
  /** The same, on its way through the platform and back. */
  state: { shop: string; merchantId: string; username: string };
}

/** How long each works. */
const LASTS = '10 minutes';
const ISSUER = 'portage';

type TokenDeps = Pick<Deps, 'db' | 'secrets' | 'clock'>;

/** Signs a token (HS256 with a key of the server) that works for 10 minutes. */
export async function signLinkToken<Kind extends keyof Claims>(
  deps: TokenDeps,
  kind: Kind,
  claims: Claims[Kind],
): Promise<string> {
  const now = new Date(deps.clock.now());
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(`shop-${kind}`)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + 10 * 60_000))
    .sign(await getSecret(deps, 'shop-links'));
}

/** What a token says; undefined for one that is expired, forged or of another kind. */
export async function verifyLinkToken<Kind extends keyof Claims>(
  deps: TokenDeps,
  kind: Kind,
  token: string,
): Promise<Claims[Kind] | undefined> {
  const key = await getSecret(deps, 'shop-links');
  try {
    const { payload } = await jwtVerify<Claims[Kind]>(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: `shop-${kind}`,
      currentDate: new Date(deps.clock.now()),
      maxTokenAge: LASTS,
    });
    return payload;
  } catch (error) {
    if (isTokenFault(error)) return undefined;
    throw error;
  }
}
