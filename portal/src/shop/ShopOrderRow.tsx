import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import type { ListedShopOrder } from '@portage/contract/shop-orders';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Format } from '../lib/format.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { paths } from '../paths.ts';
import { pressedOnce } from '../ui/pressed-once.ts';
import { useShopOrderActions } from './shop-order-calls.ts';
import '@mantine/core/styles/Badge.layer.css';
import classes from './ShopOrders.module.css';

interface ShopOrderRowProps {
  readonly shop: string;
  readonly one: ListedShopOrder;
  readonly isDrift: boolean;
  readonly format: Format;
}

/** One shop order: what was bought, for whom, and what can be done with it. */
export function ShopOrderRow({ shop, one, isDrift, format }: ShopOrderRowProps) {
  const { t } = useTranslation('shop');
  const { shopOrder, orderId } = one;
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
            <Anchor
              fw={600}
              renderRoot={(props) => (
                <Link {...props} to={paths.order()} params={{ id: orderId }} />
              )}
            >
              {number}
            </Anchor>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          <Timestamp at={shopOrder.createdAt} format={format} />
        </Text>
      </div>
      <div>
        <Text>{recipientName ?? t('orders.nobody')}</Text>
        <Text size="sm" c="dimmed">
          {place === '' ? t('orders.noAddress') : place}
        </Text>
      </div>
      <div>
        {isDrift ? (
          <Text>{one.drift && t(`orders.drift.what.${one.drift}`)}</Text>
        ) : (
          <Group gap={6}>
            <Text>{shippingMethod ?? t('orders.noShipping')}</Text>
            {service === undefined && (
              <Badge color="gray" variant="light">
                {t('orders.notOurs')}
              </Badge>
            )}
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {t('orders.items', { count, number: format.number(count) })}
        </Text>
      </div>
      {isDrift ? <Repair shop={shop} one={one} /> : <Fulfill shop={shop} one={one} />}
    </li>
  );
}

type ActionProps = Pick<ShopOrderRowProps, 'shop' | 'one'>;

/** One click where the buyer chose a rate of ours; otherwise a page where a rate is chosen. */
function Fulfill({ shop, one }: ActionProps) {
  const { t } = useTranslation('shop');
  const { place, fulfill } = useShopOrderActions(shop, one);
  const { shopOrderId: id, number, service } = one.shopOrder;
  const isBusy = place.isPending || fulfill.isPending;
  if (service === undefined) {
    return (
      <Group gap="xs" className={classes['actions'] ?? ''}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('orders.chooseRateOne', { number })}
          renderRoot={(props) => (
            <Link {...props} to={paths.fulfillShopOrder()} search={{ shop, id }} />
          )}
        >
          {t('orders.chooseRate')}
        </Button>
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

/** Brings both sides in step again; the button says what that is. */
function Repair({ shop, one }: ActionProps) {
  const { t } = useTranslation(['shop', 'common']);
  const { repair } = useShopOrderActions(shop, one);
  const { number } = one.shopOrder;
  if (one.drift === undefined) return null;
  const label = t(`orders.drift.repair.${one.drift}`);
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
