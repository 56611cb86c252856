import { redirect } from '@tanstack/react-router';
import { newKey } from '../lib/attempt.ts';
import { currentSession, signedOutBecause } from '../lib/session.ts';
import type { NewOrderSearch } from '../new-order/wizard-steps.ts';
import { paths } from '../paths.ts';

/**
 * Where to go after signing in: the page one came from when it is a page of this portal, otherwise
 * undefined. Anything that a browser could read as another site's address is refused.
 */
export function safeReturnPath(from: string | undefined, origin: string): string | undefined {
  if (from === undefined || !from.startsWith('/')) return undefined;
  if (!URL.canParse(from, origin)) return undefined;
  const address = new URL(from, origin);
  const staysHere =
    address.origin === origin && address.pathname !== '/' && !address.pathname.startsWith('//');
  return staysHere ? `${address.pathname}${address.search}${address.hash}` : undefined;
}

/** Leads a visitor who is not signed in to the sign-in page, which remembers where they wanted to go. */
export function requireSession(wanted: string): void {
  if (currentSession()) return;
  const search = signedOutBecause() === 'left' ? {} : { from: wanted };
  redirect({ to: paths.signIn(), search, replace: true, throw: true });
}

/** Leads somebody who is signed in past the sign-in page, to where they came from or the dashboard. */
export function requireNoSession(from: string | undefined): void {
  if (!currentSession()) return;
  const href = safeReturnPath(from, window.location.origin) ?? paths.dashboard();
  redirect({ href, replace: true, throw: true });
}

/** Gives an order that is begun a draft of its own, so that a reload and Back find it again. */
export function requireDraft(search: NewOrderSearch): void {
  if (search.draft !== undefined) return;
  const begun = { ...search, draft: newKey() };
  redirect({ to: paths.newOrder(), search: begun, replace: true, throw: true });
}
