import { Button, Title, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconArrowUp, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { OrderImport } from '@portage/contract/imports/imports';
import { orderCan } from '@portage/contract/orders/order-status';
import {
  type OrderSummary,
  summaryOf,
  MOST_SELECTED,
  orderEndpoints,
  type Order,
  type OrderCount,
} from '@portage/contract/orders/orders';
import { loadTexts, useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { useMinute } from '../lib/clock.ts';
import { namedFormatFor, useFormat } from '../lib/format.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { notifyError } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';
import { RequestId } from '../lib/RequestId.tsx';
import { useStore } from '../lib/store.ts';
import { isCreating, isUnderWay, useImport } from '../order/import-progress.ts';
import {
  orderCountQuery,
  orderCountsKey,
  type ListedOrders,
  keepListedIds,
  workQuery,
} from '../order/order-calls.ts';
import { useOrderKeys } from '../order/page-actions.ts';
import { failedOrders } from '../order/printing/print-state.ts';
import { withCode, RunningActions } from '../order/start-actions.tsx';
import { paths } from '../paths.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { LinkButton } from '../ui/links.tsx';
import { useFirstScreen } from '../ui/use-fetch-soon.ts';
import { useIsMobile, useMedia } from '../ui/use-is-mobile.ts';
import { CutoffClock } from './CutoffClock.tsx';
import { FulfilmentTabs, SortMenu } from './filters/filter-controls.tsx';
import { OrderFilters } from './filters/OrderFilters.tsx';
import { useLiveOrders } from './live-orders.ts';
import { loadListTools } from './load-list-tools.ts';
import { useOrderSelection } from './order-selection.ts';
import { OrderActions } from './OrderActions.tsx';
import { OrdersList } from './OrdersList.tsx';
import classes from './OrdersPage.module.css';
import { orderColumns } from './table/order-columns.tsx';
import { orderTableFeatures, visibleColumns } from './table/order-table.ts';
import {
  type LoadedOrders,
  useListedOrders,
  useOrderCount,
  useOrdersAddress,
  useOrders,
} from './use-orders.ts';
import { useOrderView } from './views/order-views.ts';
import { OrdersViewBar, WorkViews } from './views/OrdersViewBar.tsx';
import { AttentionCell, isWorklist, useOpenNext, useWorklist, WorklistBar } from './Worklist.tsx';

interface NewOrdersProps {
  /** Number of matching orders that are not listed. */
  readonly count: number;
  /** True when there may be more changes. */
  readonly isIncomplete: boolean;
  readonly isRefreshing: boolean;
  /** Reads the list again; resolves false when it cannot. */
  readonly onShow: () => Promise<boolean>;
}

/** Announces new orders, which are listed on request. */
function NewOrders({ count, isIncomplete, isRefreshing, onShow }: NewOrdersProps) {
  const { t } = useTranslation('orders');
  const place = useRef<HTMLOutputElement>(null);

  async function show(): Promise<void> {
    if (!(await onShow())) return;
    // The button is gone: the focus goes to the first order.
    requestAnimationFrame(() => {
      const first = '[data-order-id][tabindex="0"]';
      place.current?.parentElement?.querySelector<HTMLElement>(first)?.focus();
    });
  }

  return (
    <output ref={place} className={classes['place']}>
      {(count > 0 || isIncomplete) && (
        <Button
          variant="default"
          size="xs"
          radius="xl"
          className={classes['pill']}
          leftSection={<IconArrowUp size={16} aria-hidden />}
          loading={isRefreshing}
          onClick={() => void show()}
        >
          {isIncomplete ? t('changes.many') : t('changes.new', { count })}
        </Button>
      )}
    </output>
  );
}

interface SelectAllMatchingProps {
  readonly listed: ListedOrders;
  /** Includes archived orders; undefined until counted. */
  readonly matching: OrderCount | undefined;
  readonly loaded: number;
  /** Number of selected orders: at first all that are loaded. */
  readonly selected: number;
  readonly onSelect: (orders: readonly OrderSummary[]) => void;
}

/** Offers the newest 10,000 matching orders, none archived, once all loaded ones are selected. */
function SelectAllMatching(props: SelectAllMatchingProps) {
  const { listed, matching, loaded, selected, onSelect } = props;
  const { t } = useTranslation('bulk');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => callApi(orderEndpoints.select, { query: listed }),
  });
  const select = () => mutate(undefined, { onSuccess: ({ orders }) => onSelect(orders) });

  const isMore = selected > loaded;
  const soFar = t(isMore ? 'match.selected' : 'match.loaded', { count: selected });

  function offer(): string {
    if (!matching) return t('match.selectAll');
    if (matching.hasMore) return t('match.selectNewest', { count: MOST_SELECTED });
    return t('match.select', { count: matching.count });
  }

  function outcome(count: number, hasMore: boolean): string {
    if (hasMore) return t('match.newest', { count });
    const hasArchived = matching && !matching.hasMore && matching.count > count;
    return `${t('match.all', { count })}${hasArchived ? ` ${t('match.archived')}` : ''}`;
  }

  const hasAllMatching = matching !== undefined && selected >= matching.count;
  if (data?.orders.length === selected || hasAllMatching) {
    return (
      <div className={classes['offerBar']}>
        <output>{outcome(selected, data?.hasMore ?? matching?.hasMore ?? false)}</output>
      </div>
    );
  }
  return (
    <div className={classes['offerBar']}>
      <output>{isPending ? t('match.selecting') : soFar}</output>
      {error && (
        <span role="alert">
          {t('match.failed')} {error.message}
          <RequestId error={error} />
        </span>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes['offer'] ?? ''}
        loading={isPending}
        onClick={select}
      >
        {error ? t('match.retry') : offer()}
      </Button>
    </div>
  );
}

interface CountProps {
  /** Undefined until counted. */
  readonly matching: OrderCount | undefined;
  readonly loaded: number;
  readonly selected: number;
  readonly onClearSelection: () => void;
}

function Count({ matching, loaded, selected, onClearSelection }: CountProps) {
  const { t } = useTranslation('orders');
  // Until counted, at least the loaded ones match.
  const { count, hasMore } = matching ?? { count: loaded, hasMore: true };
  const isIdle = selected === 0;
  const counted = useRef<HTMLDivElement>(null);

  /** Moves the focus, since the button disappears. */
  function clear(): void {
    counted.current?.focus();
    onClearSelection();
  }

  return (
    <div ref={counted} tabIndex={-1} className={classes['counted']} data-idle={isIdle}>
      <output className={classes['matching']}>
        {count > 0 && t(hasMore ? 'count.atLeast' : 'count.all', { count })}
        {matching?.count === 0 && <VisuallyHidden>{t('count.none')}</VisuallyHidden>}
      </output>
      <div className={classes['selected']}>
        <output>
          {/* Hidden, it is as wide as with all selected, so that the first selection moves nothing. */}
          <strong>{t('count.selected', { count: isIdle ? loaded : selected })}</strong>
        </output>
        <IconButton
          Icon={IconX}
          iconSize={16}
          label={t('clearSelection')}
          size={26}
          variant="subtle"
          color="gray"
          onClick={clear}
        />
      </div>
    </div>
  );
}

const ImportBar = lazy(async () => {
  const [{ ImportBar }] = await Promise.all([
    import('../order/ImportBar.tsx'),
    loadTexts('bulkImport'),
  ]);
  return { default: ImportBar };
});

interface ListedImportProps {
  /** Undefined while no import is listed. */
  readonly one: OrderImport | undefined;
  readonly list: Pick<LoadedOrders, 'orders' | 'hasNextPage' | 'isPending'>;
  /** Reads the list again. */
  readonly onChange: () => void;
}

/** Reports on the listed import above its orders, and refreshes them as they come and go. */
function ListedImport({ one, list, onChange }: ListedImportProps) {
  const { orders, hasNextPage, isPending } = list;
  const seen = useRef<'underWay' | 'settled' | 'undone'>(undefined);
  useEffect(() => {
    if (!one || isPending || one.created === 0) return;
    const isMissing = seen.current === undefined && orders.length === 0;
    const settled = one.undo ? 'undone' : 'settled';
    const state = isUnderWay(one) ? 'underWay' : settled;
    const hasChanged = seen.current !== undefined && seen.current !== state;
    const isOver = hasChanged && state !== 'underWay';
    seen.current = state;
    if (isOver || (isMissing && !one.undo)) onChange();
  });
  if (!one) return null;
  const printable = orders.filter((order) => orderCan.printLabel(order).allowed);
  const labels = printable.reduce((sum, { packages }) => sum + packages.length, 0);
  return (
    <Suspense>
      <ImportBar one={one} labels={hasNextPage ? undefined : labels} />
    </Suspense>
  );
}

interface OrdersPageProps {
  readonly renderDetail: (order: Order) => ReactNode;
  /** Begins to edit the order, whose details are open. */
  readonly onEdit: (order: Order) => void;
}

/** The list of the merchant's orders (spec 1 §2, /orders). */
export function OrdersPage({ renderDetail, onEdit }: OrdersPageProps) {
  const { t, locale } = useTranslation('orders');
  const { t: common } = useTranslation('common');
  const now = useMinute();
  // On mobile the list shows recipient and status only (spec 1 §2).
  const isNarrow = useIsMobile();
  const isMedium = useMedia('(max-width: 74.9375em)');
  const merchant = useMerchant();
  const timeZone = merchant.data?.timeZone;
  const format = useFormat();
  const pickupFormat = timeZone === undefined ? format : namedFormatFor(locale, timeZone);

  const { address, expanded, filter, go, update, changeFilter } = useOrdersAddress();
  const { calendar, listed } = useListedOrders(filter, timeZone);
  const sort = filter.sort ?? 'placed';
  const listKey = JSON.stringify(listed);
  const list = useOrders(listed);
  useEffect(() => keepListedIds(list.orders), [list.orders]);
  const imported = useImport(filter.import);
  const matching = useOrderCount(listed, list);
  const isListEmpty = !list.isPending && list.orders.length === 0;
  const all = useQuery({ ...orderCountQuery({}), enabled: isListEmpty });
  /** A newcomer has no cutoff to keep. */
  const hasOrders = !isListEmpty || all.data?.count !== 0;
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
  // Destructured, so that a selection does not redraw all users of `deselect`.
  const { rowSelection, onRowSelectionChange, selected, select, deselect, clear } =
    useOrderSelection(listKey, list.orders, sort !== 'placed');
  const listElement = useRef<HTMLDivElement>(null);
  const live = useLiveOrders({ listed, list, expanded, rowSelection, listElement });
  const isWork = isWorklist(filter);
  const worklist = useWorklist(list.orders, isWork, (orders) => {
    void live.readAgain(orders.map(summaryOf));
  });
  useOpenNext(list.orders, expanded, isWork, (id) => update({ expanded: id }));
  const fixTexts = { t, locale, format: pickupFormat };
  function edit(order: Order): void {
    update({ expanded: order.id });
    onEdit(order);
  }
  const table = useTable({
    features: orderTableFeatures,
    columns: orderColumns({
      ...{ t, common, locale, format, labelFailedIds, pickupFormat, now, sort },
      ...{ isWorklist: isWork, isNarrow },
      isPlaceBelow: isWork && isMedium,
      renderAttention: (order) => (
        <AttentionCell
          {...{ order, worklist, ...fixTexts }}
          onEdit={edit}
          onShow={({ id }) => update({ expanded: id })}
        />
      ),
    }),
    data: list.orders,
    getRowId: (order: Order) => order.id,
    enableRowSelection: (row) => orderCan.select(row.original),
    onRowSelectionChange,
    state: {
      rowSelection,
      columnVisibility: visibleColumns({
        ...{ isNarrow, hasShop, chosen: view.columns, sort },
        isWorklist: isWork,
        isMedium,
      }),
    },
  });

  const isFoundAlone = filter.search !== undefined && list.orders.length === 1;
  /** The order that the keyboard is on, that is open, or that alone was found. */
  const orderInHand = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-order-id]');
    const id = row?.dataset['orderId'] ?? expanded;
    return isFoundAlone ? list.orders[0] : list.orders.find((order) => order.id === id);
  };
  useOrderKeys({
    concerned: () => {
      const order = orderInHand();
      if (selected.length > 0) return selected;
      return order && orderCan.select(order) ? [summaryOf(order)] : [];
    },
    editable: orderInHand,
    onEdit: edit,
    onExport: () => {
      void withCode(loadListTools, ({ exportSelected, exportMatching }) => {
        if (selected.length > 0) void exportSelected(selected, list.orders, timeZone);
        else if (listed) void exportMatching(listed, matching);
      });
    },
  });

  /** Deselects finished orders; failed and skipped ones stay selected. */
  function takeMarked(orders: readonly OrderSummary[]): void {
    deselect(orders.map(({ id }) => id));
    void live.readAgain(orders);
  }

  /** Resolves false after telling of a failure. */
  async function readList(): Promise<boolean> {
    try {
      await list.refresh();
      return true;
    } catch (cause) {
      notifyError({ title: t('refreshFailed'), cause });
      return false;
    }
  }

  async function refresh(): Promise<boolean> {
    void queryClient.invalidateQueries({ queryKey: orderCountsKey });
    void queryClient.invalidateQueries(workQuery);
    const isRead = await readList();
    if (isRead) clear();
    return isRead;
  }

  const fulfilment = hasShop && !isNarrow && (
    <FulfilmentTabs filter={filter} onChange={changeFilter} />
  );

  return (
    <div className={classes['page']}>
      <Title order={1}>{t('title')}</Title>
      <OrdersViewBar list={view} filter={filter} hasShop={hasShop} />
      <LinkButton
        to={paths.newOrder()}
        leftSection={<IconPlus size={18} aria-hidden />}
        className={classes['create']}
        aria-label={t('createOrder')}
      >
        {t(isNarrow ? 'create' : 'createOrder')}
      </LinkButton>
      <div className={classes['work']}>
        <WorkViews filter={filter} hasOrders={hasOrders} />
      </div>
      <OrderFilters
        filter={filter}
        onChange={changeFilter}
        today={calendar.today}
        filterButton={filterButton}
        bar={
          <>
            <div className={classes['count']}>
              {!isMedium && fulfilment}
              <SortMenu filter={filter} onChange={changeFilter} />
              <Count
                matching={matching}
                loaded={list.orders.length}
                selected={selected.length}
                onClearSelection={clear}
              />
            </div>
            {(list.isPending || list.orders.length > 0) && (
              <OrderActions
                selected={selected}
                loaded={list.orders}
                query={listed}
                matching={matching}
                onDeleted={deselect}
                isRefreshing={list.isRefreshing}
                onRefresh={() => void refresh()}
              />
            )}
          </>
        }
      >
        {isMedium && fulfilment}
        {hasOrders && <CutoffClock />}
      </OrderFilters>
      <div ref={listElement} className={classes['list']}>
        <ListedImport
          key={filter.import}
          one={imported}
          list={list}
          onChange={() => void readList()}
        />
        {listed && list.hasNextPage && table.getIsAllRowsSelected() && (
          <SelectAllMatching
            // Not the key of the list beside it: of two siblings with one key React leaves one behind.
            key={`matching ${listKey}`}
            listed={listed}
            matching={matching}
            loaded={list.orders.length}
            selected={selected.length}
            onSelect={select}
          />
        )}
        {isWork && <WorklistBar worklist={worklist} {...fixTexts} />}
        {list.orders.length > 0 && (
          <NewOrders
            count={live.unlisted}
            isIncomplete={live.isIncomplete}
            isRefreshing={list.isRefreshing}
            onShow={refresh}
          />
        )}
        {merchant.error && !merchant.data ? (
          <LoadFailed title={t('loadFailed')} query={merchant} />
        ) : (
          <OrdersList
            key={listKey}
            list={list}
            table={table}
            isReady={
              !view.isPending && !(imported && isCreating(imported) && list.orders.length === 0)
            }
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
