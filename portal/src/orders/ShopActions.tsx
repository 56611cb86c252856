import { ActionIcon, Button } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/orders/order-selection';
import type { Order } from '@portage/contract/orders/orders';
import { shopOrderIdOf } from '@portage/contract/shop/shop-order-id';
import { IconShoppingBag } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';
import { useMerchant } from '../lib/merchant.ts';
import { dismissErrors, notifyError } from '../lib/notify.tsx';
import { notifyShopFailure } from '../lib/shop-link.ts';
import { withCode } from '../lib/with-code.ts';
import { planBulkRun } from '../order/start-actions.tsx';
import { orderListsKey } from '../order/order-calls.ts';
import { paths } from '../paths.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import { loadListTools } from './load-list-tools.ts';
import { fetchOrders, readSelected } from './order-selection.ts';

interface ShopActionsProps {
  readonly selected: readonly OrderSummary[];
  readonly listed: readonly Order[];
}

interface FulfilledOrder {
  readonly orderId: string;
  readonly shopOrderId: string;
}

/** Also syncs tags (spec 1 §2). */
export function ShopActions(props: ShopActionsProps) {
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
  const queryClient = useQueryClient();

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
          <ActionIcon
            {...target}
            variant="default"
            size={36}
            aria-label={t('actions.menu')}
            data-caption={t('actions.menu')}
            title={t('actions.menu')}
          >
            <IconShoppingBag size={18} aria-hidden />
          </ActionIcon>
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
