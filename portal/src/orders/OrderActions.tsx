import { Loader, Button } from '@mantine/core';
import {
  IconDots,
  IconPhoto,
  IconRefresh,
  IconTableExport,
  IconShoppingBag,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import type { OrderSummary, Order } from '@portage/contract/orders/orders';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import { useTranslation } from '../i18n/i18n.ts';
import { appConfig } from '../lib/app-config.ts';
import { useMerchant } from '../lib/merchant.ts';
import { notifyError, dismissErrors } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';
import { notifyShopFailure } from '../lib/shop-link.ts';
import { useShowPhotos } from '../lib/use-on-device.ts';
import { DeleteOrders } from '../order/bulk-run/DeleteOrders.tsx';
import { MarkNotReadyItem, MarkReady } from '../order/bulk-run/MarkReady.tsx';
import { orderListsKey } from '../order/order-calls.ts';
import { PrintButtons } from '../order/printing/PrintButtons.tsx';
import { withCode, planBulkRun } from '../order/start-actions.tsx';
import { paths } from '../paths.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { MenuButton, PopoverButton } from '../ui/MenuButton.tsx';
import { focusPage } from '../ui/return-focus.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import { useIsMobile } from '../ui/use-is-mobile.ts';
import { useExportProgress, useProgressText } from './export/export-run.ts';
import type { ExportProps } from './export/ExportSteps.tsx';
import { loadListTools } from './load-list-tools.ts';
import { fetchOrders, readSelected } from './order-selection.ts';
import classes from './OrdersPage.module.css';

interface ShopActionsProps {
  readonly selected: readonly OrderSummary[];
  readonly listed: readonly Order[];
}

interface FulfilledOrder {
  readonly orderId: string;
  readonly shopOrderId: string;
}

/** Fulfills and syncs tags (spec 1 §2). */
function ShopActions(props: ShopActionsProps) {
  const shop = useMerchant().data?.shopifyShop;
  if (shop === undefined || appConfig().shopUrl === undefined) return null;
  return <LinkedShopActions {...props} shop={shop} />;
}

function LinkedShopActions({
  selected,
  listed,
  shop,
}: ShopActionsProps & { readonly shop: string }) {
  const { t } = useTranslation(['shop', 'errors']);
  const [fulfilled, setFulfilled] = useState<FulfilledOrder>();
  const tools = useCodeSoon(loadListTools, fulfilled !== undefined);

  /** Reads selected orders that are not loaded. */
  const loaded = new Map(listed.map((order) => [order.id, order]));
  const readOrders = (orders: readonly OrderSummary[]) =>
    readSelected(orders, { loaded, fetchOrders });

  function startBulk(action: 'fulfillInShop' | 'syncTagsWithShop'): void {
    dismissErrors();
    void withCode(loadListTools, (code) => planBulkRun(code[action](shop, readOrders), selected));
  }

  function forSelected(act: () => void): void {
    if (selected.length === 0) notifyError({ title: t('errors:error.noOrderSelected') });
    else act();
  }
  const fulfillOne = useMutation({
    mutationFn: () => readOrders(selected),
    onSuccess: ([order]) => {
      const shopOrderId = order && shopOrderIdOf(order);
      if (shopOrderId) setFulfilled({ orderId: order.id, shopOrderId });
      else notifyError({ title: t('errors:error.noShopifyId') });
    },
    onError: (cause) => notifyShopFailure(t('errors:error.couldNotFulfillShopify'), cause),
  });
  function startFulfillment(): void {
    dismissErrors();
    if (selected.length > 1) notifyError({ title: t('errors:error.oneShopifyOrderAtATime') });
    else fulfillOne.mutate();
  }

  return (
    <>
      <Button
        variant="default"
        size="sm"
        px="sm"
        visibleFrom="sm"
        loading={fulfillOne.isPending}
        onClick={() => forSelected(startFulfillment)}
      >
        {t('actions.fulfill')}
      </Button>
      <MenuButton
        position="bottom-start"
        renderButton={(target) => (
          <IconButton
            {...target}
            Icon={IconShoppingBag}
            label={t('actions.menu')}
            data-caption={t('actions.menu')}
          />
        )}
        renderItems={(Menu) => (
          <>
            <Menu.Item hiddenFrom="sm" onClick={() => forSelected(startFulfillment)}>
              {t('actions.fulfill')}
            </Menu.Item>
            <Menu.Item onClick={() => forSelected(() => startBulk('fulfillInShop'))}>
              {t('actions.fulfillAll')}
            </Menu.Item>
            <Menu.Item onClick={() => forSelected(() => startBulk('syncTagsWithShop'))}>
              {t('actions.syncTags')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item renderRoot={(props) => <Link {...props} to={paths.shopOrders()} />}>
              {t('orders.title')}
            </Menu.Item>
          </>
        )}
      />
      {fulfilled && tools && (
        <tools.LocationModal
          shop={shop}
          {...fulfilled}
          onClose={() => setFulfilled(undefined)}
          onDone={() => {
            setFulfilled(undefined);
            void queryClient.invalidateQueries({ queryKey: orderListsKey });
          }}
        />
      )}
    </>
  );
}

/** Exports the selected or all matching orders as CSV (spec 1 §2, §9), and shows the progress. */
function ExportOrders(props: ExportProps) {
  const { t } = useTranslation(['orders', 'common']);
  const progress = useExportProgress();
  const progressText = useProgressText();
  const name = progress
    ? t('common:inWords', { name: t('export.name'), value: progressText(progress) })
    : t('export.name');
  return (
    <PopoverButton
      position="bottom-end"
      width={340}
      shadow="md"
      transitionProps={{ duration: 0 }}
      returnFocus
      classNames={{ dropdown: classes['dropdown'] ?? '' }}
      load={loadListTools}
      renderButton={(target) => (
        <IconButton
          {...target}
          Icon={progress ? Loader : IconTableExport}
          label={name}
          data-caption={t('export.short')}
        />
      )}
    >
      {({ ExportSteps }, close) => <ExportSteps {...props} onDone={close} />}
    </PopoverButton>
  );
}

interface OrderActionsProps extends ExportProps {
  readonly onDeleted: (ids: readonly string[]) => void;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** The actions on the list and on the selected orders; on narrow screens a bar at the bottom. */
export function OrderActions(props: OrderActionsProps) {
  const { selected, loaded, isRefreshing } = props;
  // Narrow screens have a menu for less frequent actions.
  const isNarrow = useIsMobile();
  const { t } = useTranslation(['orders', 'bulk']);
  const [showsPhotos, setShowsPhotos] = useShowPhotos();

  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    // Moves the focus, since the bar disappears with the last order.
    return () => {
      if (element?.contains(document.activeElement)) focusPage();
    };
  }, []);

  return (
    <div ref={bar} className={classes['actions']}>
      <PrintButtons orders={selected} />
      <ShopActions selected={selected} listed={loaded} />
      <MarkReady orders={selected} />
      <ExportOrders
        selected={selected}
        loaded={loaded}
        query={props.query}
        matching={props.matching}
      />
      {!isNarrow && <DeleteOrders orders={selected} onDeleted={props.onDeleted} />}
      {isNarrow ? (
        <MenuButton
          position="top-end"
          withinPortal={false}
          renderButton={(target) => (
            <IconButton
              {...target}
              Icon={IconDots}
              label={t('bulk:actions.more')}
              data-caption={t('bulk:actions.moreShort')}
              loading={isRefreshing}
            />
          )}
          renderItems={(Menu) => (
            <>
              <MarkNotReadyItem orders={selected} itemOf={Menu} />
              <Menu.CheckboxItem checked={showsPhotos} onChange={setShowsPhotos}>
                {t('bulk:actions.showPhotos')}
              </Menu.CheckboxItem>
              <Menu.Item
                leftSection={<IconRefresh size={18} aria-hidden />}
                onClick={props.onRefresh}
              >
                {t('refresh')}
              </Menu.Item>
              <DeleteOrders orders={selected} onDeleted={props.onDeleted} itemOf={Menu} />
            </>
          )}
        />
      ) : (
        <>
          <IconButton
            Icon={IconPhoto}
            label={t('bulk:actions.showPhotos')}
            variant={showsPhotos ? 'filled' : 'default'}
            aria-pressed={showsPhotos}
            onClick={() => setShowsPhotos(!showsPhotos)}
          />
          <IconButton
            Icon={IconRefresh}
            label={t('refresh')}
            loading={isRefreshing}
            onClick={props.onRefresh}
          />
        </>
      )}
    </div>
  );
}
