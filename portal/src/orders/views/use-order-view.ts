import {
  DEFAULT_COLUMNS,
  ORDER_COLUMNS,
  type OrderColumn,
  type OrderView,
  type ViewFilter,
} from '@portage/contract/orders/order-views';
import { type OrdersSearch, writeFilter } from '../filters/order-address.ts';
import { useChooseColumns, useListSettings } from './order-views.ts';
import { differsFromView } from './view-differences.ts';

/** What the address says of views and columns, and how to go to another. */
interface ListAddress {
  readonly address: OrdersSearch;
  readonly filter: ViewFilter;
  /** Goes to another address. */
  readonly onGo: (next: OrdersSearch) => void;
  /** Updates the address in its place; `undefined` removes a part. */
  readonly onUpdate: (part: { view?: string | undefined; columns?: string | undefined }) => void;
}

/**
 * The view in force and the columns that show. A view that the reader does not have, such as a deleted
 * one or another person's, is none: the filters of the address hold.
 */
export function useOrderView({ address, filter, onGo, onUpdate }: ListAddress) {
  const { data: settings, error, isPending, failureCount, refetch } = useListSettings();
  const chooseOwnColumns = useChooseColumns();
  const views = settings?.views ?? [];
  const view = views.find(({ id }) => id === address.view);
  const columns = readColumns(address.columns) ??
    view?.columns ??
    settings?.columns ?? [...DEFAULT_COLUMNS];

  return {
    views,
    view,
    columns,
    isChanged: view ? differsFromView(view, { filter, columns }) : Object.keys(filter).length > 0,
    /** True until it is known which columns to show, or that this cannot be known. */
    isPending: isPending && failureCount === 0,
    /** Why the views could not be loaded. */
    error: settings ? null : error,
    retry: () => void refetch(),
    /** Lists what a view has saved; without one, all orders. */
    chooseView: (next: OrderView | undefined) =>
      onGo(next ? { view: next.id, ...writeFilter(next.filter) } : {}),
    /** Goes on with the filters in force, which a view has now saved, or none has any more. */
    stayIn: (saved: OrderView | undefined) => onUpdate({ view: saved?.id, columns: undefined }),
    /** Shows other columns: those of a view stay a change of it until they are saved. */
    chooseColumns: (chosen: OrderColumn[]): void => {
      if (!view) chooseOwnColumns(chosen);
      if (view || address.columns !== undefined) {
        onUpdate({ columns: view && chosen.join(',') });
      }
    },
  };
}

function readColumns(text: string | undefined): OrderColumn[] | undefined {
  return text?.split(',').flatMap((word) => ORDER_COLUMNS.find((column) => column === word) ?? []);
}
