import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const own = createStore<string | undefined>(undefined);

export const useOwnPageTitle = (): string | undefined => useStore(own);

export function useNamePage(title: string): void {
  useEffect(() => {
    own.set(title);
    return () => own.set(undefined);
  }, [title]);
}
