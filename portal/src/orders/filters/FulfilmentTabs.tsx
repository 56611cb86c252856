import { SegmentedControl } from '@mantine/core';
import { FULFILLMENT_STATUSES } from '@portage/contract/orders/order-filter';
import { useTranslation } from 'react-i18next';
import type { FilterControlProps } from './filter-control.ts';
import { usePromptFilter } from './use-prompt-filter.ts';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

const TABS = ['ALL', 'UNFULFILLED', 'FULFILLED'] as const;

/** All orders, those that are still to be fulfilled, or those that are: for merchants with a shop. */
export function FulfilmentTabs(props: FilterControlProps) {
  const { filter, onChange } = usePromptFilter(props);
  const { t } = useTranslation('orderFilters');
  return (
    <SegmentedControl
      aria-label={t('filter.fulfilment')}
      value={filter.fulfilment ?? 'ALL'}
      onChange={(value) =>
        onChange({ ...filter, fulfilment: FULFILLMENT_STATUSES.find((one) => one === value) })
      }
      data={TABS.map((value) => ({
        value,
        label: t(`fulfilment.${value}`),
      }))}
    />
  );
}
