import { sessionEndpoints, type SessionTokens } from '@portage/contract/users/sessions';
import { ApiError } from './api-error.ts';
import { serverTime } from './clock.ts';
import { request } from './request.ts';
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
  onSessionChange,
} from './session.ts';

type TabMessage =
  | { readonly type: 'renewed'; readonly replaces: string; readonly tokens: SessionTokens }
  | { readonly type: 'left'; readonly username: string }
  | { readonly type: 'asked' }
  | { readonly type: 'shared'; readonly tokens: SessionTokens; readonly username: string };

/** Timeout for another tab's answer, in ms. */
const PATIENCE = 1_000;

/** The lock that tabs with a session share. */
const SIGNED_IN = 'portage-signed-in';

let channel: BroadcastChannel | undefined;

function announce(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes none
  channel?.postMessage(message);
}

/** Holds the lock while there is a session. Locks need HTTPS. */
function showSession(): void {
  let leave: (() => void) | undefined;
  onSessionChange(() => {
    if (!currentSession()) {
      leave?.();
      leave = undefined;
    } else if (!leave && 'locks' in navigator) {
      const { promise, resolve } = Promise.withResolvers<void>();
      leave = resolve;
      // A browser that blocks storage refuses locks.
      navigator.locks.request(SIGNED_IN, { mode: 'shared' }, () => promise).catch(() => undefined);
    }
  });
}

/** True without locks. */
async function mayAnotherBeSignedIn(): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === SIGNED_IN);
}

/** Follows renewals and sign-outs, and shares the session. */
function joinTabs(): void {
  showSession();
  try {
    channel = new BroadcastChannel('portage-session');
  } catch {
    return;
  }
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const session = currentSession();
    if (!session) return;
    if (data.type === 'renewed' && data.replaces === session.refreshToken) {
      continueSession(data.tokens);
    }
    if (data.type === 'left' && data.username === session.username) endSession('left');
    if (data.type === 'asked') {
      const { username, token, refreshToken } = session;
      announce({ type: 'shared', username, tokens: { token, refreshToken } });
    }
  });
}

type SharedSession = Omit<Extract<TabMessage, { type: 'shared' }>, 'type'>;

/** Undefined without an answer in time. */
async function askForSession(): Promise<SharedSession | undefined> {
  if (!(await mayAnotherBeSignedIn())) return undefined;
  return new Promise((resolve) => {
    const answers = new AbortController();
    const done = (answer?: SharedSession) => {
      answers.abort();
      resolve(answer);
    };
    channel?.addEventListener(
      'message',
      ({ data }: MessageEvent<TabMessage>) => {
        if (data.type === 'shared') done(data);
      },
      { signal: answers.signal },
    );
    announce({ type: 'asked' });
    setTimeout(done, PATIENCE);
  });
}

/** Renews an expired session; a new tab takes another tab's. */
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

/** True where another tab may have a session. */
function hasSignedInHere(): boolean {
  return localStorage.getItem('merchantId') !== null;
}

/** Signs out all tabs, then the server in the background. */
export async function signOut(): Promise<void> {
  const session = currentSession();
  endSession('left');
  if (!session) return;
  announce({ type: 'left', username: session.username });
  await endOnServer(session.refreshToken);
}

export async function endOnServer(refreshToken: string): Promise<void> {
  const ended = request(sessionEndpoints.signOut, { body: { refreshToken } }, undefined);
  await ended.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** Milliseconds of life left when a token is renewed (spec 1 §9). */
const RENEWAL_THRESHOLD = 2_400_000;

let underWay: Promise<Session | undefined> | undefined;

/** Renews an aging token in the background, an expired one first. */
export async function sessionForCall(): Promise<Session | undefined> {
  const session = currentSession();
  if (!session) return undefined;
  const left = (claimsOf(session.token)?.exp ?? 0) * 1000 - serverTime();
  if (left > RENEWAL_THRESHOLD) return session;
  const renewal = renewSession(session);
  if (left > 0) return session;
  return (await renewal) ?? (currentSession() === session ? session : undefined);
}

/** Renews once for all callers and tabs. Undefined when it ended or the server is unreachable. */
export function renewSession(session: Session): Promise<Session | undefined> {
  underWay ??= inOneTab(() => renew(session)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/** Locks need HTTPS and storage; without them the server's grace period lets two tabs renew. */
async function inOneTab<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  let isLocked = false;
  const locked = () => {
    isLocked = true;
    return work();
  };
  return navigator.locks.request('portage-session', locked).catch((error: unknown) => {
    if (isLocked) throw error;
    return work();
  });
}

async function renew(old: Session): Promise<Session | undefined> {
  const session = sessionOf(old.username);
  // Another tab renewed it, or the user signed out.
  if (session?.token !== old.token) return session;
  const { username, token, refreshToken } = session;
  if (refreshToken === '') {
    if (isExpired(token, serverTime())) endSession('expired');
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

function sessionOf(username: string): Session | undefined {
  const session = currentSession();
  return session?.username === username ? session : undefined;
}

/** Lost connections, faults and rate limits are not final. */
function isFinal({ problem: { status } }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 429;
}
