import { Group, type Menu as MantineMenu, Paper, Title, Skeleton } from '@mantine/core';
import {
  type Icon,
  IconArrowLeft,
  IconChevronDown,
  IconChevronUp,
  IconPackageOff,
  IconArrowBackUp,
  IconCopy,
  IconDots,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { summaryOf, type Order } from '@portage/contract/orders/orders';
import { useLocale, useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useNamePage } from '../lib/page-title.ts';
import { queryClient } from '../lib/query-client.ts';
import { DeleteOrders } from '../order/bulk-run/DeleteOrders.tsx';
import { MarkNotReadyItem, MarkReady } from '../order/bulk-run/MarkReady.tsx';
import { followOrderChanges } from '../order/follow-order-changes.ts';
import { useNeighbours, orderQuery } from '../order/order-calls.ts';
import { OrderStatusBadge } from '../order/OrderStatusBadge.tsx';
import { useOrderKeys } from '../order/page-actions.ts';
import { PrintButtons } from '../order/printing/PrintButtons.tsx';
import { RunningActions } from '../order/start-actions.tsx';
import { paths } from '../paths.ts';
import { Empty } from '../ui/Empty.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LinkButton } from '../ui/links.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { useIsMobile } from '../ui/use-is-mobile.ts';
import type { DetailTab } from './detail-tab.ts';
import { openEdit } from './edit/EditableGroup.tsx';
import { UnsavedEdit } from './edit/UnsavedEdit.tsx';
import { Lateness, OrderDetail } from './OrderDetail.tsx';
import classes from './OrderPage.module.css';

interface RepeatOrderProps {
  readonly id: string;
  readonly children: (menu: typeof MantineMenu) => ReactNode;
}

/** A duplicate or a return. */
function RepeatOrder({ id, children }: RepeatOrderProps) {
  const { t } = useTranslation('orderDetail');
  return (
    <MenuButton
      position="bottom-end"
      renderButton={(target) => (
        <IconButton {...target} Icon={IconDots} label={t('repeat.menu')} title={undefined} />
      )}
      renderItems={(Menu) => (
        <>
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to={paths.newOrder()} search={{ duplicate: id }} />
            )}
          >
            {t('repeat.duplicate')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to={paths.newOrder()} search={{ return: id }} />
            )}
          >
            {t('repeat.return')}
          </Menu.Item>
          {children(Menu)}
        </>
      )}
    />
  );
}

function OrderPageSkeleton() {
  const { t } = useTranslation('orderDetail');
  return (
    <>
      <output className={classes['head']} aria-label={t('page.loading')}>
        <div>
          <Skeleton h={24} w={280} maw="100%" my={4} />
          <Skeleton h={20} w={220} maw="100%" mt={8} />
        </div>
      </output>
      <Paper withBorder className={classes['sheet'] ?? ''} aria-hidden>
        <Skeleton h={20} w="60%" mb={32} />
        <div className={classes['placeholders']}>
          {['first', 'second'].map((column) => (
            <div key={column}>
              {['72%', '54%', '80%', '62%', '48%', '66%', '58%'].map((width) => (
                <Skeleton key={width} h={14} w={width} mb={12} />
              ))}
            </div>
          ))}
        </div>
      </Paper>
    </>
  );
}

/** /orders/{id}. */
export function OrderPage() {
  const { t } = useTranslation('orderDetail');
  const { id } = useParams({ from: '/signed-in/orders/$id' });
  const listAddress = useLocation({ select: ({ state }) => state.ordersAddress });
  const query = useOrder(id);
  const { data: order, error, refetch } = query;
  const isMissing = error instanceof ApiError && MISSING.has(error.problem.status);
  // Its first render is interruptible, so that a phone stays responsive; later ones are not.
  const isDrawn = useDeferredValue(order !== undefined);

  return (
    <div className={classes['page']}>
      <Link to={paths.orders()} search={listAddress ?? {}} className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} aria-hidden />
        {t('page.back')}
      </Link>
      {isMissing && <OrderNotFound />}
      {!isMissing && order && isDrawn && <LoadedOrder order={order} />}
      {!isMissing && <LoadFailed order={1} title={t('page.loadFailed')} query={query} />}
      {!error && !(order && isDrawn) && <OrderPageSkeleton />}
      <UnsavedEdit openId={id} />
      <RunningActions onPrinted={() => void refetch()} onMarked={() => void refetch()} />
    </div>
  );
}

