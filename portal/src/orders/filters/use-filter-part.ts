import type { ViewFilter } from '@portage/contract/orders/order-views';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { FilterControlProps } from './filter-control.ts';

/** Changes a part of the filter. */
export type ChangePart = (part: Partial<ViewFilter>) => void;

/**
 * Changes a part of whatever the filter is by then. It stays the same function, so that a choice draws
 * anew only the field that it was made in.
 */
export function useFilterPart(control: FilterControlProps): ChangePart {
  const newest = useRef(control);
  useLayoutEffect(() => {
    newest.current = control;
  });
  return useCallback((part) => {
    const { filter, onChange } = newest.current;
    onChange({ ...filter, ...part });
  }, []);
}
