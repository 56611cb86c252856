import { Button, Title } from '@mantine/core';
import { type OrderSummary, summaryOf } from '@portage/contract/orders/order-selection';
import { orderCan } from '@portage/contract/orders/order-permissions';
import type { Order, OrderCount as Count } from '@portage/contract/orders/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { withCode } from '../lib/with-code.ts';
import { useFormat } from '../lib/use-format.ts';
import { paths } from '../paths.ts';
import { orderCountsKey } from '../order/order-calls.ts';
import { keepListedIds } from '../order/listed-ids.ts';
import { useOrderKeys } from '../order/page-actions.ts';
import { workFilters, workQuery } from '../order/work-views.ts';
import { useFirstScreen } from '../ui/use-fetch-soon.ts';
import { useIsMobile } from '../ui/use-is-mobile.ts';
import { useListedOrders, useOrderCount, useOrdersAddress, useOrders } from './use-orders.ts';
import { RunningActions } from '../order/RunningActions.tsx';
import { loadListTools } from './load-list-tools.ts';
import { NewOrders } from './live/NewOrders.tsx';
import { useLiveOrders } from './live/use-live-orders.ts';
import { CutoffClock } from './clock/CutoffClock.tsx';
import { OrderActions } from './OrderActions.tsx';
import { useStore } from '../lib/store.ts';
import { failedOrders } from '../order/printing/print-state.ts';
import { orderColumns } from './table/order-columns.tsx';
import { OrdersList } from './OrdersList.tsx';
import classes from './OrdersPage.module.css';
import { FulfilmentTabs } from './filters/filter-controls.tsx';
import { OrderFilters } from './filters/OrderFilters.tsx';
import { SelectAllMatching } from './selection/SelectAllMatching.tsx';
import { useOrderSelection } from './selection/use-order-selection.ts';
import { orderTableFeatures, visibleColumns } from './table/order-table.ts';
import { OrdersViewBar } from './views/OrdersViewBar.tsx';
import { WorkViews } from './views/WorkViews.tsx';
import { useOrderView } from './views/order-views.ts';

interface OrderCountProps {
  /** How many orders the filters match; undefined while it is not known. */
  readonly matching: Count | undefined;
  readonly loaded: number;
  readonly selected: number;
  readonly onClearSelection: () => void;
}

/** How many orders the filters match and how many are selected. */
function OrderCount({ matching, loaded, selected, onClearSelection }: OrderCountProps) {
  const { t } = useTranslation('orders');
  // Until all are counted, as many are certain as are loaded.
  const { count, hasMore } = matching ?? { count: loaded, hasMore: true };
  const isIdle = selected === 0;
  const counted = useRef<HTMLDivElement>(null);

  /** The button goes, and would take the focus with it. */
  function clear(): void {
    counted.current?.focus();
    onClearSelection();
  }

  return (
    <div ref={counted} tabIndex={-1} className={classes['counted']} data-idle={isIdle}>
      <output className={classes['matching']}>
        {count > 0 && t(hasMore ? 'count.atLeast' : 'count.all', { count })}
      </output>
      <div className={classes['selected']}>
        <output>
          {/* Unseen it is as wide as when all are selected: nothing is to move with the first. */}
          <strong>{t('count.selected', { count: isIdle ? loaded : selected })}</strong>
        </output>
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {t('clearSelection')}
        </Button>
      </div>
    </div>
  );
}

interface OrdersPageProps {
  /** Renders the details of the expanded order. */
  readonly renderDetail: (order: Order) => ReactNode;
  /** Begins to edit the order, whose details are open. */
  readonly onEdit: (order: Order) => void;
}

