import { useSyncExternalStore } from 'react';

/** State that lives outside the screens: it survives when the component that shows it goes. */
export interface Store<State> {
  readonly get: () => State;
  readonly set: (next: State) => void;
  /** Calls back after every change; the answer unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether anything on the screen follows the state. */
  readonly hasSubscribers: () => boolean;
}

/** Makes a store with its initial state. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(next) {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hasSubscribers: () => listeners.size > 0,
  };
}

/** The state of a store, kept current in a component. */
export function useStore<State>({ subscribe, get }: Store<State>): State {
  return useSyncExternalStore(subscribe, get);
}
