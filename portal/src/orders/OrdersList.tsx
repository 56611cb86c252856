import { Button } from '@mantine/core';
import { IconPackage, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import type { ViewFilter } from '@portage/contract/orders/order-views';
import type { Order } from '@portage/contract/orders/orders';
import { useTranslation } from '../i18n/i18n.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { RequestId } from '../lib/RequestId.tsx';
import { orderCountQuery } from '../order/order-calls.ts';
import { paths } from '../paths.ts';
import { Empty } from '../ui/Empty.tsx';
import { LinkButton } from '../ui/links.tsx';
import { useFirstScreen } from '../ui/use-fetch-soon.ts';
import { useIsMobile } from '../ui/use-is-mobile.ts';
import { type Calendar, listedOrders, countInForce, searchAlone } from './filters/order-filters.ts';
import { type OrdersTable, useRowHeight, tableSizes } from './table/order-table.ts';
import classes from './table/OrderTable.module.css';
import { OrderTable, OrderTableHeader } from './table/OrderTable.tsx';
import type { LoadedOrders } from './use-orders.ts';
import { AllClear, isWorklist } from './Worklist.tsx';

interface OrdersEndProps {
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly onRetry: () => void;
}

function OrdersEnd({ error, hasMore, onRetry }: OrdersEndProps) {
  const { t } = useTranslation('orders');
  if (error) {
    return (
      <div className={classes['end']} role="alert">
        {t('table.moreFailed')} {error.message}
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
        <RequestId error={error} />
      </div>
    );
  }
  return <div className={classes['end']}>{t(hasMore ? 'table.loadingMore' : 'table.end')}</div>;
}

interface OrdersLoadingProps {
  readonly table: OrdersTable;
  /** In pixels. */
  readonly rowHeight: number;
}

const PLACEHOLDERS = 14;

function OrdersLoading({ table, rowHeight }: OrdersLoadingProps) {
  const { t } = useTranslation('orders');
  const columns = table.getVisibleLeafColumns();
  return (
    <div className={classes['scroller']} aria-busy>
      <table
        className={classes['table']}
        style={tableSizes(table, rowHeight)}
        aria-label={t('table.loading')}
      >
        <OrderTableHeader table={table} />
        <tbody>
          {Array.from({ length: PLACEHOLDERS }, (_, index) => (
            <tr key={index} className={classes['placeholder']}>
              <td aria-hidden />
              {columns.map((column) => (
                <td key={column.id} aria-hidden>
                  <span />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NothingListedProps {
  readonly filter: ViewFilter;
  readonly calendar: Calendar;
  readonly onChange: (next: ViewFilter) => void;
  /** Until other days are counted. */
  readonly meanwhile: ReactNode;
}

/** No orders, no match, or only other days. */
function NothingListed({ filter, calendar, onChange, meanwhile }: NothingListedProps) {
  const { t } = useTranslation(['orderFilters', 'orders']);
  const { search, placed } = filter;
  const ofAllDates: ViewFilter = { ...filter, placed: 'all' };
  const limitsDays = placed !== 'all';
  const { data: older, isPending } = useQuery({
    ...orderCountQuery(listedOrders(ofAllDates, calendar)),
    enabled: limitsDays,
  });
  if (limitsDays && isPending) return meanwhile;

  const mayBeOnOtherDays = limitsDays && older?.count !== 0;
  const choosesNothingElse = search === undefined && countInForce(ofAllDates) === 1;
  if (choosesNothingElse && !mayBeOnOtherDays) return <OrdersEmpty />;

  function title(): string {
    if (search !== undefined) return t('none.search', { search });
    if (countInForce({ ...filter, placed: undefined }) > 0) return t('none.filters');
    return t(placed === undefined ? 'none.lastTwoMonths' : 'none.days');
  }

  function description(): string {
    if (!mayBeOnOtherDays) return t(search === undefined ? 'none.allDates' : 'none.searched');
    if (!older) return t('none.onlyDays');
    return t(older.hasMore ? 'none.olderAtLeast' : 'none.older', { count: older.count });
  }

  return (
    <Empty
      Icon={IconSearchOff}
      title={title()}
      text={description()}
      maw={520}
      style={{ overflowWrap: 'anywhere' }}
    >
      {mayBeOnOtherDays && (
        <Button onClick={() => onChange(ofAllDates)}>
          {t(search === undefined ? 'none.showAllDates' : 'none.searchAllDates')}
        </Button>
      )}
      {search !== undefined && (
        <Button variant="default" onClick={() => onChange({ ...filter, search: undefined })}>
          {t('orders:search.clear')}
        </Button>
      )}
      {countInForce(filter) > 0 && (
        <Button variant="default" onClick={() => onChange(searchAlone(filter))}>
          {t('none.clearFilters')}
        </Button>
      )}
    </Empty>
  );
}

function OrdersEmpty() {
  const { t } = useTranslation('orders');
  return (
    <Empty Icon={IconPackage} title={t('empty.title')} text={t('empty.description')}>
      <LinkButton to={paths.newOrder()} leftSection={<IconPlus size={18} aria-hidden />}>
        {t('empty.action')}
      </LinkButton>
    </Empty>
  );
}

interface OrdersListProps {
  readonly list: LoadedOrders;
  readonly table: OrdersTable;
  /** False until filter and columns are known. */
  readonly isReady: boolean;
  readonly filter: ViewFilter;
  readonly calendar: Calendar;
  readonly onFilter: (filter: ViewFilter) => void;
  readonly expanded: string | undefined;
  readonly onToggleExpanded: (orderId: string) => void;
  readonly renderDetail: (order: Order) => ReactNode;
}

export function OrdersList(props: OrdersListProps) {
  const { list, table } = props;
  const { t } = useTranslation('orders');
  const rowHeight = useRowHeight(useIsMobile(), isWorklist(props.filter));
  const isLoaded = !list.isPending && props.isReady;
  // Renders rows in interruptible pieces, so that a phone stays responsive.
  const isDrawn = useDeferredValue(isLoaded);
  useFirstScreen(isLoaded && !isDrawn);
  if (list.error) {
    return (
      <LoadFailed title={t('loadFailed')} query={{ error: list.error, refetch: list.retry }} />
    );
  }
  if (!isLoaded || !isDrawn) {
    return <OrdersLoading table={table} rowHeight={rowHeight} />;
  }
  if (list.orders.length === 0 && isWorklist(props.filter) && countInForce(props.filter) === 2) {
    return <AllClear />;
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
      renderDetail={(order) => (
        <div className={classes['detailBody']}>{props.renderDetail(order)}</div>
      )}
      sort={props.filter.sort ?? 'placed'}
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
