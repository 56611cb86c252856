import { Button, EmptyState } from '@mantine/core';
import type { OrderCount } from '@portage/contract/orders';
import type { ViewFilter } from '@portage/contract/order-views';
import { IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { countInForce } from './filters/filters-in-force.ts';
import '@mantine/core/styles/EmptyState.layer.css';

interface OrdersNoMatchProps {
  /** The filters that nothing matches. */
  readonly filter: ViewFilter;
  /** How many orders of other days match; undefined when it is not known or there are no other days. */
  readonly older: OrderCount | undefined;
  /** Looks at the other days, too; missing where nothing is to be found there. */
  readonly onSearchAllDates: (() => void) | undefined;
  readonly onClearSearch: () => void;
  readonly onClearFilters: () => void;
}

/** Says that nothing matches, what was looked at, and how to see more. */
export function OrdersNoMatch(props: OrdersNoMatchProps) {
  const { filter, older, onSearchAllDates, onClearSearch, onClearFilters } = props;
  const { search, placed } = filter;
  const { t } = useTranslation(['orderFilters', 'orders']);
  const hasOthers = countInForce({ ...filter, placed: undefined }) > 0;

  function title(): string {
    if (search !== undefined) return t('none.search', { search });
    if (hasOthers) return t('none.filters');
    return t(placed === undefined ? 'none.lastTwoMonths' : 'none.days');
  }

  function description(): string {
    if (onSearchAllDates) {
      const count = older?.count ?? 0;
      return count > 0
        ? t(older?.hasMore ? 'none.olderAtLeast' : 'none.older', { count })
        : t('none.onlyDays');
    }
    return t(search === undefined ? 'none.allDates' : 'none.searched');
  }

  return (
    <EmptyState
      m="auto"
      p="xl"
      maw={520}
      style={{ overflowWrap: 'anywhere' }}
      icon={<IconSearchOff stroke={1.5} />}
      withIndicatorBackground
    >
      <EmptyState.Title order={2}>{title()}</EmptyState.Title>
      <EmptyState.Description>{description()}</EmptyState.Description>
      <EmptyState.Actions style={{ justifyContent: 'center' }}>
        {onSearchAllDates && (
          <Button onClick={onSearchAllDates}>
            {t(search === undefined ? 'none.showAllDates' : 'none.searchAllDates')}
          </Button>
        )}
        {search !== undefined && (
          <Button variant="default" onClick={onClearSearch}>
            {t('orders:search.clear')}
          </Button>
        )}
        {countInForce(filter) > 0 && (
          <Button variant="default" onClick={onClearFilters}>
            {t('none.clearFilters')}
          </Button>
        )}
      </EmptyState.Actions>
    </EmptyState>
  );
}
