import type { OrderColumn, OrderView, ViewFilter } from '@portage/contract/orders/order-views';
import { writeFilter } from '../filters/order-address.ts';

/** What the list shows now. */
interface Shown {
  readonly filter: ViewFilter;
  readonly columns: readonly OrderColumn[];
}

/** Whether the list shows something else than its view has saved. */
export function differsFromView(view: Pick<OrderView, keyof Shown>, shown: Shown): boolean {
  return !isSameFilter(view.filter, shown.filter) || !isSameColumns(view.columns, shown.columns);
}

/** Whether the same columns show, in whatever sequence they were chosen. */
export function isSameColumns(one: readonly OrderColumn[], other: readonly OrderColumn[]): boolean {
  return one.length === other.length && one.every((column) => other.includes(column));
}

/** Whether two filters select the same orders; the sequence of their statuses, services or tags does not matter. */
export function isSameFilter(one: ViewFilter, other: ViewFilter): boolean {
  return wordsOf(one) === wordsOf(other);
}

const byLetters = (one: string, other: string) => (one < other ? -1 : 1);

function wordsOf(filter: ViewFilter): string {
  const sorted = Object.entries(filter).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.toSorted(byLetters) : value,
  ]);
  return JSON.stringify(writeFilter(Object.fromEntries(sorted) as ViewFilter));
}