/** The list of the merchant's orders (spec 1 §2, /orders). */
export function OrdersPage({ renderDetail, onEdit }: OrdersPageProps) {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  // On mobile the list shows recipient and status only (spec 1 §2).
  const isNarrow = useIsMobile();
  const merchant = useMerchant();
  const timeZone = merchant.data?.timeZone;
  const format = useFormat();

  const { address, expanded, filter, go, update, changeFilter } = useOrdersAddress();
  const queryClient = useQueryClient();
  const { calendar, listed, sameDayToPrepare } = useListedOrders(filter, timeZone);
  const listKey = JSON.stringify(listed);
  const list = useOrders(listed);
  useEffect(() => keepListedIds(list.orders), [list.orders]);
  const matching = useOrderCount(listed, list);
  const view = useOrderView({
    address,
    filter,
    onGo: go,
    onUpdate: update,
  });
  useFirstScreen(list.isPending || view.isPending);
  const hasShop = merchant.data?.shopifyShop !== undefined;

  const filterButton = useRef<HTMLButtonElement>(null);
  const labelFailedIds = useStore(failedOrders);
  // Each by itself, so that what only deselects is not drawn anew by every selection.
  const {
    rowSelection,
    onRowSelectionChange,
    selected: selectedNow,
    select,
    deselect,
    clear,
  } = useOrderSelection(listKey, list.orders);
  // Rows show at once that they are selected; what can be done with them follows.
  const selected = useDeferredValue(selectedNow);
  const listElement = useRef<HTMLDivElement>(null);
  const live = useLiveOrders({ listed, list, expanded, rowSelection, listElement });
  const table = useTable({
    features: orderTableFeatures,
    columns: orderColumns({ t, locale, format, labelFailedIds }),
    data: list.orders,
    getRowId: (order: Order) => order.id,
    enableRowSelection: (row) => orderCan.select(row.original),
    onRowSelectionChange,
    state: {
      rowSelection,
      columnVisibility: visibleColumns({ isNarrow, hasShop, chosen: view.columns }),
    },
  });

  /** The order that the keyboard is on, or that is open. */
  const orderInHand = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-order-id]');
    const id = row?.dataset['orderId'] ?? expanded;
    return list.orders.find((order) => order.id === id);
  };
  useOrderKeys({
    concerned: () => {
      const order = orderInHand();
      if (selectedNow.length > 0) return selectedNow;
      return order && orderCan.select(order) ? [summaryOf(order)] : [];
    },
    editable: orderInHand,
    onEdit: (order) => {
      update({ expanded: order.id });
      onEdit(order);
    },
    onExport: () => {
      void withCode(loadListTools, ({ exportSelected, exportMatching }) => {
        if (selectedNow.length > 0) void exportSelected(selectedNow, list.orders, timeZone);
        else if (listed) void exportMatching(listed, matching);
      });
    },
  });

  /** Lists the same-day orders to prepare, with these of them selected. */
  function showSameDay(orders: readonly OrderSummary[]): void {
    select(orders, JSON.stringify(sameDayToPrepare));
    changeFilter(workFilters.toPrepareSameDay);
  }

  /** What was done is no longer selected; what failed or was skipped is. */
  function takeMarked(orders: readonly OrderSummary[]): void {
    deselect(orders.map(({ id }) => id));
    void live.readAgain(orders);
  }

  async function refresh(): Promise<void> {
    void queryClient.invalidateQueries({ queryKey: orderCountsKey });
    void queryClient.invalidateQueries(workQuery);
    await list.refresh();
    clear();
  }

  return (
    <div className={classes['page']}>
      <Title order={1}>{t('title')}</Title>
      <OrdersViewBar list={view} filter={filter} isNarrow={isNarrow} hasShop={hasShop} />
      <Button
        component={Link}
        to={paths.newOrder()}
        leftSection={<IconPlus size={18} aria-hidden />}
        className={classes['create']}
        aria-label={t('createOrder')}
      >
        {t(isNarrow ? 'create' : 'createOrder')}
      </Button>
      <div className={classes['work']}>
        <WorkViews filter={filter} />
      </div>
      <OrderFilters
        filter={filter}
        onChange={changeFilter}
        merchant={merchant.data}
        today={calendar.today}
        filterButton={filterButton}
      >
        <CutoffClock timeZone={timeZone} toPrepare={sameDayToPrepare} onSelect={showSameDay} />
      </OrderFilters>
      <div className={classes['bar']}>
        <div className={classes['count']}>
          {hasShop && !isNarrow && <FulfilmentTabs filter={filter} onChange={changeFilter} />}
          <OrderCount
            matching={matching}
            loaded={list.orders.length}
            selected={selected.length}
            onClearSelection={clear}
          />
        </div>
        {(list.isPending || list.orders.length > 0) && (
          <OrderActions
            selected={selected}
            listed={list.orders}
            query={listed}
            matching={matching}
            timeZone={timeZone}
            isNarrow={isNarrow}
            onDeleted={deselect}
            isRefreshing={list.isRefreshing}
            onRefresh={refresh}
          />
        )}
      </div>
      <div ref={listElement} className={classes['list']}>
        {listed && list.hasNextPage && table.getIsAllRowsSelected() && (
          <SelectAllMatching
            // Not the key of the list beside it: of two siblings with one key React leaves one behind.
            key={`matching ${listKey}`}
            listed={listed}
            matching={matching}
            loaded={list.orders.length}
            selected={selectedNow.length}
            onSelect={select}
          />
        )}
        {list.orders.length > 0 && (
          <NewOrders
            count={live.unlisted}
            isIncomplete={live.isIncomplete}
            isRefreshing={list.isRefreshing}
            onShow={refresh}
          />
        )}
        {merchant.error ? (
          <LoadFailed
            title={t('loadFailed')}
            error={merchant.error}
            onRetry={() => void merchant.refetch()}
          />
        ) : (
          <OrdersList
            key={listKey}
            list={list}
            table={table}
            isReady={!view.isPending}
            isNarrow={isNarrow}
            filter={filter}
            calendar={calendar}
            onFilter={(next) => {
              filterButton.current?.focus();
              changeFilter(next);
            }}
            expanded={expanded}
            renderDetail={renderDetail}
            onToggleExpanded={(id) => update({ expanded: id === expanded ? undefined : id })}
          />
        )}
      </div>
      <RunningActions onPrinted={(orders) => void live.readAgain(orders)} onMarked={takeMarked} />
    </div>
  );
}
