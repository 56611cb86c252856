import { NativeSelect } from '@mantine/core';
import { type DeliveryType, deliveryTypeNames } from '@portage/contract/orders/packages';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { useFeatureFlag } from '../../lib/feature-flag.ts';
import type { FilterControlProps } from './filter-control.ts';
import { useFilterPart } from './use-filter-part.ts';

const TYPES = Object.keys(deliveryTypeNames) as DeliveryType[];

/** Chooses parcels or heavy orders, for merchants who may have both (spec 1 §6). */
export function DeliveryTypeFilter({ filter, onChange }: FilterControlProps) {
  const { t } = useTranslation('orderFilters');
  const locale = useLocale();
  const hasHeavyOrders = useFeatureFlag();
  const change = useFilterPart({ filter, onChange });
  if (!hasHeavyOrders) return null;
  return (
    <NativeSelect
      aria-label={t('filter.deliveryType')}
      value={filter.deliveryType ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ deliveryType: TYPES.find((type) => type === value) })
      }
      data={[
        { value: '', label: t('deliveryType.all') },
        ...TYPES.map((type) => ({
          value: type,
          label: deliveryTypeNames[type][locale],
        })),
      ]}
    />
  );
}
