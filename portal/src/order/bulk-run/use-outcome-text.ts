import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import type { BulkActionName } from './bulk-action.ts';
import type { OrderResult, Result } from './bulk-run.ts';
import { reasonText } from './reason-text.ts';

/** How the results of an action are put into words. */
export function useOutcomeText(action: BulkActionName) {
  const { t } = useTranslation('bulk');
  const locale = useLocale();
  return {
    resultName: (result: Result, count: number): string =>
      t(result === 'success' ? `action.${action}.success` : `results.${result}`, { count }),
    /** What there is to say of a result beside its name: sentences, the reason of a failure last. */
    messages: ({ order, outcome }: OrderResult): string[] => {
      if (outcome.result === 'success') return [];
      if (outcome.result === 'error') return [t(`action.${action}.failed`), outcome.message];
      if (outcome.because === 'refused') return [outcome.message];
      if (outcome.because !== 'skipped') return [t(`results.${outcome.because}`)];
      return [reasonText({ order, reason: outcome.reason }, locale)];
    },
  };
}
