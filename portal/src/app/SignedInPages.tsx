import './signed-in.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useEffect, useEffectEvent } from 'react';
import { loadTexts, useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { BelowQuestion, question } from '../lib/confirm.tsx';
import { useFeatureFlagAnswer } from '../lib/merchant.ts';
import { notifyError } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';
import { factorQuestion, isSetUpRequired } from '../lib/second-factor/step-up.ts';
import { useSession } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { useCodeSoon, useFirstScreen } from '../ui/use-fetch-soon.ts';

/** In one file with the pages: every one needs them. */
export { SignedInMenu } from './SignedInMenu.tsx';
export { readDashboard, readMerchant, readOrder, readOrders } from './read-ahead.ts';

const FactorDemands = lazy(async () => {
  const [{ FactorDemands }] = await Promise.all([
    import('../lib/second-factor/FactorDemands.tsx'),
    loadTexts('secondFactor', 'signIn'),
  ]);
  return { default: FactorDemands };
});

/** Loaded early, so that questions show at once. */
const loadConfirmation = () => import('../lib/Confirmation.tsx');
const Confirmation = lazy(async () => ({ default: (await loadConfirmation()).Confirmation }));

/** Unmount with the session, before the sign-in page has loaded. */
export function SignedInPages() {
  const session = useSession();
  const isSetUp = useStore(isSetUpRequired);
  const needsFactor = useStore(factorQuestion) !== undefined;
  const isAsked = useStore(question) !== undefined;
  useCodeSoon(loadConfirmation);
  // Renders the first page in interruptible pieces, so that a phone stays responsive.
  const isDrawn = useDeferredValue(true, false);
  useFirstScreen(!isDrawn);
  if (!session) return undefined;
  return (
    <QueryClientProvider client={queryClient}>
      <AskedFeatureFlag />
      {!isSetUp && <BelowQuestion>{isDrawn && <Outlet />}</BelowQuestion>}
      <Suspense>
        {isAsked && <Confirmation />}
        {(isSetUp || needsFactor) && <FactorDemands />}
      </Suspense>
    </QueryClientProvider>
  );
}

/** Reports a failure (spec 1 §8). */
function AskedFeatureFlag() {
  const { t } = useTranslation('errors');
  const { error } = useFeatureFlagAnswer();
  const tell = useEffectEvent((cause: Error) => {
    // The set-up page reports this itself and retries.
    const isSetUpFirst =
      cause instanceof ApiError && cause.problem.code === 'second_factor_setup_required';
    if (!isSetUpFirst) notifyError({ title: t('error.featureFlagFailed'), cause });
  });
  useEffect(() => {
    if (error) tell(error);
  }, [error]);
  return null;
}
