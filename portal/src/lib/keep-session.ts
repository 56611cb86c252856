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

/** Resumes the tab's session, renewed if expired, or that of another open tab. */
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

/** A user has signed in on this device, so another tab may have a session. */
function hasSignedInHere(): boolean {
  return localStorage.getItem('merchantId') !== null;
}

/** Signs out in every tab, then on the server without waiting. */
export async function signOut(): Promise<void> {
  const session = currentSession();
  endSession('left');
  if (!session) return;
  announce({ type: 'left', username: session.username });
  await endOnServer(session.refreshToken);
}

/** Ends a session on the server, if it can be reached. */
export async function endOnServer(refreshToken: string): Promise<void> {
  const ended = request(sessionEndpoints.signOut, { body: { refreshToken } }, undefined);
  await ended.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** Remaining life below which a token is renewed (spec 1 §9), in ms. */
const RENEWAL_THRESHOLD = 2_400_000;

let underWay: Promise<Session | undefined> | undefined;

/**
 * Returns the session for a call. An aging token is renewed in the background, an expired one
 * before the call.
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
 * Renews the session, once for all callers and in one tab at a time. Undefined when it ended or
 * the server cannot be reached.
 */
export function renewSession(session: Session): Promise<Session | undefined> {
  underWay ??= inOneTab(() => renew(session)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/** Locks need HTTPS; without them the server's grace period lets two tabs renew. */
function inOneTab<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('portage-session', work) : work();
}

async function renew(old: Session): Promise<Session | undefined> {
  const session = sessionOf(old.username);
  // Another tab renewed it, or the user signed out.
  if (session?.token !== old.token) return session;
  const { username, token, refreshToken } = session;
  if (refreshToken === '') {
    if (isExpired(token, Date.now())) endSession('expired');
    return undefined;
  }
  try {
    const body = { username, refreshToken };
    const tokens = await request(sessionEndpoints.refresh, { body }, undefined);
    // The user signed out, or another signed in.
    if (currentSession() !== session) return sessionOf(username);
    announce({ type: 'renewed', replaces: refreshToken, tokens });
    return continueSession(tokens);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isFinal(error) && currentSession() === session) endSession('refused');
    return undefined;
  }
}

/** Returns the current session if it is this user's. */
function sessionOf(username: string): Session | undefined {
  const session = currentSession();
  return session?.username === username ? session : undefined;
}

/** A refused refresh token is final; a lost connection, a fault or a rate limit is not. */
function isFinal({ problem: { status } }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 429;
}
