import type { SessionTokens } from '@portage/contract/sessions';
import { continueSession, currentSession, endSession } from './session.ts';

/** What the tabs of one browser tell each other about the session they share. */
type TabMessage =
  | { readonly type: 'renewed'; readonly replaces: string; readonly tokens: SessionTokens }
  | { readonly type: 'left'; readonly username: string }
  | { readonly type: 'asked' }
  | { readonly type: 'shared'; readonly tokens: SessionTokens; readonly username: string };

/** How long a new tab waits for an open one to share its session, in milliseconds. */
const PATIENCE = 500;

let channel: BroadcastChannel | undefined;

/** Tells the other tabs. */
export function announce(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes none
  channel?.postMessage(message);
}

/** Listens to the other tabs: takes over their renewals, leaves with them, shares what it has. */
export function joinTabs(): void {
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

/** The session of an open tab; undefined when none answers in time. */
export function askForSession(): Promise<{ tokens: SessionTokens; username: string } | undefined> {
  return new Promise((resolve) => {
    const answers = new AbortController();
    const done = (answer?: { tokens: SessionTokens; username: string }) => {
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
