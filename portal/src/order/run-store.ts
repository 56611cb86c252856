import { currentSession, onSessionChange } from '../lib/session.ts';
import { createStore, useStore } from '../lib/store.ts';

const username = () => currentSession()?.username;

/** Keeps a run outside the screens: leaving one does not end it, and only its user sees it. */
export function createRunStore<Run extends object>() {
  const store = createStore<{ run: Run; username: string | undefined } | undefined>(undefined);
  let stopping = new AbortController();

  const stop = () => stopping.abort();
  const release = () => store.set(undefined);
  return {
    get: () => store.get()?.run,
    /** Holds a run of the current user, in place of any other. */
    hold: (run: Run) => store.set({ run, username: username() }),
    /** Replaces the state of the run that is held. */
    update(run: Run): void {
      const held = store.get();
      if (held) store.set({ ...held, run });
    },
    release,
    useRun: (): Run | undefined => {
      const held = useStore(store);
      return held?.username === username() ? held?.run : undefined;
    },
    /** Starts the work of a run; `stop` aborts its signal. */
    begin() {
      stopping = new AbortController();
      const { signal } = stopping;
      const begunBy = username();
      return {
        signal,
        isSignedIn: () => username() === begunBy,
        /** True for another user: the result is not theirs to see. */
        isOtherUser: () => username() !== undefined && username() !== begunBy,
        /** Stops and releases the run with its session; the answer ends that. */
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
