import { Button, Title } from '@mantine/core';
import { orderCan } from '@portage/contract/order-status';
import type { Order } from '@portage/contract/orders';
import { useTable } from '@tanstack/react-table';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { useFormat } from '../lib/use-format.ts';
import { paths } from '../paths.ts';
import { useIsMobile } from '../ui/use-is-mobile.ts';
import { OrderActions } from './OrderActions.tsx';
import { orderColumns } from './table/order-columns.tsx';
import { OrderCount } from './OrderCount.tsx';
import { OrderDetail } from './detail/OrderDetail.tsx';
import { OrdersEmpty } from './OrdersEmpty.tsx';
import { OrdersEnd } from './table/OrdersEnd.tsx';
import { OrdersLoading } from './table/OrdersLoading.tsx';
import { OrdersNoMatch } from './OrdersNoMatch.tsx';
import classes from './OrdersPage.module.css';
import { OrdersSearchBox } from './filters/OrdersSearchBox.tsx';
import { listedOrders } from './orders-search.ts';
import { OrderTable } from './table/OrderTable.tsx';
import { orderTableFeatures, visibleColumns } from './table/order-table.ts';
import { useLocatingOrders } from './use-locating-orders.ts';
import { useOrders } from './use-orders.ts';

/** Heights of a row in pixels, as in OrderTable.module.css. */
const ROW_HEIGHT = { narrow: 56, wide: 44 };

/** The list of the merchant's orders (spec 1 §2, /orders). */
export function OrdersPage() {
  const { t } = useTranslation('orders');
  const locale = useLocale();
  // On mobile the list shows recipient and status only (spec 1 §2).
  const isNarrow = useIsMobile();
  const merchant = useMerchant();
  const format = useFormat(merchant.data?.timeZone);
  const address = useSearch({ from: '/signed-in/orders' });
  const { expanded, search = '' } = address;
  const listed = listedOrders(address);
  const list = useOrders(listed);
  useLocatingOrders(list.orders, listed);

  const navigate = useNavigate({ from: paths.orders() });
  const [labelFailedId, setLabelFailedId] = useState<string>();

  const table = useTable({
    features: orderTableFeatures,
    columns: orderColumns({ t, locale, format, labelFailedId }),
    data: list.orders,
    getRowId: (order: Order) => order.id,
    enableRowSelection: (row) => orderCan.select(row.original),
    state: {
      columnVisibility: visibleColumns({
        isNarrow,
        hasShop: merchant.data?.shopifyShop !== undefined,
      }),
    },
  });
  const selected = table.getSelectedRowModel().rows.map((row) => row.original);

  function toggleExpanded(orderId: string): void {
    void navigate({
      search: {
        ...(search !== '' && { search }),
        ...(expanded !== orderId && { expanded: orderId }),
      },
      replace: true,
      resetScroll: false,
    });
  }

  function searchFor(text: string): void {
    // What was selected or open may not be among the orders that follow.
    table.resetRowSelection(true);
    void navigate({ search: text === '' ? {} : { search: text }, replace: true });
  }

  function content(): ReactNode {
    if (list.error) {
      return <LoadFailed title={t('loadFailed')} error={list.error} onRetry={list.retry} />;
    }
    if (list.isPending || merchant.isPending) return <OrdersLoading table={table} />;
    if (list.orders.length === 0) {
      return search === '' ? (
        <OrdersEmpty />
      ) : (
        <OrdersNoMatch search={search} onClear={() => searchFor('')} />
      );
    }
    return (
      <OrderTable
        key={`${isNarrow} ${list.generation} ${search}`}
        table={table}
        rowHeight={isNarrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide}
        expandedId={expanded}
        onToggleExpanded={toggleExpanded}
        renderDetail={(order) => <OrderDetail order={order} format={format} />}
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

  return (
    <div className={classes['page']}>
      <Title order={1}>{t('title')}</Title>
      <Button
        component={Link}
        to={paths.newOrder()}
        leftSection={<IconPlus size={18} />}
        className={classes['create']}
        aria-label={t('createOrder')}
      >
        {t(isNarrow ? 'create' : 'createOrder')}
      </Button>
      <OrdersSearchBox search={search} onSearch={searchFor} />
      <OrderCount
        loaded={list.orders.length}
        hasMore={list.hasNextPage}
        selected={selected.length}
        onClearSelection={() => table.resetRowSelection(true)}
      />
      {(list.isPending || list.orders.length > 0) && (
        <OrderActions
          selected={selected}
          timeZone={merchant.data?.timeZone}
          onLabelOutcome={setLabelFailedId}
          isRefreshing={list.isRefreshing}
          onRefresh={list.refresh}
        />
      )}
      <div className={classes['list']}>{content()}</div>
    </div>
  );
}
