import { ActionIcon, Menu } from '@mantine/core';
import type { OrderSummary } from '@portage/contract/order-selection';
import type { Order } from '@portage/contract/orders';
import {
  MOST_IN_SHOP_BATCH,
  SHOP_PATIENCE,
  shopEndpoints,
  type ShopOutcome,
} from '@portage/contract/shop';
import { shopOrderIdOf } from '@portage/contract/shop-order-id';
import { IconShoppingBag } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../../lib/app-config.ts';
import { useMerchant } from '../../lib/merchant.ts';
import { notifyError, notifySuccess } from '../../lib/notify.tsx';
import { callShop } from '../../lib/shop-api.ts';
import { notifyShopAuthorizationFailed, notifyShopFailure } from '../../lib/shop-failure.ts';
import { orderListsKey } from '../../order/order-calls.ts';
import { paths } from '../../paths.ts';
import { fetchOrders, readSelected } from '../selection/read-selected.ts';
import { LocationModal } from './LocationModal.tsx';

interface ShopActionsProps {
  readonly selected: readonly OrderSummary[];
  /** The loaded orders. */
  readonly listed: readonly Order[];
}

/** An order, and the shop order that it links to. */
interface ShopReference {
  readonly orderId: string;
  readonly shopOrderId: string;
}

/** Sends references in as many calls as their number needs, one after the other. */
async function inBatches(
  references: readonly ShopReference[],
  send: (batch: readonly ShopReference[]) => Promise<{ outcomes: ShopOutcome[] }>,
): Promise<ShopOutcome[]> {
  const outcomes: ShopOutcome[] = [];
  for (let begin = 0; begin < references.length; begin += MOST_IN_SHOP_BATCH) {
    const answer = await send(references.slice(begin, begin + MOST_IN_SHOP_BATCH));
    outcomes.push(...answer.outcomes);
  }
  return outcomes;
}

/** What merchants with a linked shop do with selected orders (spec 1 §2): fulfill, and sync tags. */
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
  const [fulfilled, setFulfilled] = useState<ShopReference>();
  const queryClient = useQueryClient();
  // The selection stays: what comes next, such as printing, is often done with the same orders.
  const readListAgain = () => void queryClient.invalidateQueries({ queryKey: orderListsKey });

  /** The shop orders of the selection; what is selected and not loaded is read. */
  async function readReferences(): Promise<ShopReference[]> {
    const loaded = new Map(listed.map((order) => [order.id, order]));
    const orders = await readSelected(selected, { loaded, fetchOrders });
    return orders.flatMap((order) => {
      const shopOrderId = shopOrderIdOf(order);
      return shopOrderId === undefined ? [] : [{ orderId: order.id, shopOrderId }];
    });
  }

  const tell = (outcomes: readonly ShopOutcome[], done: string, failed: string) => {
    const failures = outcomes.filter(({ result }) => result === 'error');
    const count = outcomes.length - failures.length;
    const others = selected.length - outcomes.length;
    if (outcomes.length === 0) notifyError({ title: t('errors:error.noShopifyId') });
    if (count > 0) {
      const part = t('partlyDone', { count, total: selected.length });
      const message = others > 0 ? `${part} ${t('withoutShopOrder', { count: others })}` : part;
      notifySuccess({ title: done, message });
    }
    const reasons = new Set(failures.map((failure) => failure.message));
    const message = [...reasons].join(' ');
    const isLost = failures.some(({ code }) => code === 'shop_authorization_failed');
    if (isLost) notifyShopAuthorizationFailed({ message });
    else if (failures.length > 0) notifyError({ title: failed, message });
    readListAgain();
  };
  const fulfillAll = useMutation({
    mutationFn: async () =>
      inBatches(await readReferences(), (batch) => {
        const orders = batch.map(({ orderId, ...rest }) => ({ portageId: orderId, ...rest }));
        const body = { shopName: shop, orders };
        return callShop(shopEndpoints.bulkFulfill, { body }, { patience: SHOP_PATIENCE });
      }),
    onSuccess: (outcomes) =>
      tell(
        outcomes,
        t('errors:success.shopifyFulfilled'),
        t('errors:error.couldNotFulfillShopify'),
      ),
    onError: (cause) => notifyShopFailure(t('errors:error.couldNotFulfillShopify'), cause),
  });
  const syncTags = useMutation({
    mutationFn: async () =>
      inBatches(await readReferences(), (orders) => {
        const body = { shopName: shop, orders: [...orders] };
        return callShop(shopEndpoints.syncTags, { body }, { patience: SHOP_PATIENCE });
      }),
    onSuccess: (outcomes) =>
      tell(
        outcomes,
        t('errors:success.shopifyUnfulfilledTagsUpdated'),
        t('errors:error.couldNotSyncShopifyTags'),
      ),
    onError: (cause) => notifyShopFailure(t('errors:error.couldNotSyncShopifyTags'), cause),
  });

  function forSelected(act: () => void): void {
    if (selected.length === 0) notifyError({ title: t('errors:error.noOrderSelected') });
    else act();
  }
  const fulfillOne = useMutation({
    mutationFn: readReferences,
    onSuccess: ([reference]) => {
      if (reference) setFulfilled(reference);
      else notifyError({ title: t('errors:error.noShopifyId') });
    },
    onError: (cause) => notifyShopFailure(t('errors:error.couldNotFulfillShopify'), cause),
  });
  function startFulfillment(): void {
    if (selected.length > 1) notifyError({ title: t('errors:error.oneShopifyOrderAtATime') });
    else fulfillOne.mutate();
  }

  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            loading={fulfillAll.isPending || syncTags.isPending}
            aria-label={t('actions.menu')}
            title={t('actions.menu')}
          >
            <IconShoppingBag size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => forSelected(startFulfillment)}>
            {t('actions.fulfill')}
          </Menu.Item>
          <Menu.Item onClick={() => forSelected(fulfillAll.mutate)}>
            {t('actions.fulfillAll')}
          </Menu.Item>
          <Menu.Item onClick={() => forSelected(syncTags.mutate)}>
            {t('actions.syncTags')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item renderRoot={(props) => <Link {...props} to={paths.shopOrders()} />}>
            {t('orders.title')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {fulfilled && (
        <LocationModal
          shop={shop}
          {...fulfilled}
          onClose={() => setFulfilled(undefined)}
          onDone={() => {
            setFulfilled(undefined);
            readListAgain();
          }}
        />
      )}
    </>
  );
}
