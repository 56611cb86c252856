import {
  DEFAULT_COLUMNS,
  OrderColumn,
  type OrderView,
  type ViewFilter,
} from '@portage/contract/order-views';
import { type OrdersSearch, writeFilter } from '../filters/order-filters.ts';
import { useChooseColumns, useListSettings } from './order-views.ts';
import { isChangedFrom } from './view-changes.ts';

/** What the address says of views and columns, and how to go to another. */
interface ListAddress {
  readonly address: OrdersSearch;
  readonly filter: ViewFilter;
  /** Goes to another address; `replace` does so without an entry of the history. */
  readonly onGo: (next: OrdersSearch, options: { replace: boolean }) => void;
}

/**
 * The view in force and the columns that show. A view that the reader does not have, such as a deleted
 * one or another person's, is none: the filters of the address hold.
 */
export function useOrderView({ address, filter, onGo }: ListAddress) {
  const settings = useListSettings();
  const chooseOwnColumns = useChooseColumns();
  const views = settings.data?.views ?? [];
  const view = views.find(({ id }) => id === address.view);
  const columns = readColumns(address.columns) ??
    view?.columns ??
    settings.data?.columns ?? [...DEFAULT_COLUMNS];

  return {
    views,
    view,
    columns,
    isChanged: view ? isChangedFrom(view, { filter, columns }) : Object.keys(filter).length > 0,
    /** True until it is known which columns to show, or that this cannot be known. */
    isPending: settings.isPending && settings.failureCount === 0,
    /** Why the views could not be loaded. */
    error: settings.data ? null : settings.error,
    retry: () => void settings.refetch(),
    /** Lists what a view has saved; without one, all orders. */
    chooseView: (next: OrderView | undefined) =>
      onGo(next ? { view: next.id, ...writeFilter(next.filter) } : {}, { replace: false }),
    /** Goes on with the filters in force, which a view has now saved, or none has any more. */
    stayIn: (saved: OrderView | undefined): void => {
      const { view: _view, columns: _columns, ...others } = address;
      onGo({ ...others, ...(saved && { view: saved.id }) }, { replace: true });
    },
    /** Shows other columns: those of a view stay a change of it until they are saved. */
    chooseColumns: (chosen: OrderColumn[]): void => {
      if (!view) chooseOwnColumns(chosen);
      const { columns: before, ...others } = address;
      if (view) onGo({ ...others, columns: chosen.join(',') }, { replace: true });
      else if (before !== undefined) onGo(others, { replace: true });
    },
  };
}

function readColumns(text: string | undefined): OrderColumn[] | undefined {
  return text?.split(',').filter((word) => OrderColumn.safeParse(word).success) as
    OrderColumn[] | undefined;
}
