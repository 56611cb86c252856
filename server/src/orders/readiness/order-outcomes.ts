import type { Locale } from '@portage/contract/locale';
import type { OrderOutcome } from '@portage/contract/order-readiness';

import type { Outcome } from '../change-orders.ts';

/** What became of each order of a batch, in the words of the contract and the language of the request. */
export function orderOutcomes(
  ids: readonly string[],
  outcomes: readonly Outcome[],
  locale: Locale,
): { outcomes: OrderOutcome[] } {
  return {
    outcomes: ids.map((id, index) => {
      const { order, error } = outcomes[index] ?? {};
      const status = order && { status: order.orderStatus };
      if (!error) return { id, result: 'success', ...status };
      return {
        id,
        // Rules refuse by status and scans alone; whatever else it is, there is no such order.
        result: order ? 'unprocessed' : 'error',
        ...status,
        code: error.code,
        message: error.detail(locale),
      };
    }),
  };
}
