import { renewSession } from './session-renewal.ts';
import { askForSession, joinTabs } from './session-tabs.ts';
import { beginWithout, isExpired, startSession, storedSession, takeUpSession } from './session.ts';

/**
 * Takes up the session that this tab had before it was loaded, renewed when its token has expired, or
 * that of another open tab.
 */
export async function resumeSession(now: number): Promise<void> {
  joinTabs();
  const stored = storedSession();
  if (!stored) {
    const shared = hasSignedInHere() ? await askForSession() : undefined;
    if (shared) startSession(shared.tokens, shared.username);
    else beginWithout('none');
    return;
  }
  takeUpSession(stored);
  if (isExpired(stored.token, now)) await renewSession(stored);
}

/** Somebody has signed in on this device before, so another tab may be worth asking. */
function hasSignedInHere(): boolean {
  return localStorage.getItem('merchantId') !== null;
}
