import { SessionClaims, type SessionTokens } from '@portage/contract/sessions';
import { useSyncExternalStore } from 'react';

/** Who is signed in, as the token and the device's storage tell. */
export interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly username: string;
  readonly name: string;
  readonly merchantId: string;
  readonly merchantName: string;
}

/** Why nobody is signed in: the person left, the session was refused or ran out, or none was there. */
export type SignedOutBecause = 'left' | 'expired' | 'none';

type State =
  | { readonly session: Session }
  | { readonly session: undefined; readonly because: SignedOutBecause };

let state: State = { session: undefined, because: 'none' };
const listeners = new Set<() => void>();

function become(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The session in force, or undefined when nobody is signed in. */
export function currentSession(): Session | undefined {
  return state.session;
}

/** Why nobody is signed in; undefined while somebody is. */
export function signedOutBecause(): SignedOutBecause | undefined {
  return state.session ? undefined : state.because;
}

/** Calls back after every sign-in and sign-out; answers with how to stop it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session in force, kept current in a component. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** Begins a session: keeps it on the device where the spec says (spec 1 §9) and tells the portal. */
export function startSession(tokens: SessionTokens, username: string): void {
  const session = sessionFrom(tokens, username);
  if (!session) throw new Error('The server handed out a token that cannot be read');
  sessionStorage.setItem('token', session.token);
  sessionStorage.setItem('refreshToken', session.refreshToken);
  sessionStorage.setItem('username', session.username);
  localStorage.setItem('merchantName', session.merchantName);
  localStorage.setItem('merchantId', session.merchantId);
  localStorage.setItem('name', session.name);
  become({ session });
}

/**
 * Ends the session on this device and tells the portal. Who leaves takes everything along that the
 * tab kept; who is only timed out finds unfinished work again.
 */
export function endSession(because: SignedOutBecause): void {
  if (because === 'left') sessionStorage.clear();
  forgetTokens();
  become({ session: undefined, because });
}

/** Takes up the session that the tab had before it was loaded, when its token is still good. */
export function restoreSession(now: number): void {
  const token = sessionStorage.getItem('token');
  const session = token === null ? undefined : sessionFrom(storedTokens(token), storedUsername());
  if (session && !isExpired(session.token, now)) {
    become({ session });
    return;
  }
  log(
    token === null
      ? 'There is no token set in local storage.'
      : 'The token in local storage has expired',
  );
  forgetTokens();
  become({ session: undefined, because: token === null ? 'none' : 'expired' });
}

/** Tells whether a session token no longer counts at a moment (milliseconds); an unreadable one never does. */
export function isExpired(token: string, now: number): boolean {
  const claims = claimsOf(token);
  return claims === undefined || claims.exp * 1000 <= now;
}

/** Reads the claims of a session token without verifying it: only the server's opinion matters. */
export function claimsOf(token: string): SessionClaims | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return SessionClaims.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

function sessionFrom(tokens: SessionTokens, username: string): Session | undefined {
  const claims = claimsOf(tokens.token);
  return (
    claims && {
      token: tokens.token,
      refreshToken: tokens.refreshToken,
      username,
      name: claims.name,
      merchantId: claims['custom:merchant_id'],
      merchantName: claims['custom:merchant_name'],
    }
  );
}

function storedTokens(token: string): SessionTokens {
  return { token, refreshToken: sessionStorage.getItem('refreshToken') ?? '' };
}

function storedUsername(): string {
  return sessionStorage.getItem('username') ?? '';
}

function forgetTokens(): void {
  for (const key of ['token', 'refreshToken', 'username']) sessionStorage.removeItem(key);
}

function log(sentence: string): void {
  // oxlint-disable-next-line no-console -- these sentences are part of the product (spec 1 §8)
  console.info(sentence);
}
