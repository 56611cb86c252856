import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const own = createStore<string | undefined>(undefined);

/** What the page that shows calls itself in place of the name of its route. */
export const useOwnPageTitle = (): string | undefined => useStore(own);

/** Names the page in the browser's tab for as long as it shows. */
export function useNamePage(title: string): void {
  useEffect(() => {
    own.set(title);
    return () => own.set(undefined);
  }, [title]);
}
