import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { reasonText, type Skipped } from './split-by-permission.ts';
import '@mantine/core/styles/List.layer.css';
import type { OrderSummary } from '@portage/contract/orders/order-selection';

/** How many recipients are named; the rest are counted. */
const NAMED = 3;

/** Whose orders they are: "Ada Nguyen, Bo Tremblay, Cy O’Neil and 9 more". */
export function OrderNames({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { t } = useTranslation('bulk');
  const names = orders.slice(0, NAMED).map(({ recipientName }) => recipientName);
  return (
    <>
      <strong>{names.join(', ')}</strong>
      {orders.length > NAMED && ` ${t('preflight.andMore', { count: orders.length - NAMED })}`}
    </>
  );
}

/** Which orders are skipped, grouped by the reason. */
export function SkippedOrders({ skipped }: { readonly skipped: readonly Skipped[] }) {
  const { t } = useTranslation('bulk');
  const locale = useLocale();
  const reasons = Map.groupBy(skipped, (one) => reasonText(one, locale));
  return (
    <>
      <Text>{t('preflight.skipped', { count: skipped.length })}</Text>
      <List size="sm" spacing="xs">
        {[...reasons].map(([reason, group]) => (
          <List.Item key={reason}>
            <OrderNames orders={group.map(({ order }) => order)} />
            <Text size="sm" c="dimmed">
              {reason}
            </Text>
          </List.Item>
        ))}
      </List>
    </>
  );
}
