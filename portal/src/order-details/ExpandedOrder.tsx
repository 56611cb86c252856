import { Button } from '@mantine/core';
import { type Icon, IconPrinter, IconTruckLoading, IconArrowUpRight } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { orderCan } from '@portage/contract/orders/order-status';
import { summaryOf, type Order } from '@portage/contract/orders/orders';
import { useTranslation } from '../i18n/i18n.ts';
import { createStore, useStore } from '../lib/store.ts';
import { markReady } from '../order/bulk-run/MarkReady.tsx';
import { useLabelSettings } from '../order/printing/print-state.ts';
import { planBulkRun, planPrint } from '../order/start-actions.tsx';
import { paths } from '../paths.ts';
import type { DetailTab } from './detail-tab.ts';
import { openEdit } from './edit/EditableGroup.tsx';
import classes from './OrderDetail.module.css';
import { OrderDetail } from './OrderDetail.tsx';

interface OpenOrderProps {
  readonly id: string;
  readonly tab: DetailTab;
}

/** The page finds the way back. */
function OpenOrder({ id, tab }: OpenOrderProps) {
  const { t } = useTranslation('orderDetail');
  const ordersAddress = useSearch({ from: '/signed-in/orders' });
  return (
    <Link
      to={paths.order()}
      params={{ id }}
      search={{ tab }}
      state={{ ordersAddress }}
      className={classes['open'] ?? ''}
    >
      {t('page.open')}
      <IconArrowUpRight size={16} aria-hidden />
    </Link>
  );
}

/** The next expanded order shows the same tab. */
const shownTab = createStore<DetailTab>('information');

export function editExpanded(order: Order): void {
  shownTab.set('information');
  void openEdit(order, 'recipient');
}

function RowActions({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orderDetail');
  const settings = useLabelSettings();
  const orders = [summaryOf(order)];
  const canPrint = orderCan.printLabel(order).allowed;
  const canMark = orderCan.markReady(order).allowed;
  const button = (name: 'print' | 'printAndReady' | 'ready', Icon: Icon, onClick: () => void) => (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={onClick}
    >
      {t(`row.${name}`)}
    </Button>
  );
  const print = (thenReady: boolean) => planPrint({ ...settings, orders, thenReady });
  return (
    <>
      {canPrint && button('print', IconPrinter, () => print(false))}
      {canPrint && canMark && button('printAndReady', IconPrinter, () => print(true))}
      {canMark && button('ready', IconTruckLoading, () => planBulkRun(markReady(), orders))}
    </>
  );
}

export function ExpandedOrder({ order }: { readonly order: Order }) {
  const tab = useStore(shownTab);
  return (
    <OrderDetail
      order={order}
      tab={tab}
      onTab={shownTab.set}
      action={
        <div className={classes['rowActions']}>
          <RowActions order={order} />
          <OpenOrder id={order.id} tab={tab} />
        </div>
      }
    />
  );
}
