import type { ViewFilter } from '@portage/contract/orders/order-views';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { type OrdersSearch, viewOf, writeFilter } from './order-address.ts';
import { readFilter } from './order-filters.ts';

/** What the address of the list keeps, and how to change it. */
export function useOrdersAddress() {
  const navigate = useNavigate({ from: paths.orders() });
  const expanded = useSearch({ from: '/signed-in/orders', select: (search) => search.expanded });
  // Apart from what is open, so that opening an order draws no control of the page anew.
  const address = useSearch({
    from: '/signed-in/orders',
    select: (search) => {
      const { expanded: _expanded, ...others } = search;
      return others;
    },
    structuralSharing: true,
  });

  return {
    expanded,
    /** All of it but what is open. */
    address,
    filter: readFilter(address),
    /** Goes to another address, which Back leads from. */
    go: (search: OrdersSearch) => void navigate({ search, resetScroll: false }),
    /** Updates a part, or removes it with `undefined`, and replaces the history entry. */
    update: (part: Partial<Record<keyof OrdersSearch, string | undefined>>) =>
      void navigate({
        // A part that is undefined is not written.
        search: (before) => ({ ...before, ...part }) as OrdersSearch,
        replace: true,
        resetScroll: false,
      }),
    /** Lists other orders; what was open may not be among them. */
    changeFilter: (next: ViewFilter, { replace } = { replace: false }) => {
      const search = { ...viewOf(address), ...writeFilter(next) };
      void navigate({ search, replace, resetScroll: false });
    },
  };
}
