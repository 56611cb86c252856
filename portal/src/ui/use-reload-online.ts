import { useEffect } from 'react';

/** Reloads a page that could not be fetched once the browser is online again. */
export function useReloadOnline(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isEnabled]);
}
