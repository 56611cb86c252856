import '@mantine/dates/styles.layer.css';
import english from 'dayjs/locale/en-ca';
import french from 'dayjs/locale/fr-ca';
import { useLocale, useTranslation } from '../i18n/i18n.ts';

const DAYJS_LOCALE = { en: english.name, fr: french.name } as const;

/** Red weekends would look like errors. */
const NO_DAYS: [] = [];

/** Properties of each `DatePicker`, in the reader's language. */
export function useCalendar() {
  const { t } = useTranslation();
  const locale = useLocale();
  return {
    locale: DAYJS_LOCALE[locale],
    firstDayOfWeek: 0,
    weekendDays: NO_DAYS,
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
