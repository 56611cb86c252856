import { Outlet } from '@tanstack/react-router';
import { useSession } from '../lib/session.ts';

/**
 * The pages that only a signed-in person may see. They are gone the moment the session ends, not only
 * when the sign-in page has come: until then they would read everything anew.
 */
export function SignedInPages() {
  return useSession() && <Outlet />;
}
