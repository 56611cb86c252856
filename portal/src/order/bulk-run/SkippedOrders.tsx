import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { OrderNames } from './OrderNames.tsx';
import { reasonText } from './reason-text.ts';
import type { Skipped } from './split-by-permission.ts';
import '@mantine/core/styles/List.layer.css';

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
