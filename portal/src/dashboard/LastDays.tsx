import { SimpleGrid, Table, Title } from '@mantine/core';
import { dashboardEndpoints, type OrderDay } from '@portage/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../lib/call-query.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useFormat } from '../lib/use-format.ts';
import { DayBars } from '../ui/DayBars.tsx';
import classes from './Dashboard.module.css';
import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/Table.layer.css';

const sumOf = (days: readonly OrderDay[], part: 'placed' | 'promised' | 'onTime') =>
  days.reduce((sum, day) => sum + day[part], 0);

/** Orders a day, deliveries on time and spend of the last 14 days, with the numbers in a table. */
export function LastDays() {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = useQuery(callQuery(dashboardEndpoints.days, {}));
  // Days are days: they are read and written in one zone, wherever the reader is.
  const format = useFormat('UTC');
  if (error && !data) {
    return <LoadFailed title={t('days.loadFailed')} error={error} onRetry={() => void refetch()} />;
  }
  const days = data?.days ?? [];
  const nameOf = ({ day }: OrderDay) => format.date(Date.parse(day));
  const spent = (spentCad: number, spentUsd: number) => {
    const inUsd = spentUsd > 0 ? [format.money(spentUsd, 'USD')] : [];
    const inCad = spentCad > 0 || inUsd.length === 0 ? [format.money(spentCad, 'CAD')] : [];
    return [...inCad, ...inUsd].join(' + ');
  };
  const total = (part: 'spentCad' | 'spentUsd') => days.reduce((sum, day) => sum + day[part], 0);
  const [onTime, promised] = [sumOf(days, 'onTime'), sumOf(days, 'promised')];
  return (
    <section aria-labelledby="last-days">
      <Title order={2} size="h3" mb="sm" id="last-days">
        {t('days.title')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <DayBars
          title={t('days.placed')}
          total={format.number(sumOf(days, 'placed'))}
          bars={days.map((day) => ({
            key: day.day,
            value: day.placed,
            text: `${nameOf(day)}: ${format.number(day.placed)}`,
          }))}
        />
        <DayBars
          title={t('days.onTime')}
          total={promised === 0 ? t('days.noPromise') : format.percent(onTime / promised)}
          bars={days.map((day) => ({
            key: day.day,
            value: day.promised === 0 ? 0 : day.onTime / day.promised,
            text: `${nameOf(day)}: ${t('days.onTimeOf', day)}`,
          }))}
        />
        <DayBars
          title={t('days.spent')}
          total={spent(total('spentCad'), total('spentUsd'))}
          bars={days.map((day) => ({
            key: day.day,
            value: day.spentCad + day.spentUsd,
            text: `${nameOf(day)}: ${spent(day.spentCad, day.spentUsd)}`,
          }))}
        />
      </SimpleGrid>
      <details className={classes['table']}>
        <summary>{t('days.table')}</summary>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {(['day', 'placed', 'delivered', 'onTime', 'spent'] as const).map((name) => (
                <Table.Th key={name}>{t(`days.${name}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map((day) => (
              <Table.Tr key={day.day}>
                <Table.Td>{nameOf(day)}</Table.Td>
                <Table.Td>{format.number(day.placed)}</Table.Td>
                <Table.Td>{format.number(day.delivered)}</Table.Td>
                <Table.Td>{t('days.onTimeOf', day)}</Table.Td>
                <Table.Td>{spent(day.spentCad, day.spentUsd)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </section>
  );
}
