import { decodeJwt } from 'jose';
import { SessionClaims } from '@portage/contract/sessions';

/** The merchant that a session token names. The token has just been issued: it is read, not verified. */
export function merchantOfToken(token: string): string {
  return SessionClaims.parse(decodeJwt(token))['custom:merchant_id'];
}
