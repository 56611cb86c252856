import { sessionEndpoints } from '@portage/contract/users/sessions';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';
import { announce, askForSession, joinTabs } from './session-tabs.ts';
import {
  claimsOf,
  continueSession,
  currentSession,
  endSession,
  isExpired,
  type Session,
  beginWithout,
  startSession,
  storedSession,
  takeUpSession,
} from './session.ts';

/**
 * Takes up the session that this tab had before it was loaded, renewed when its token has expired, or
 * that of another open tab.
 */
export async function resumeSession(now: number): Promise<void> {
  joinTabs();
  const stored = storedSession();
  if (!stored) {
    const shared = hasSignedInHere() ? await askForSession() : undefined;
    if (shared) startSession(shared.tokens, shared.username);
    else beginWithout('none');
    return;
  }
  takeUpSession(stored);
  if (isExpired(stored.token, now)) await renewSession(stored);
}

/** Somebody has signed in on this device before, so another tab may be worth asking. */
function hasSignedInHere(): boolean {
  return localStorage.getItem('merchantId') !== null;
}

/**
 * Signs out, in every tab and on the server. The reader does not wait for the server: a session that
 * could not be ended there runs out by itself.
 */
export async function signOut(): Promise<void> {
  const session = currentSession();
  endSession('left');
  if (!session) return;
  announce({ type: 'left', username: session.username });
  await endOnServer(session.refreshToken);
}

/** Ends a session on the server alone, as far as it can be reached. */
export async function endOnServer(refreshToken: string): Promise<void> {
  const ended = request(sessionEndpoints.signOut, { body: { refreshToken } }, undefined);
  await ended.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** A token that expires within 40 minutes is renewed (spec 1 §9), in milliseconds. */
const RENEWAL_THRESHOLD = 2_400_000;

let underWay: Promise<Session | undefined> | undefined;

/**
 * The session to make a call with. Its renewal starts when the token is getting old; the call waits
 * for it only when the token has expired. Where nobody could be asked, the call goes on in the old
 * session; where the renewal has ended it, the call has none.
 */
export async function sessionForCall(): Promise<Session | undefined> {
  const session = currentSession();
  if (!session) return undefined;
  const left = (claimsOf(session.token)?.exp ?? 0) * 1000 - Date.now();
  if (left > RENEWAL_THRESHOLD) return session;
  const renewal = renewSession(session);
  if (left > 0) return session;
  return (await renewal) ?? (currentSession() === session ? session : undefined);
}

/**
 * Trades the refresh token for a new session: once, however many calls ask meanwhile, and in one tab
 * at a time. Undefined when there is no new one: the session has ended, or nobody could be asked.
 */
export function renewSession(session: Session): Promise<Session | undefined> {
  underWay ??= inOneTab(() => renew(session)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/** Browsers have locks only on secure pages; without, the server's short grace lets two tabs renew. */
function inOneTab<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('portage-session', work) : work();
}

async function renew(old: Session): Promise<Session | undefined> {
  const session = sessionOf(old.username);
  // Another tab has handed a new one over while this one waited, or the reader has left.
  if (session?.token !== old.token) return session;
  const { username, token, refreshToken } = session;
  if (refreshToken === '') {
    if (isExpired(token, Date.now())) endSession('expired');
    return undefined;
  }
  try {
    const body = { username, refreshToken };
    const tokens = await request(sessionEndpoints.refresh, { body }, undefined);
    // Who left meanwhile has left, and who signed in meanwhile may be somebody else.
    if (currentSession() !== session) return sessionOf(username);
    announce({ type: 'renewed', replaces: refreshToken, tokens });
    return continueSession(tokens);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isFinal(error) && currentSession() === session) endSession('refused');
    return undefined;
  }
}

/** The session in force as long as it is this person's: nobody's call is made in another's name. */
function sessionOf(username: string): Session | undefined {
  const session = currentSession();
  return session?.username === username ? session : undefined;
}

/**
 * A refresh token that is refused once is refused for good; a lost connection or a fault may pass, and
 * too many attempts of others at the same network address do.
 */
function isFinal({ problem: { status } }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 429;
}
