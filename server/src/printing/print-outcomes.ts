import type { LabelBatch } from '@portage/contract/labels';
import type { Locale } from '@portage/contract/locale';
import type { OrderOutcome } from '@portage/contract/order-readiness';
import type { StoredOrder } from '../orders/find-orders.ts';
import type { ApiError } from '../api-error.ts';

/** An id of a batch, and what is known before its order is printed. */
export interface Judged {
  readonly id: string;
  /** Missing when the merchant has no such order. */
  readonly found?: StoredOrder;
  /** Why it cannot be printed. */
  readonly error?: ApiError;
}

/**
 * What becomes of each id of a batch, in the language of the request. With `stop` the first order that
 * fails is the only one that is told why: generation ends there (spec 1 §8), and prints nothing.
 */
export function printOutcomes(
  judged: readonly Judged[],
  onFailure: LabelBatch['onFailure'],
  locale: Locale,
): OrderOutcome[] {
  const failed = judged.find(({ error }) => error);
  const isStopped = onFailure === 'stop' && failed !== undefined;
  return judged.map(({ id, found, error }) => {
    const ofOrder = { id, ...(found && { status: found.order.orderStatus }) };
    if (isStopped && id.toLowerCase() !== failed.id.toLowerCase()) {
      return { ...ofOrder, result: 'unprocessed' };
    }
    return error
      ? { ...ofOrder, result: 'error', code: error.code, message: error.detail(locale) }
      : { ...ofOrder, result: 'success' };
  });
}
