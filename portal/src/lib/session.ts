import {
  type SessionClaims,
  sessionKind,
  type SessionTokens,
} from '@portage/contract/users/sessions';
import { createStore, keepOnDevice, useStore } from './store.ts';

export interface Session {
  readonly token: string;
  readonly refreshToken: string;
  readonly username: string;
  readonly name: string;
  readonly merchantId: string;
  readonly merchantName: string;
}

export type SignedOutBecause = 'left' | 'expired' | 'refused' | 'none';

/** Sentences in the log (spec 1 §8). */
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
      /** Set unless the user signed out. */
      readonly username?: string;
    };

const store = createStore<State>({ session: undefined, because: 'none' });

export function currentSession(): Session | undefined {
  return store.get().session;
}

export function signedOutBecause(): SignedOutBecause | undefined {
  const state = store.get();
  return state.session ? undefined : state.because;
}

export function timedOutUsername(): string | undefined {
  const state = store.get();
  return state.session ? undefined : state.username;
}

/** Returns the unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  return store.subscribe(listener);
}

/** Calls back at another user or merchant. */
export function onReaderChange(listener: () => void): void {
  const readerOf = (session = currentSession()) =>
    session && `${session.merchantId}/${session.username}`;
  let reader = readerOf();
  onSessionChange(() => {
    if (readerOf() === reader) return;
    reader = readerOf();
    listener();
  });
}

export function useSession(): Session | undefined {
  return useStore(store).session;
}

/** Stores it where the specification says (spec 1 §9). */
export function startSession(tokens: SessionTokens, username: string): void {
  const session = sessionFrom(tokens, username);
  if (!session) throw new Error('The server handed out a token that cannot be read');
  sessionStorage.setItem('token', session.token);
  sessionStorage.setItem('refreshToken', session.refreshToken);
  sessionStorage.setItem('username', session.username);
  // The flag belongs to the other merchant.
  if (localStorage.getItem('merchantId') !== session.merchantId) localStorage.removeItem('flag');
  keepOnDevice('merchantName', session.merchantName);
  keepOnDevice('merchantId', session.merchantId);
  keepOnDevice('name', session.name);
  store.set({ session });
}

export function continueSession(tokens: SessionTokens): Session | undefined {
  const { session: before } = store.get();
  if (before) startSession(tokens, before.username);
  return store.get().session;
}

/** Signing out also clears the tab's unfinished work. */
export function endSession(because: SignedOutBecause): void {
  if (because === 'left') sessionStorage.clear();
  beginWithout(because);
}

export function beginWithout(because: SignedOutBecause): void {
  const username = sessionStorage.getItem('username');
  for (const key of ['token', 'refreshToken', 'username']) sessionStorage.removeItem(key);
  if (because !== 'left') log(SENTENCES[because]);
  const isTimedOut = because === 'expired' || because === 'refused';
  store.set({ session: undefined, because, ...(isTimedOut && username && { username }) });
}

/** Expired or not. */
export function storedSession(): Session | undefined {
  const token = sessionStorage.getItem('token');
  if (token === null) return undefined;
  const refreshToken = sessionStorage.getItem('refreshToken') ?? '';
  return sessionFrom({ token, refreshToken }, sessionStorage.getItem('username') ?? '');
}

export function takeUpSession(session: Session): void {
  store.set({ session });
}

/** True for an unreadable token. */
export function isExpired(token: string, now: number): boolean {
  const claims = claimsOf(token);
  return claims === undefined || claims.exp * 1000 <= now;
}

/** Does not verify. */
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

/** Undefined for unreadable tokens and API credentials. */
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
