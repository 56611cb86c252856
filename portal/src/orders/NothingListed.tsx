import type { ViewFilter } from '@portage/contract/order-views';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, EmptyState } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/EmptyState.layer.css';
import { countInForce, searchAlone } from './filters/filters-in-force.ts';
import { type Calendar, listedOrders } from './filters/listed-orders.ts';
import { orderCountQuery } from '../order/order-calls.ts';
import { OrdersNoMatch } from './OrdersNoMatch.tsx';
import { paths } from '../paths.ts';

interface NothingListedProps {
  /** The filters that nothing matches. */
  readonly filter: ViewFilter;
  readonly calendar: Calendar;
  readonly onChange: (next: ViewFilter) => void;
  /** What stands there until it is known whether other days have orders. */
  readonly meanwhile: ReactNode;
}

/** Says why the list is empty: there are no orders at all, or none that match, or only on other days. */
export function NothingListed({ filter, calendar, onChange, meanwhile }: NothingListedProps) {
  const ofAllDates: ViewFilter = { ...filter, placed: 'all' };
  const limitsDays = filter.placed !== 'all';
  const older = useQuery({
    ...orderCountQuery(listedOrders(ofAllDates, calendar)),
    enabled: limitsDays,
  });
  if (limitsDays && older.isPending) return meanwhile;

  const choosesNothingElse = filter.search === undefined && countInForce(ofAllDates) === 1;
  const hasNone = limitsDays ? older.data?.count === 0 : true;
  if (choosesNothingElse && hasNone) return <OrdersEmpty />;
  return (
    <OrdersNoMatch
      filter={filter}
      older={limitsDays ? older.data : undefined}
      onSearchAllDates={limitsDays && !hasNone ? () => onChange(ofAllDates) : undefined}
      onClearSearch={() => onChange({ ...filter, search: undefined })}
      onClearFilters={() => onChange(searchAlone(filter))}
    />
  );
}

/** What the list is for, and the way to a first order. */
function OrdersEmpty() {
  const { t } = useTranslation('orders');
  return (
    <EmptyState
      m="auto"
      p="xl"
      maw={480}
      icon={<IconPackage stroke={1.5} />}
      withIndicatorBackground
    >
      <EmptyState.Title order={2}>{t('empty.title')}</EmptyState.Title>
      <EmptyState.Description>{t('empty.description')}</EmptyState.Description>
      <EmptyState.Actions>
        <Button component={Link} to={paths.newOrder()} leftSection={<IconPlus size={18} />}>
          {t('empty.action')}
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
