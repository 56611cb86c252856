import { OrderColumn, type OrderView, ViewFilter } from '@portage/contract/orders/order-views';

/** The columns that the list still has. */
export function knownColumns(columns: readonly string[]): OrderColumn[] {
  return columns.filter((column): column is OrderColumn => OrderColumn.safeParse(column).success);
}

/** The parts of a stored filter that are still accepted, and of its lists the values that are. */
function acceptedFilter(stored: object): ViewFilter {
  const accepts = (part: string, value: unknown) => ViewFilter.safeParse({ [part]: value }).success;
  const parts = Object.entries(stored)
    .map(([part, value]: [string, unknown]) => {
      const kept = Array.isArray(value) ? value.filter((one) => accepts(part, [one])) : value;
      return [part, kept] as const;
    })
    .filter(([part, value]) => accepts(part, value));
  return ViewFilter.parse(Object.fromEntries(parts));
}

/**
 * A view as it was stored, perhaps by an earlier version: what the list does not know any more, such
 * as a status that was given up, is left out of it.
 */
export function readView(document: string): OrderView {
  const { id, name, filter, columns } = JSON.parse(document) as OrderView;
  return { id, name, filter: acceptedFilter(filter), columns: knownColumns(columns) };
}
