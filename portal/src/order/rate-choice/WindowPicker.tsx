import { Alert, Button, Radio, Skeleton, Stack, Text } from '@mantine/core';
import type { RateWindow } from '@portage/contract/rates/rates';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { RequestId } from '../../lib/RequestId.tsx';
import type { Route } from '../order-form/read-draft.ts';
import { windowsQuery } from './rate-calls.ts';
import classes from './WindowPicker.module.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { clockText } from '@portage/contract/clock-text';
import type { Locale } from '@portage/contract/locale';
import { formatFor } from '../../lib/format.ts';

/** Days and clocks are those of the origin, wherever the reader is: read and written in one zone, they stay. */
const asGiven = (locale: Locale) => formatFor(locale, 'UTC');

/** A calendar day in words, "Thursday, November 26"; `date` is `YYYY-MM-DD`. */
export function dayText(date: string, locale: Locale): string {
  return asGiven(locale).weekday(Date.parse(date));
}

/** The hours of a window on the clock of its origin, "9 a.m. – 12 p.m.". */
export function hoursText(
  { deliveryWindow: { timeStart, timeEnd } }: Pick<RateWindow, 'deliveryWindow'>,
  locale: Locale,
): string {
  return `${clockText(timeStart, locale)} – ${clockText(timeEnd, locale)}`;
}

interface WindowPickerProps {
  readonly route: Route;
  /** The window that is chosen; start and end in milliseconds since 1970. */
  readonly value: { readonly start: number; readonly end: number } | null;
  readonly onChange: (window: { start: number; end: number }) => void;
  readonly error?: ReactNode;
}

/** The delivery windows of the scheduled service, day by day (spec 2 §4). */
export function WindowPicker({ route, value, onChange, error }: WindowPickerProps) {
  const { t } = useTranslation('rateChoice');
  const windows = useQuery(windowsQuery(route));
  if (windows.isPending) return <Skeleton height={240} aria-hidden />;
  if (!windows.data) {
    return (
      <Alert color="red" title={t('window.failedTitle')}>
        <Text mb="sm">{windows.error.message}</Text>
        <Button
          variant="default"
          loading={windows.isFetching}
          onClick={() => void windows.refetch()}
        >
          {t('tryAgain')}
        </Button>
        <RequestId error={windows.error} />
      </Alert>
    );
  }
  if (windows.data.length === 0) {
    return (
      <Alert color="gray" icon={<IconAlertTriangle aria-hidden />}>
        {t('window.none')}
      </Alert>
    );
  }

  const isOffered = windows.data.some(({ start }) => start === value?.start);
  return (
    <Stack gap="sm">
      {value && !isOffered && (
        <Alert color="gray" icon={<IconAlertTriangle aria-hidden />}>
          {t('window.dropped')}
        </Alert>
      )}
      <Radio.Group
        label={t('window.label')}
        description={t('window.help')}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        required
        data-path="window"
        value={isOffered ? String(value?.start) : null}
        onChange={(start) => {
          const chosen = windows.data.find((one) => String(one.start) === start);
          if (chosen) onChange({ start: chosen.start, end: chosen.end });
        }}
        error={error}
      >
        <div className={classes['days']}>
          {[...Map.groupBy(windows.data, ({ date }) => date)].map(([date, onDay]) => (
            <WindowDay key={date} date={date} windows={onDay} />
          ))}
        </div>
      </Radio.Group>
    </Stack>
  );
}

interface WindowDayProps {
  readonly date: string;
  readonly windows: readonly RateWindow[];
}

function WindowDay({ date, windows }: WindowDayProps) {
  const locale = useLocale();
  const id = useId();
  const day = dayText(date, locale);
  return (
    <div className={classes['day']}>
      <span id={id} className={classes['name']}>
        {day}
      </span>
      <span className={classes['windows']}>
        {windows.map((one) => (
          <Radio
            key={one.start}
            value={String(one.start)}
            label={hoursText(one, locale)}
            aria-describedby={id}
          />
        ))}
      </span>
    </div>
  );
}
