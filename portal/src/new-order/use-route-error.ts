import { countryOfPostalCode } from '@portage/contract/postal-code';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from '../i18n/use-locale.ts';
import { routeOf } from '../order/order-form/draft-payload.ts';
import type { OrderDraft } from '../order/order-form/order-draft.ts';
import { ratesQuery } from '../order/rate-choice/rate-calls.ts';
import { useErrorText } from './use-error-text.ts';

/** Says "cannot ship" as soon as both postal codes are whole, without waiting for Next (spec 2 §5). */
export function useRouteError(draft: OrderDraft): string | undefined {
  const errorText = useErrorText();
  const language = useLocale();
  const route = routeOf(draft);
  const isWhole = [route.originPostalCode, route.postalCode].every(countryOfPostalCode);
  const rates = useQuery({ ...ratesQuery({ ...route, language }), enabled: isWhole });
  const cannotShip = isWhole && (rates.isError || rates.data?.length === 0);
  return cannotShip ? errorText('cannotShip', draft) : undefined;
}
