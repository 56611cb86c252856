import { redirect } from '@tanstack/react-router';
import { safeReturnPath } from '../lib/return-path.ts';
import { currentSession, signedOutBecause } from '../lib/session.ts';
import { paths } from '../paths.ts';

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
