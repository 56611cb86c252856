import {
  type SessionClaims,
  sessionKind,
  type SessionTokens,
} from '@portage/contract/users/sessions';
import { createStore, useStore } from './store.ts';

/** Who is signed in, as the token and the device's storage tell. */
export interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly username: string;
  readonly name: string;
  readonly merchantId: string;
  readonly merchantName: string;
}

/**
 * Why nobody is signed in: the person left, the session ran out, the server refused to renew it, or
 * none was there.
 */
export type SignedOutBecause = 'left' | 'expired' | 'refused' | 'none';

/** The sentence of the log for each end that is not the reader's own (spec 1 §8). */
const SENTENCES = {
  none: 'There is no token set in local storage.',
  expired: 'The token in local storage has expired',
  refused: 'The refreshToken in local storage has expired',
} as const satisfies Partial<Record<SignedOutBecause, string>>;

type State =
  | { readonly session: Session }
  | {
      readonly session: undefined;
      readonly because: SignedOutBecause;
      /** Whose session it was, unless the person left. */
      readonly username?: string;
    };

const store = createStore<State>({ session: undefined, because: 'none' });

/** The session in force, or undefined when nobody is signed in. */
export function currentSession(): Session | undefined {
  return store.get().session;
}

/** Why nobody is signed in; undefined while somebody is. */
export function signedOutBecause(): SignedOutBecause | undefined {
  const state = store.get();
  return state.session ? undefined : state.because;
}

/** Who was signed in until the session ran out or was refused; undefined otherwise. */
export function timedOutUsername(): string | undefined {
  const state = store.get();
  return state.session ? undefined : state.username;
}

/** Calls back after every sign-in and sign-out; answers with how to stop it. */
export function onSessionChange(listener: () => void): () => void {
  return store.subscribe(listener);
}

/** Calls back when another person is signed in, or nobody any more. */
export function onReaderChange(listener: () => void): void {
  let reader = currentSession()?.username;
  onSessionChange(() => {
    if (currentSession()?.username === reader) return;
    reader = currentSession()?.username;
    listener();
  });
}

/** The session in force, kept current in a component. */
export function useSession(): Session | undefined {
  return useStore(store).session;
}

/** Begins a session: keeps it on the device where the spec says (spec 1 §9) and tells the portal. */
export function startSession(tokens: SessionTokens, username: string): void {
  const session = sessionFrom(tokens, username);
  if (!session) throw new Error('The server handed out a token that cannot be read');
  sessionStorage.setItem('token', session.token);
  sessionStorage.setItem('refreshToken', session.refreshToken);
  sessionStorage.setItem('username', session.username);
  // What was heard of another merchant's feature flag says nothing of this one's.
  if (localStorage.getItem('merchantId') !== session.merchantId) localStorage.removeItem('flag');
  localStorage.setItem('merchantName', session.merchantName);
  localStorage.setItem('merchantId', session.merchantId);
  localStorage.setItem('name', session.name);
  store.set({ session });
}

/** Goes on with renewed tokens as the same person; answers with the session they make. */
export function continueSession(tokens: SessionTokens): Session | undefined {
  const { session: before } = store.get();
  if (before) startSession(tokens, before.username);
  return store.get().session;
}

/**
 * Ends the session on this device and tells the portal. Who leaves takes everything along that the
 * tab kept; who is only timed out finds unfinished work again.
 */
export function endSession(because: SignedOutBecause): void {
  if (because === 'left') sessionStorage.clear();
  beginWithout(because);
}

/** Nobody is signed in: forgets the tokens, and says why in the log. */
export function beginWithout(because: SignedOutBecause): void {
  const username = sessionStorage.getItem('username');
  for (const key of ['token', 'refreshToken', 'username']) sessionStorage.removeItem(key);
  if (because !== 'left') log(SENTENCES[because]);
  const isTimedOut = because === 'expired' || because === 'refused';
  store.set({ session: undefined, because, ...(isTimedOut && username && { username }) });
}

/** The session the tab has kept, whether its token is still good or not; undefined without a readable one. */
export function storedSession(): Session | undefined {
  const token = sessionStorage.getItem('token');
  if (token === null) return undefined;
  const refreshToken = sessionStorage.getItem('refreshToken') ?? '';
  return sessionFrom({ token, refreshToken }, sessionStorage.getItem('username') ?? '');
}

/** Goes on with a session as it was kept. */
export function takeUpSession(session: Session): void {
  store.set({ session });
}

/** Tells whether a session token no longer counts at a timestamp (milliseconds); an unreadable one never does. */
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
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as SessionClaims;
    const isReadable = typeof claims.exp === 'number' && claims['custom:merchant_id'];
    return isReadable ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** The session that tokens make; undefined for tokens that cannot be read, and for API credentials. */
export function sessionFrom(tokens: SessionTokens, username: string): Session | undefined {
  const claims = claimsOf(tokens.token);
  if (!claims || sessionKind(claims) === 'service') return undefined;
  return {
    token: tokens.token,
    refreshToken: tokens.refreshToken,
    username,
    name: claims.name ?? username,
    merchantId: claims['custom:merchant_id'],
    merchantName: claims['custom:merchant_name'],
  };
}

function log(sentence: string): void {
  // oxlint-disable-next-line no-console -- these sentences are part of the product (spec 1 §8)
  console.info(sentence);
}
