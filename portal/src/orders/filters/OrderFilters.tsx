import type { ViewFilter } from '@portage/contract/order-views';
import classes from '../OrdersPage.module.css';
import { OrdersSearchBox } from './OrdersSearchBox.tsx';

interface OrderFiltersProps {
  readonly filter: ViewFilter;
  readonly onChange: (next: ViewFilter) => void;
}

/** The controls that choose which orders are listed (spec 1 §2). */
export function OrderFilters({ filter, onChange }: OrderFiltersProps) {
  return (
    <div className={classes['filters']}>
      <OrdersSearchBox
        search={filter.search ?? ''}
        onSearch={(search) => onChange({ ...filter, search: search || undefined })}
      />
    </div>
  );
}
