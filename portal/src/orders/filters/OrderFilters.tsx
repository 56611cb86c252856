import type { Merchant } from '@portage/contract/merchants';
import type { ViewFilter } from '@portage/contract/order-views';
import type { ReactNode, RefObject } from 'react';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { DayFilters } from './DayFilters.tsx';
import { DeliveryTypeFilter } from './DeliveryTypeFilter.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterPopover } from './FilterPopover.tsx';
import { FilterScreen } from './FilterScreen.tsx';
import classes from './OrderFilters.module.css';
import { OrdersSearchBox } from './OrdersSearchBox.tsx';
import { usePromptFilter } from './use-prompt-filter.ts';

interface OrderFiltersProps {
  readonly filter: ViewFilter;
  /** Lists other orders; typing takes the place of what was typed before. */
  readonly onChange: (next: ViewFilter, how?: { readonly replace: boolean }) => void;
  /** Undefined until it is known. */
  readonly merchant: Merchant | undefined;
  /** The day that it is for the merchant, `YYYY-MM-DD`. */
  readonly today: string;
  /** The button that opens the filters: the keyboard goes there when what it was on is gone. */
  readonly filterButton: RefObject<HTMLButtonElement | null>;
  /** Stands at the end of their line, or above it on narrow screens. */
  readonly children: ReactNode;
}

/** The controls that choose which orders are listed (spec 1 §2), and what they have chosen. */
export function OrderFilters(props: OrderFiltersProps) {
  const { filter, merchant, today, filterButton } = props;
  const isNarrow = useIsMobile();
  const control = usePromptFilter({ filter, onChange: (next) => props.onChange(next) });
  const chips = <FilterChips focusAfterLast={filterButton} {...control} />;
  return (
    <>
      <div className={classes['filters']}>
        <OrdersSearchBox
          search={filter.search ?? ''}
          onSearch={(search) =>
            props.onChange({ ...filter, search: search || undefined }, { replace: true })
          }
        />
        {isNarrow ? (
          <FilterScreen merchant={merchant} today={today} buttonRef={filterButton} {...control} />
        ) : (
          <>
            <DayFilters today={today} {...control} />
            <DeliveryTypeFilter {...control} />
            <FilterPopover merchant={merchant} buttonRef={filterButton} {...control} />
            {chips}
          </>
        )}
        <div className={classes['aside']}>{props.children}</div>
      </div>
      {isNarrow && chips}
    </>
  );
}
