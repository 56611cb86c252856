import type { Order } from '@portage/contract/orders';
import type { ViewFilter } from '@portage/contract/order-views';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import type { Calendar } from './filters/listed-orders.ts';
import { NothingListed } from './NothingListed.tsx';
import { OrdersEnd } from './table/OrdersEnd.tsx';
import { OrdersLoading } from './table/OrdersLoading.tsx';
import { OrderTable } from './table/OrderTable.tsx';
import type { OrdersTable } from './table/order-table.ts';
import { useRowHeight } from './table/row-height.ts';
import classes from './OrdersList.module.css';
import type { LoadedOrders } from './use-orders.ts';

interface OrdersListProps {
  readonly list: LoadedOrders;
  readonly table: OrdersTable;
  /** False until it is known what the list shows, and in which columns. */
  readonly isReady: boolean;
  readonly isNarrow: boolean;
  readonly filter: ViewFilter;
  readonly calendar: Calendar;
  readonly onFilter: (filter: ViewFilter) => void;
  /** Id of the order that is open. */
  readonly expanded: string | undefined;
  readonly onToggleExpanded: (orderId: string) => void;
  readonly renderDetail: (order: Order) => ReactNode;
}

/** The orders as far as they are loaded, or why there are none. */
export function OrdersList(props: OrdersListProps) {
  const { list, table, isNarrow } = props;
  const { t } = useTranslation('orders');
  const rowHeight = useRowHeight(isNarrow);
  if (list.error) {
    return <LoadFailed title={t('loadFailed')} error={list.error} onRetry={list.retry} />;
  }
  if (list.isPending || !props.isReady) {
    return <OrdersLoading table={table} rowHeight={rowHeight} />;
  }
  if (list.orders.length === 0) {
    return (
      <NothingListed
        filter={props.filter}
        calendar={props.calendar}
        onChange={props.onFilter}
        meanwhile={<OrdersLoading table={table} rowHeight={rowHeight} />}
      />
    );
  }
  return (
    <OrderTable
      key={`${rowHeight} ${list.generation}`}
      table={table}
      rowHeight={rowHeight}
      expandedId={props.expanded}
      onToggleExpanded={props.onToggleExpanded}
      renderDetail={(order) => <div className={classes['detail']}>{props.renderDetail(order)}</div>}
      isComplete={!list.hasNextPage}
      onNearEnd={list.nextPageError ? undefined : list.loadNextPage}
      end={
        <OrdersEnd
          error={list.nextPageError}
          hasMore={list.hasNextPage}
          onRetry={list.loadNextPage}
        />
      }
    />
  );
}