/** Unknown orders and invalid ids. */
const MISSING: ReadonlySet<number> = new Set([400, 404]);

function LoadedOrder({ order }: { readonly order: Order }) {
  const locale = useLocale();
  const isNarrow = useIsMobile();
  const { tab = 'information' } = useSearch({ from: '/signed-in/orders/$id' });
  const navigate = useNavigate({ from: paths.order() });
  const goToList = useNavigate();
  const listAddress = useLocation({ select: ({ state }) => state.ordersAddress });
  const summaries = [summaryOf(order)];
  const title = [order.refNumber, order.recipient.name].filter(Boolean).join(' · ');
  useNamePage(`${order.refNumber ?? order.trackingNumber} · ${order.recipient.name}`);
  const showTab = (chosen: DetailTab) =>
    void navigate({
      search: { tab: chosen },
      replace: true,
      resetScroll: false,
      state: (before) => before,
    });
  useOrderKeys({
    concerned: () => summaries,
    editable: () => order,
    onEdit: () => {
      showTab('information');
      void openEdit(order, 'recipient');
    },
  });
  const deletion = (menu?: typeof MantineMenu) => (
    <DeleteOrders
      orders={summaries}
      onDeleted={() => void goToList({ to: paths.orders(), search: listAddress ?? {} })}
      {...(menu && { itemOf: menu })}
    />
  );
  return (
    <>
      <div className={classes['head']}>
        <div>
          <Title order={1}>{title}</Title>
          <Group gap="xs" mt={4}>
            <OrderStatusBadge status={order.orderStatus} locale={locale} />
            <Lateness order={order} />
          </Group>
        </div>
        <div className={classes['actions']}>
          <Neighbours id={order.id} />
          <RepeatOrder id={order.id}>
            {(menu) =>
              isNarrow && (
                <>
                  <MarkNotReadyItem orders={summaries} itemOf={menu} />
                  {deletion(menu)}
                </>
              )
            }
          </RepeatOrder>
          {!isNarrow && deletion()}
          <PrintButtons orders={summaries} />
          <MarkReady orders={summaries} />
        </div>
      </div>
      <Paper withBorder className={classes['sheet'] ?? ''}>
        <OrderDetail order={order} tab={tab} onTab={showTab} />
      </Paper>
    </>
  );
}

function Neighbours({ id }: { readonly id: string }) {
  const { t } = useTranslation('orderDetail');
  const { previous, next } = useNeighbours(id);
  if (previous === undefined && next === undefined) return null;
  const link = (to: string | undefined, label: string, Icon: Icon) => (
    <IconButton
      Icon={Icon}
      label={label}
      {...(to === undefined
        ? { disabled: true }
        : {
            renderRoot: (props: object) => (
              <Link {...props} to={paths.order()} params={{ id: to }} state={(before) => before} />
            ),
          })}
    />
  );
  return (
    <>
      {link(previous, t('page.previous'), IconChevronUp)}
      {link(next, t('page.next'), IconChevronDown)}
    </>
  );
}

function OrderNotFound() {
  const { t } = useTranslation('orderDetail');
  return (
    <Empty
      Icon={IconPackageOff}
      title={t('page.notFoundTitle')}
      text={t('page.notFoundText')}
      order={1}
    >
      <LinkButton to={paths.orders()}>{t('page.back')}</LinkButton>
    </Empty>
  );
}

function useOrder(id: string) {
  useEffect(() => {
    const { queryKey } = orderQuery(id);
    const readAgain = () =>
      queryClient.invalidateQueries({ queryKey, exact: true }, { throwOnError: true });
    return followOrderChanges({
      readChanges: async (changes) => {
        if (changes.some((change) => change.id === id)) await readAgain();
      },
      lookAgain: readAgain,
    });
  }, [id]);
  return useQuery(orderQuery(id));
}
