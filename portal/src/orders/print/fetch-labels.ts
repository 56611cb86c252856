import type { OrderSummary } from '@portage/contract/order-selection';

/** The label of an order that could not be fetched; `cause` is what the call was refused with. */
export class LabelFailure extends Error {
  readonly order: OrderSummary;

  constructor(order: OrderSummary, cause: unknown) {
    super(`The label of order ${order.id} could not be fetched`, { cause });
    this.order = order;
  }
}

/**
 * Fetches the labels of orders, one call an order, in their order. Stops at the first failure with a
 * `LabelFailure` that names the order (spec 1 §7).
 */
export async function fetchLabels(
  orders: readonly OrderSummary[],
  fetchLabel: (order: OrderSummary) => Promise<Blob>,
  onProgress: (fetched: number) => void,
): Promise<Blob[]> {
  const labels: Blob[] = [];
  for (const order of orders) {
    try {
      labels.push(await fetchLabel(order));
    } catch (cause) {
      throw new LabelFailure(order, cause);
    }
    onProgress(labels.length);
  }
  return labels;
}
