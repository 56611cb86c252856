import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeatureFlagAnswer } from '../lib/feature-flag.ts';
import { notifyError } from '../lib/notify.tsx';

/** Asks for the flag as soon as somebody is signed in, on whatever page, and says when that failed (spec 1 §8). */
export function useAskedFeatureFlag(): void {
  const { t } = useTranslation('errors');
  const { error } = useFeatureFlagAnswer();
  const tell = useEffectEvent((cause: Error) =>
    notifyError({ title: t('error.featureFlagFailed'), cause }),
  );
  useEffect(() => {
    if (error) tell(error);
  }, [error]);
}
