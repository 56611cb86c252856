import { useEffect, useState } from 'react';

/** Milliseconds between the first screen and further code. */
const FETCHED_AFTER = 2_000;

/** Screens that are loading, and when the last one shows. */
let loading = 0;
let shown = Promise.withResolvers<void>();
shown.resolve();

export function useFirstScreen(isLoading: boolean): void {
  useEffect(() => {
    if (!isLoading) return undefined;
    if (loading === 0) shown = Promise.withResolvers<void>();
    loading += 1;
    return () => {
      loading -= 1;
      if (loading === 0) shown.resolve();
    };
  }, [isLoading]);
}

export const firstScreenShown = (): Promise<void> => shown.promise;

async function afterFirstScreen(): Promise<void> {
  const screen = shown;
  await screen.promise;
  await new Promise((resolve) => {
    setTimeout(resolve, FETCHED_AFTER);
  });
  if (screen !== shown) await afterFirstScreen();
}

/** Loads soon after the screen, or at once when wanted. Ignores failures. */
export function useCodeSoon<Code>(load: () => Promise<Code>, isWanted = false): Code | undefined {
  const [code, setCode] = useState<Code>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const fetch = async () => {
      if (!isWanted) await afterFirstScreen();
      signal.throwIfAborted();
      const loaded = await load();
      signal.throwIfAborted();
      setCode(() => loaded);
    };
    void fetch().catch(() => undefined);
    return () => leaving.abort();
  }, [load, isWanted]);
  return code;
}
