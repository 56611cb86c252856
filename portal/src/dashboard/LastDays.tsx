import { SimpleGrid, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type ComponentProps,
  lazy,
  startTransition,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { dashboardEndpoints, type OrderDay } from '@portage/contract/merchants/dashboard';
import { useTranslation } from '../i18n/i18n.ts';
import { callQuery } from '../lib/call-query.ts';
import { useFormat } from '../lib/format.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import classes from './Dashboard.module.css';

/** The library is as large as the rest of the page. */
const DayChart = lazy(async () => ({ default: (await import('./DayChart.tsx')).DayChart }));

const sumOf = (days: readonly OrderDay[], part: Exclude<keyof OrderDay, 'day'>) =>
  days.reduce((sum, day) => sum + day[part], 0);

export function LastDays() {
  const { t } = useTranslation('dashboard');
  const query = useQuery(callQuery(dashboardEndpoints.days, {}));
  const { data, error } = query;
  // One zone for reading and writing days.
  const format = useFormat('UTC');
  if (error && !data) {
    return <LoadFailed title={t('days.loadFailed')} query={query} />;
  }
  const days = data?.days;
  const [promised, onTime] = [sumOf(days ?? [], 'promised'), sumOf(days ?? [], 'onTime')];
  const nameOf = ({ day }: OrderDay) => format.date(Date.parse(day));
  const money = (amount: number) => format.money(amount, 'CAD');
  const spent = (spentCad: number, spentUsd: number) => {
    const inUsd = spentUsd > 0 ? [format.money(spentUsd, 'USD')] : [];
    const inCad = spentCad > 0 || inUsd.length === 0 ? [money(spentCad)] : [];
    return [...inCad, ...inUsd].join(' + ');
  };
  return (
    <section aria-labelledby="last-days">
      <Title order={2} size="h3" mb="sm" id="last-days">
        {t('days.title')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <DayFigure
          title={t('days.placed')}
          total={days && format.number(sumOf(days, 'placed'))}
          kind="amounts"
          days={days?.map((day) => ({ day: nameOf(day), placed: day.placed }))}
          series={[{ name: 'placed', label: t('days.placed') }]}
          writeValue={format.number}
          writeTick={format.number}
        />
        <DayFigure
          title={t('days.onTime')}
          total={days && (promised > 0 ? format.percent(onTime / promised) : t('days.noPromise'))}
          kind="shares"
          days={days?.map((day) => ({
            day: nameOf(day),
            onTime: day.promised === 0 ? null : day.onTime / day.promised,
          }))}
          series={[{ name: 'onTime', label: t('days.onTime') }]}
          writeValue={format.percent}
          writeTick={format.percent}
        />
        <DayFigure
          title={t('days.spent')}
          total={days && spent(sumOf(days, 'spentCad'), sumOf(days, 'spentUsd'))}
          kind="amounts"
          days={days?.map((day) => ({
            day: nameOf(day),
            spentCad: day.spentCad,
            spentUsd: day.spentUsd,
          }))}
          series={
            days && sumOf(days, 'spentUsd') > 0
              ? [
                  { name: 'spentCad', label: 'CAD' },
                  { name: 'spentUsd', label: 'USD' },
                ]
              : [{ name: 'spentCad', label: t('days.spent') }]
          }
          writeValue={money}
          writeTick={format.number}
        />
      </SimpleGrid>
      <details className={classes['table']}>
        <summary>{t('days.table')}</summary>
        <Table.ScrollContainer minWidth={320} type="native">
          <Table>
            <Table.Thead>
              <Table.Tr>
                {(['day', 'placed', 'delivered', 'onTime', 'spent'] as const).map((name) => (
                  <Table.Th key={name}>{t(`days.${name}`)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {days?.toReversed().map((day) => (
                <Table.Tr key={day.day}>
                  <Table.Th scope="row" fw={400}>
                    {nameOf(day)}
                  </Table.Th>
                  <Table.Td>{format.number(day.placed)}</Table.Td>
                  <Table.Td>{format.number(day.delivered)}</Table.Td>
                  <Table.Td>{t('days.onTimeOf', day)}</Table.Td>
                  <Table.Td>{spent(day.spentCad, day.spentUsd)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </details>
    </section>
  );
}

interface DayFigureProps extends Omit<ComponentProps<typeof DayChart>, 'label' | 'days'> {
  readonly title: string;
  /** Undefined until loaded. */
  readonly total: string | undefined;
  readonly days: ComponentProps<typeof DayChart>['days'] | undefined;
}

/** Reserves the chart's space. */
function DayFigure({ title, total, days, ...chart }: DayFigureProps) {
  const { element, isSeen } = useSeen();
  return (
    <figure className={classes['figure']}>
      <figcaption className={classes['caption']}>
        <span>{title}</span>
        <strong>{total ?? '–'}</strong>
      </figcaption>
      <div ref={element} className={classes['chart']}>
        <Suspense>
          {isSeen && days && total !== undefined && (
            <DayChart label={`${title}, ${total}`} days={days} {...chart} />
          )}
        </Suspense>
      </div>
    </figure>
  );
}

/** Delays charts far below on a phone. */
function useSeen() {
  const element = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      startTransition(() => setIsSeen(true));
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, isSeen };
}
