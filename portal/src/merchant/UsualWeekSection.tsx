import { Table } from '@mantine/core';
import type { Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { clockSpan } from '@portage/contract/rates/rate-words';
import { clockText, Weekday } from '@portage/contract/time';
import { useTranslation } from '../i18n/i18n.ts';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './ProfileTable.module.css';

const COLUMNS = ['delivery', 'cutoff', 'pickup', 'pickupCutoff'] as const;

function cellsOf(
  { deliveryConstraintsByWeek, pickupConstraintsByWeek }: Merchant,
  day: Weekday,
  locale: Locale,
): Record<(typeof COLUMNS)[number], string[]> {
  const windows = deliveryConstraintsByWeek.usuals.filter(({ weekday }) => weekday === day);
  const pickups = pickupConstraintsByWeek.usuals.filter(({ weekday }) => weekday === day);
  return {
    delivery: windows.map(({ deliveryWindow }) => clockSpan(deliveryWindow, locale)),
    cutoff: windows.map(({ cutoffTime }) => clockText(cutoffTime, locale)),
    pickup: pickups.map(({ pickupWindow }) => clockSpan(pickupWindow, locale)),
    pickupCutoff: pickups.map(({ cutoffTime }) => clockText(cutoffTime, locale)),
  };
}

/** Set by the carrier. */
export function UsualWeekSection({ merchant }: { readonly merchant: Merchant }) {
  const { t, locale } = useTranslation('merchant');
  return (
    <ProfileSection id="week" title={t('week.title')} text={t('week.text')}>
      <Table
        aria-label={t('week.title')}
        className={`${classes['table']} ${classes['stacked']}`}
        layout="fixed"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('week.day')}</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column}>{t(`week.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Weekday.options.map((day) => {
            const cells = cellsOf(merchant, day, locale);
            return (
              <Table.Tr key={day}>
                <Table.Th scope="row">{t(`week.days.${day}`)}</Table.Th>
                {COLUMNS.map((column) => (
                  <Table.Td key={column} data-name={t(`week.${column}`)}>
                    {cells[column].join(', ') || t('week.none')}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ProfileSection>
  );
}
