import { labelStatusOf } from '@portage/contract/label-status';
import type { FieldChange } from '@portage/contract/order-edits';
import type { Order } from '@portage/contract/orders';
import type { ChangedOrder } from '../change-orders.ts';
import type { RatingContext } from '../rate-order.ts';
import { supersedeLabels } from '../supersede-labels.ts';
import { isElsewhere } from './edited-address.ts';
import { rateAgain } from './rate-again.ts';
import { withEdit } from './with-edit.ts';

/** Tells whether an edit makes another price or promise; what is not located has neither. */
function mustRate(before: Order, after: Order): boolean {
  return (
    after.validAddress &&
    (after.packageCount !== before.packageCount ||
      after.service !== before.service ||
      after.completeAfter !== before.completeAfter ||
      after.completeBefore !== before.completeBefore ||
      after.deliveryService !== before.deliveryService ||
      isElsewhere(before.dtoRecipientAddress, after.dtoRecipientAddress))
  );
}

/**
 * The edited and located order in a new version: rated again where it must be, its labels stale once
 * there are any, and with what audit and history tell of it.
 */
export function finishEdit(
  before: Order,
  after: Order,
  changes: readonly FieldChange[],
  by: string,
  context: RatingContext,
): ChangedOrder {
  const next: Order = { ...after, version: before.version + 1, modified: context.now };
  // Those of stale labels that are printed meanwhile are known by `recordPrints`.
  const edited = labelStatusOf(before) === 'PRINTED' ? supersedeLabels(next) : next;
  const { order, audit } = mustRate(before, edited)
    ? rateAgain(edited, context, by)
    : { order: edited, audit: [] };
  const finished = withEdit(order, changes, by);
  return { ...finished, audit: [...finished.audit, ...audit] };
}
