import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { i18n } from '../i18n/i18n.ts';
import { factorDemand } from '../lib/second-factor/step-up.ts';
import { useSession } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';

/** Fetched when the server asks for a second factor for the first time. */
const FactorDemands = lazy(async () => {
  const [{ FactorDemands }] = await Promise.all([
    import('../lib/second-factor/FactorDemands.tsx'),
    i18n.loadNamespaces('secondFactor'),
  ]);
  return { default: FactorDemands };
});

/**
 * The pages that only a signed-in person may see. They are gone the moment the session ends, not only
 * when the sign-in page has come: until then they would read everything anew.
 */
export function SignedInPages() {
  const session = useSession();
  const demand = useStore(factorDemand);
  if (!session) return undefined;
  return (
    <>
      {demand?.kind !== 'set-up' && <Outlet />}
      {demand && (
        <Suspense>
          <FactorDemands demand={demand} />
        </Suspense>
      )}
    </>
  );
}
