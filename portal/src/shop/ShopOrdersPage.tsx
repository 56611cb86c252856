import {
  Alert,
  List,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Badge,
  Button,
  Group,
} from '@mantine/core';
import { IconBuildingStore, IconChecks } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { shopEndpoints } from '@portage/contract/shop/shop';
import {
  type ListedShopOrder,
  shopOrderEndpoints,
  type UnreadableShopOrder,
} from '@portage/contract/shop/shop-orders';
import { useTranslation } from '../i18n/i18n.ts';
import { callQuery, readAgain, resourceKey } from '../lib/call-query.ts';
import { LinkShopAgain } from '../lib/LinkShopAgain.tsx';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchant, useMerchantFormat } from '../lib/merchant.ts';
import { notifySuccess } from '../lib/notify.tsx';
import { queryClient } from '../lib/query-client.ts';
import { useShopLink, notifyShopFailure, callShop, shopHost } from '../lib/shop-link.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { paths } from '../paths.ts';
import { Empty } from '../ui/Empty.tsx';
import { LinkAnchor, LinkButton } from '../ui/links.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { pressedOnce } from '../ui/pressed-once.ts';
import classes from './ShopOrders.module.css';

/** Selects orders without a delivery order, or with differences. */
type Shown = 'open' | 'drift';

/** Polling interval in ms. */
const READ_AGAIN = 5_000;

function useShopOrderActions(shop: string, { shopOrder, orderId, location }: ListedShopOrder) {
  const { t } = useTranslation('errors');
  const { shopOrderId, number, service, version } = shopOrder;
  const params = { shopOrderId };
  const shown = { locationId: location?.id, version };

  const refresh = () => {
    void readAgain(shopOrderEndpoints.list);
    void queryClient.invalidateQueries({ queryKey: resourceKey(shopEndpoints.fulfill) });
  };
  const told = (done: string, failed: string) => ({
    onSuccess: () => notifySuccess({ title: done }),
    onError: (cause: Error) => notifyShopFailure(failed, cause),
    onSettled: refresh,
  });

  const place = useMutation({
    mutationFn: () => callShop(shopOrderEndpoints.place, { params, body: shown }),
    ...told(
      t('success.shopOrderPlaced', { number }),
      t('error.couldNotPlaceShopOrder', { number }),
    ),
  });
  const fulfill = useMutation({
    mutationFn: async () => {
      if (service === undefined) return;
      const body = { orderId: shopOrderId, rate: service, ...shown };
      await callShop(shopEndpoints.createAndFulfill, { query: { shop }, body });
    },
    ...told(
      t('success.shopifyOrderIdFulfilled', { id: number }),
      t('error.couldNotFulfillShopify'),
    ),
  });
  const repair = useMutation({
    mutationFn: () => callShop(shopOrderEndpoints.repair, { params, query: { orderId } }),
    ...told(
      t('success.shopOrderRepaired', { number }),
      t('error.couldNotRepairShopOrder', { number }),
    ),
  });
  return { place, fulfill, repair };
}

interface ShopOrderRowProps {
  readonly shop: string;
  readonly one: ListedShopOrder;
  readonly isDrift: boolean;
}

