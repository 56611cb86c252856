import { useEffect, useState } from 'react';

/** How long a screen has the connection to itself, in milliseconds, before what follows it is fetched. */
const FETCHED_AFTER = 2_000;

/** How many screens are still loading, and when the last of them shows. */
let loading = 0;
let shown = Promise.withResolvers<void>();
shown.resolve();

/** Says that a screen is still loading: until it shows, nothing is fetched that follows it. */
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

/** Resolves when the screen shows, and has shown for a while. */
async function afterFirstScreen(): Promise<void> {
  await shown.promise;
  await new Promise((resolve) => {
    setTimeout(resolve, FETCHED_AFTER);
  });
  if (loading > 0) await afterFirstScreen();
}

/**
 * Code that a screen shows without: undefined until it is there. Fetched soon after the screen shows, so
 * that the first click or key on it is answered at once, and without delay when it is wanted. A failure is
 * left to whoever wants it then.
 */
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
