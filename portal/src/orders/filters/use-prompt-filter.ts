import type { ViewFilter } from '@portage/contract/orders/order-views';
import { useEffect, useRef, useState } from 'react';
import type { FilterControlProps } from './filter-control.ts';

/**
 * Shows what is chosen at once, and lists its orders right after it has been drawn: no click waits
 * for the rows of a list. Of choices in quick succession the last one is listed.
 */
export function usePromptFilter({ filter, onChange }: FilterControlProps): FilterControlProps {
  const [chosen, setChosen] = useState({ over: filter, filter });
  const newest = useRef<ViewFilter>(undefined);
  // A choice is not listed any more once the page is left.
  useEffect(
    () => () => {
      newest.current = undefined;
    },
    [],
  );

  function choose(next: ViewFilter): void {
    setChosen({ over: filter, filter: next });
    newest.current = next;
    const list = () => {
      if (newest.current === next) onChange(next);
    };
    requestAnimationFrame(() => setTimeout(list));
  }

  return { filter: chosen.over === filter ? chosen.filter : filter, onChange: choose };
}
