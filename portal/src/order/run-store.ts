import { currentSession, onSessionChange } from '../lib/session.ts';
import { createStore, useStore } from '../lib/store.ts';

const username = () => currentSession()?.username;

/** Survives leaving a screen; only its user sees it. */
export function createRunStore<Run extends object>() {
  const store = createStore<{ run: Run; username: string | undefined } | undefined>(undefined);
  let stopping = new AbortController();

  const stop = () => stopping.abort();
  const release = () => store.set(undefined);
  return {
    get: () => store.get()?.run,
    /** Replaces any other. */
    hold: (run: Run) => store.set({ run, username: username() }),
    update(run: Run): void {
      const held = store.get();
      if (held) store.set({ ...held, run });
    },
    release,
    useRun: (): Run | undefined => {
      const held = useStore(store);
      return held?.username === username() ? held?.run : undefined;
    },
    /** `stop` aborts its signal. */
    begin() {
      stopping = new AbortController();
      const { signal } = stopping;
      const begunBy = username();
      return {
        signal,
        isSignedIn: () => username() === begunBy,
        /** The result is not theirs to see. */
        isOtherUser: () => username() !== undefined && username() !== begunBy,
        /** Returns the unsubscribe function. */
        endWithSession: () =>
          onSessionChange(() => {
            if (signal.aborted || username() === begunBy) return;
            stop();
            release();
          }),
      };
    },
    stop,
  };
}
