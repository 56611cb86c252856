import { fieldMessage } from '../lib/field-message.ts';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { routeOf, isDraftProblem } from '../order/order-form/read-draft.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';

/**
 * Puts what is wrong with a field into words of the language shown now, so that a switch of language
 * also translates the errors on the screen. A sentence of the server stays as it came.
 */
export function useErrorText(): (error: unknown, draft: OrderDraft) => string | undefined {
  const { t } = useTranslation('newOrder');
  const locale = useLocale();
  return (error, draft) => {
    if (typeof error !== 'string') return undefined;
    if (!isDraftProblem(error)) return fieldMessage(error, locale);
    const { originPostalCode, postalCode } = routeOf(draft);
    return t(`problem.${error}`, { origin: originPostalCode, destination: postalCode });
  };
}
