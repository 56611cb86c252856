import { redirect } from '@tanstack/react-router';
import { newKey } from '../lib/attempt.ts';
import { currentSession, signedOutBecause } from '../lib/session.ts';
import type { NewOrderSearch } from '../new-order/wizard-address.ts';
import { paths } from '../paths.ts';

/** Refuses other sites. */
export function safeReturnPath(from: string | undefined, origin: string): string | undefined {
  if (from === undefined || !from.startsWith('/')) return undefined;
  if (!URL.canParse(from, origin)) return undefined;
  const address = new URL(from, origin);
  const staysHere =
    address.origin === origin && address.pathname !== '/' && !address.pathname.startsWith('//');
  return staysHere ? `${address.pathname}${address.search}${address.hash}` : undefined;
}

/** The sign-in page remembers the address. */
export function requireSession(wanted: string): void {
  if (currentSession()) return;
  const search = signedOutBecause() === 'left' ? {} : { from: wanted };
  redirect({ to: paths.signIn(), search, replace: true, throw: true });
}

/** To the remembered page or the dashboard. */
export function requireNoSession(from: string | undefined): void {
  if (!currentSession()) return;
  const href = safeReturnPath(from, window.location.origin) ?? paths.dashboard();
  redirect({ href, replace: true, throw: true });
}

/** Gives a new order the id of its draft, so that a reload and Back find it. */
export function requireDraft(search: NewOrderSearch): void {
  if (search.draft !== undefined) return;
  const begun = { ...search, draft: newKey() };
  redirect({ to: paths.newOrder(), search: begun, replace: true, throw: true });
}