function ShopOrderRow({ shop, one, isDrift }: ShopOrderRowProps) {
  const { t } = useTranslation('shop');
  const format = useMerchantFormat();
  const { shopOrder, orderId, location } = one;
  const { number, recipientName, address, items, service, shippingMethod } = shopOrder;
  const place = [address?.city, address?.provinceCode].filter(Boolean).join(', ');
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <li className={classes['row']}>
      <div>
        <Text fw={600}>
          {orderId === undefined ? (
            number
          ) : (
            <LinkAnchor fw={600} to={paths.order()} params={{ id: orderId }}>
              {number}
            </LinkAnchor>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          <Timestamp at={shopOrder.createdAt} format={format} />
        </Text>
      </div>
      <div>
        <Text {...(recipientName && { translate: 'no' })}>
          {recipientName ?? t('orders.nobody')}
        </Text>
        <Text size="sm" c="dimmed">
          {place === '' ? t('orders.noAddress') : place}
        </Text>
      </div>
      <div>
        {isDrift ? (
          <Text>
            {one.drift && t(`orders.drift.what.${one.drift}`, { location: location?.name })}
          </Text>
        ) : (
          <Group gap={6}>
            <Text>{shippingMethod ?? t('orders.noShipping')}</Text>
            {service === undefined && (
              <Badge color="gray" variant="light">
                {t('orders.notOurs')}
              </Badge>
            )}
            {shopOrder.fulfilment === 'partial' && (
              <Badge color="blue" variant="light">
                {t('orders.partial')}
              </Badge>
            )}
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {location && !isDrift
            ? t('orders.from', { location: location.name })
            : t('orders.items', { count })}
        </Text>
      </div>
      {isDrift && <Repair shop={shop} one={one} />}
      {!isDrift && one.waiting && <Waiting waiting={one.waiting} />}
      {!isDrift && !one.waiting && <Fulfill shop={shop} one={one} />}
    </li>
  );
}

type ActionProps = Pick<ShopOrderRowProps, 'shop' | 'one'>;

function Waiting({ waiting }: { readonly waiting: NonNullable<ListedShopOrder['waiting']> }) {
  const { t } = useTranslation('shop');
  const format = useMerchantFormat();
  const { state, holdReason, opensAt } = waiting;
  if (state === 'scheduled' && opensAt !== undefined) {
    return <Text>{t('orders.scheduled', { date: format.date(opensAt) })}</Text>;
  }
  return <Text>{holdReason ? t('orders.onHold', { reason: holdReason }) : t('orders.waits')}</Text>;
}

/** False without the address or phone that a delivery needs. */
const isDeliverable = (
  { recipientName, phone, address }: ListedShopOrder['shopOrder'],
  phoneOptional: boolean,
) =>
  Boolean(recipientName && (phone || phoneOptional)) &&
  Boolean(address?.address1 && address.city && address.zip);

/** One click where the buyer chose our rate, otherwise a page. */
function Fulfill({ shop, one }: ActionProps) {
  const { t } = useTranslation('shop');
  const { place, fulfill } = useShopOrderActions(shop, one);
  const { shopOrderId: id, service } = one.shopOrder;
  const number = [one.shopOrder.number, one.location?.name].filter(Boolean).join(', ');
  const isBusy = place.isPending || fulfill.isPending;
  const phoneOptional = useMerchant().data?.phoneOptional ?? false;
  const isIncomplete = !isDeliverable(one.shopOrder, phoneOptional);
  if (service === undefined || isIncomplete) {
    const key = isIncomplete ? 'correct' : 'chooseRate';
    return (
      <Group gap="xs" className={classes['actions'] ?? ''}>
        <LinkButton
          size="compact-sm"
          variant="default"
          aria-label={t(`orders.${key}One`, { number })}
          to={paths.fulfillShopOrder()}
          search={{ shop, id: Number(id) }}
        >
          {t(`orders.${key}`)}
        </LinkButton>
      </Group>
    );
  }
  return (
    <Group gap="xs" className={classes['actions'] ?? ''}>
      <Button
        size="compact-sm"
        variant="default"
        loading={place.isPending}
        disabled={isBusy}
        aria-label={t('orders.placeOne', { number })}
        {...pressedOnce(() => place.mutate())}
      >
        {t('orders.place')}
      </Button>
      <Button
        size="compact-sm"
        loading={fulfill.isPending}
        disabled={isBusy}
        aria-label={t('orders.fulfillOne', { number })}
        {...pressedOnce(() => fulfill.mutate())}
      >
        {t('orders.fulfill')}
      </Button>
    </Group>
  );
}

/** Brings both sides in step. */
function Repair({ shop, one }: ActionProps) {
  const { t } = useTranslation(['shop', 'common']);
  const { repair } = useShopOrderActions(shop, one);
  const { number } = one.shopOrder;
  if (one.drift === undefined) return null;
  const label = t(`orders.drift.repair.${one.drift}`, { location: one.location?.name });
  return (
    <Group gap="xs" className={classes['actions'] ?? ''}>
      <Button
        size="compact-sm"
        variant="default"
        loading={repair.isPending}
        aria-label={t('common:inWords', { name: label, value: number })}
        {...pressedOnce(() => repair.mutate())}
      >
        {label}
      </Button>
    </Group>
  );
}

const route = getRouteApi('/signed-in/platform/orders');

/** Limit of the server's list. */
const LISTED = 200;

/** Lists shop orders without a delivery order, or with differences. */
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
      <LoadFailed title={t('orders.loadFailed')} query={link} />
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
  const query = useQuery({
    ...callQuery(shopOrderEndpoints.list, { query: { show } }, shopHost()),
    refetchInterval: READ_AGAIN,
  });
  const { data, isPending } = query;
  const shopOrders: readonly ListedShopOrder[] = data?.shopOrders ?? [];
  return (
    <Stack gap="sm" component="section" tabIndex={-1} aria-label={t(`orders.${show}.tab`)}>
      <Text size="sm" c="dimmed">
        {t(`orders.${show}.text`)}
      </Text>
      {data && data.unreadable.length > 0 && <Unreadable orders={data.unreadable} />}
      {isPending && <Skeleton height={220} aria-label={t('orders.loading')} />}
      <LoadFailed title={t('orders.loadFailed')} query={query} />
      {data && shopOrders.length === 0 && (
        <Empty
          Icon={IconChecks}
          title={t(`orders.${show}.empty`)}
          text={t(`orders.${show}.emptyText`)}
        />
      )}
      {shopOrders.length > 0 && (
        <Paper withBorder component="ul" className={classes['list'] ?? ''}>
          {shopOrders.map((one) => (
            <ShopOrderRow
              key={[one.shopOrder.shopOrderId, one.orderId ?? one.location?.id].join(' ')}
              shop={shop}
              one={one}
              isDrift={show === 'drift'}
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

/** Names unreadable shop orders, with the platform's reason. */
function Unreadable({ orders }: { readonly orders: readonly UnreadableShopOrder[] }) {
  const { t } = useTranslation('shop');
  const format = useMerchantFormat();
  return (
    <Alert color="red" role="note" title={t('orders.unreadable', { count: orders.length })}>
      <Text size="sm">{t('orders.unreadableText')}</Text>
      <List size="sm" mt="xs">
        {orders.map(({ shopOrderId, number = shopOrderId, reason, failedAt }) => (
          <List.Item key={shopOrderId}>
            <b>{number}</b> (<Timestamp at={failedAt} format={format} />){': '}
            {reason ?? t('orders.unreadableAnswer')}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function NoShop() {
  const { t } = useTranslation('shop');
  return (
    <Empty Icon={IconBuildingStore} title={t('orders.noShop')} text={t('orders.noShopText')}>
      <LinkAnchor to={paths.merchantInfo()} hash="shop">
        {t('orders.toProfile')}
      </LinkAnchor>
    </Empty>
  );
}
