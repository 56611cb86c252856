import type { SessionTokens } from '@portage/contract/users/sessions';
import { continueSession, currentSession, endSession, onSessionChange } from './session.ts';

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

export function announce(message: TabMessage): void {
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
      void navigator.locks.request(SIGNED_IN, { mode: 'shared' }, () => promise);
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
export function joinTabs(): void {
  showSession();
  channel = new BroadcastChannel('portage-session');
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
export async function askForSession(): Promise<SharedSession | undefined> {
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
