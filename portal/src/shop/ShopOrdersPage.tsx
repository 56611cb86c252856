import { Anchor, EmptyState, Paper, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import type { ListedShopOrder } from '@portage/contract/shop-orders';
import { IconBuildingStore, IconChecks } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkShopAgain } from '../lib/LinkShopAgain.tsx';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { useShopLink } from '../lib/shop-link.ts';
import { useFormat } from '../lib/use-format.ts';
import { paths } from '../paths.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { type Shown, useShopOrders } from './shop-order-calls.ts';
import { ShopOrderRow } from './ShopOrderRow.tsx';
import '@mantine/core/styles/EmptyState.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import classes from './ShopOrders.module.css';

const route = getRouteApi('/signed-in/platform/orders');

/** So many orders the server lists at most. */
const LISTED = 200;

/** Orders of the linked shop that need a person: without a delivery order, or different on both sides. */
export function ShopOrdersPage() {
  const { t } = useTranslation('shop');
  const { show = 'open' } = route.useSearch();
  const navigate = route.useNavigate();
  const link = useShopLink();
  const shop = link.data?.link?.shop;
  return (
    <Stack gap="lg" maw={pageWidth.sections}>
      <PageHead
        title={t('orders.title')}
        {...(shop !== undefined && { text: t('orders.text', { shop }) })}
      />
      {link.isError && !link.data && (
        <LoadFailed
          title={t('orders.loadFailed')}
          error={link.error}
          onRetry={() => void link.refetch()}
        />
      )}
      {link.data?.link?.state === 'authorization_lost' && (
        <LinkShopAgain shop={link.data.link.shop} />
      )}
      {link.data && shop === undefined && <NoShop />}
      {shop !== undefined && (
        <>
          <SegmentedControl
            aria-label={t('orders.show')}
            value={show}
            onChange={(value) =>
              void navigate({ search: value === 'drift' ? { show: 'drift' } : {}, replace: true })
            }
            data={(['open', 'drift'] as const).map((value) => ({
              value,
              label: t(`orders.${value}.tab`),
            }))}
            className={classes['tabs'] ?? ''}
          />
          <ShopOrders shop={shop} show={show} />
        </>
      )}
    </Stack>
  );
}

function ShopOrders({ shop, show }: { readonly shop: string; readonly show: Shown }) {
  const { t } = useTranslation('shop');
  const { data: merchant } = useMerchant();
  const format = useFormat(merchant?.timeZone);
  const { data, error, isPending, refetch } = useShopOrders(show);
  const shopOrders: readonly ListedShopOrder[] = data?.shopOrders ?? [];
  return (
    <Stack gap="sm" component="section" aria-label={t(`orders.${show}.tab`)}>
      <Text size="sm" c="dimmed">
        {t(`orders.${show}.text`)}
      </Text>
      {isPending && <Skeleton height={220} aria-label={t('orders.loading')} />}
      {error && !data && (
        <LoadFailed title={t('orders.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data && shopOrders.length === 0 && (
        <EmptyState p="xl" icon={<IconChecks stroke={1.5} />} withIndicatorBackground>
          <EmptyState.Title order={2}>{t(`orders.${show}.empty`)}</EmptyState.Title>
          <EmptyState.Description>{t(`orders.${show}.emptyText`)}</EmptyState.Description>
        </EmptyState>
      )}
      {shopOrders.length > 0 && (
        <Paper withBorder component="ul" className={classes['list'] ?? ''}>
          {shopOrders.map((one) => (
            <ShopOrderRow
              key={one.shopOrder.shopOrderId}
              shop={shop}
              one={one}
              isDrift={show === 'drift'}
              format={format}
            />
          ))}
        </Paper>
      )}
      {shopOrders.length >= LISTED && (
        <Text size="sm" c="dimmed">
          {t('orders.newest', { count: LISTED })}
        </Text>
      )}
    </Stack>
  );
}

function NoShop() {
  const { t } = useTranslation('shop');
  return (
    <EmptyState p="xl" icon={<IconBuildingStore stroke={1.5} />} withIndicatorBackground>
      <EmptyState.Title order={2}>{t('orders.noShop')}</EmptyState.Title>
      <EmptyState.Description>{t('orders.noShopText')}</EmptyState.Description>
      <EmptyState.Actions>
        <Anchor renderRoot={(props) => <Link {...props} to={paths.merchantInfo()} hash="shop" />}>
          {t('orders.toProfile')}
        </Anchor>
      </EmptyState.Actions>
    </EmptyState>
  );
}
