import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconArrowsSort, IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useCallback, useLayoutEffect, useRef, useEffect, useState } from 'react';
import { ORDER_SORTS, FULFILLMENT_STATUSES } from '@portage/contract/orders/order-list';
import type { DayRange, ViewFilter } from '@portage/contract/orders/order-views';
import { deliveryTypeNames } from '@portage/contract/orders/packages';
import { useTranslation } from '../../i18n/i18n.ts';
import { useFormat } from '../../lib/format.ts';
import { useFeatureFlag } from '../../lib/merchant.ts';
import { MenuButton, PopoverButton } from '../../ui/MenuButton.tsx';
import { useCodeSoon } from '../../ui/use-fetch-soon.ts';
import { loadListTools, loadCalendar } from '../load-list-tools.ts';
import { defaultDays } from './day-range.ts';
import classes from './DayRangePicker.module.css';
import type { DayRangeChoicesProps } from './FilterFields.tsx';
import { DELIVERY_TYPES, mayFilterByDelivery, dayRangeWords } from './order-filters.ts';

export type ChangePart = (part: Partial<ViewFilter>) => void;

/** Stable, so that a choice redraws only its own field. */
export function useFilterPart(control: FilterControlProps): ChangePart {
  const newest = useRef(control);
  useLayoutEffect(() => {
    newest.current = control;
  });
  return useCallback((part) => {
    const { filter, onChange } = newest.current;
    onChange({ ...filter, ...part });
  }, []);
}

/** Shows a choice at once; lists the last of quick ones after the next frame. */
export function usePromptFilter({ filter, onChange }: FilterControlProps): FilterControlProps {
  const [chosen, setChosen] = useState({ over: filter, filter });
  const newest = useRef<ViewFilter>(undefined);
  // Drops a choice when the page is left.
  useEffect(
    () => () => {
      newest.current = undefined;
    },
    [],
  );

  function choose(next: ViewFilter): void {
    setChosen({ over: filter, filter: next });
    newest.current = next;
    const list = () => {
      if (newest.current === next) onChange(next);
    };
    requestAnimationFrame(() => setTimeout(list));
  }

  return { filter: chosen.over === filter ? chosen.filter : filter, onChange: choose };
}

export interface FilterControlProps {
  readonly filter: ViewFilter;
  /** Applies at once; `undefined` parts are no filter. */
  readonly onChange: (next: ViewFilter) => void;
}

/** Serves merchants with both types (spec 1 §6). */
export function DeliveryTypeFilter({ filter, onChange }: FilterControlProps) {
  const { t, locale } = useTranslation('orderFilters');
  const hasHeavyOrders = useFeatureFlag();
  const change = useFilterPart({ filter, onChange });
  if (!hasHeavyOrders) return null;
  return (
    <NativeSelect
      aria-label={t('filter.deliveryType')}
      value={filter.deliveryType ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ deliveryType: DELIVERY_TYPES.find((type) => type === value) })
      }
      data={[
        { value: '', label: t('deliveryType.all') },
        ...DELIVERY_TYPES.map((type) => ({
          value: type,
          label: deliveryTypeNames[type][locale],
        })),
      ]}
    />
  );
}

export function SortMenu({ filter, onChange }: FilterControlProps) {
  const { t } = useTranslation('orders');
  const { sort = 'placed' } = filter;
  return (
    <MenuButton
      position="bottom-start"
      withinPortal={false}
      renderButton={(target) => (
        <Button
          {...target}
          variant="subtle"
          color="gray"
          size="compact-sm"
          flex="none"
          leftSection={<IconArrowsSort size={16} aria-hidden />}
          aria-label={t('sort.current', { sort: t(`sort.${sort}`) })}
        >
          {t(`sort.${sort}`)}
        </Button>
      )}
      renderItems={(Menu) =>
        ORDER_SORTS.map((one) => (
          <Menu.RadioItem
            key={one}
            value={one}
            checked={one === sort}
            checkIcon={<IconCheck size={14} aria-hidden />}
            closeMenuOnClick
            onClick={() => onChange({ ...filter, sort: one === 'placed' ? undefined : one })}
          >
            {t(`sort.${one}`)}
          </Menu.RadioItem>
        ))
      }
    />
  );
}

const TABS = ['ALL', 'UNFULFILLED', 'FULFILLED'] as const;

/** Serves merchants with a shop. */
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

function DayRangePicker(props: DayRangeChoicesProps) {
  const { name, range, onChange } = props;
  const { t } = useTranslation('orderFilters');
  const format = useFormat();
  useCodeSoon(loadCalendar);
  return (
    <PopoverButton
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      middlewares={{ shift: true, flip: true, size: true }}
      classNames={{ dropdown: classes['dropdown'] ?? '' }}
      load={loadListTools}
      renderButton={(target) => (
        <Button
          {...target}
          variant="default"
          className={classes['button']}
          classNames={{ label: classes['label'] ?? '' }}
          leftSection={<IconCalendar size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <span className={classes['name']}>{t(`filter.${name}`)}</span>{' '}
          {range === undefined
            ? t(name === 'placed' ? 'days.lastTwoMonths' : 'days.anyDay')
            : dayRangeWords(range, { t, format })}
        </Button>
      )}
    >
      {({ DayRangeChoices }, close) => (
        <DayRangeChoices
          {...props}
          onChange={(next: DayRange | undefined) => {
            close();
            onChange(next);
          }}
        />
      )}
    </PopoverButton>
  );
}

interface DayFiltersProps extends FilterControlProps {
  /** `YYYY-MM-DD`, for the merchant. */
  readonly today: string;
}

/** Placed and, for delivered orders, delivered (spec 1 §5). */
export function DayFilters({ filter, onChange, today }: DayFiltersProps) {
  const change = useFilterPart({ filter, onChange });
  return (
    <>
      <DayRangePicker
        name="placed"
        range={filter.placed}
        daysByDefault={defaultDays(today)}
        today={today}
        onChange={(placed) => change({ placed })}
      />
      {mayFilterByDelivery(filter) && (
        <DayRangePicker
          name="delivered"
          range={filter.delivered}
          daysByDefault={{}}
          today={today}
          onChange={(delivered) => change({ delivered })}
        />
      )}
    </>
  );
}
