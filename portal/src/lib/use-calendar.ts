import '@mantine/dates/styles.layer.css';
import english from 'dayjs/locale/en-ca';
import french from 'dayjs/locale/fr-ca';
import { REGIONAL_LOCALE } from '@portage/contract/locale';
import { useTranslation } from '../i18n/i18n.ts';

const DAYJS_LOCALE = { en: english.name, fr: french.name } as const;

/** Red weekends would look like errors. */
const NO_DAYS: [] = [];

/** Properties of each `DatePicker`, in the reader's language. */
export function useCalendar() {
  const { t, locale } = useTranslation();
  const long = { dateStyle: 'long', timeZone: 'UTC' } as const;
  const date = new Intl.DateTimeFormat(REGIONAL_LOCALE[locale], long);
  return {
    locale: DAYJS_LOCALE[locale],
    firstDayOfWeek: 0,
    weekendDays: NO_DAYS,
    getDayAriaLabel: (day: string) => date.format(Date.parse(day)),
    ariaLabels: {
      nextMonth: t('calendar.nextMonth'),
      previousMonth: t('calendar.previousMonth'),
      nextYear: t('calendar.nextYear'),
      previousYear: t('calendar.previousYear'),
      nextDecade: t('calendar.nextDecade'),
      previousDecade: t('calendar.previousDecade'),
    },
  } as const;
}
