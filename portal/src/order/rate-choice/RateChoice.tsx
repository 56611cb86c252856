import { Radio, Stack, Alert, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Locale } from '@portage/contract/locale';
import { clockSpan } from '@portage/contract/rates/rate-words';
import {
  type Rate,
  type RateWindow,
  type UnavailableService,
  Service,
  serviceNames,
} from '@portage/contract/rates/rates';
import { useLocale, useTranslation } from '../../i18n/i18n.ts';
import { formatFor, useFormat } from '../../lib/format.ts';
import { LoadFailed } from '../../lib/LoadFailed.tsx';
import { ChoiceCard } from '../../ui/ChoiceCard.tsx';
import type { Route } from '../order-form/read-draft.ts';
import { windowsQuery } from './rate-calls.ts';
import classes from './WindowPicker.module.css';

/** The origin's days and hours, kept by one zone. */
const asGiven = (locale: Locale) => formatFor(locale, 'UTC');

/** "Thursday, November 26"; `date` is `YYYY-MM-DD`. */
export function dayText(date: string, locale: Locale): string {
  return asGiven(locale).weekday(Date.parse(date));
}

interface WindowPickerProps {
  readonly route: Route;
  /** Milliseconds since 1970. */
  readonly value: { readonly start: number; readonly end: number } | null;
  readonly onChange: (window: { start: number; end: number }) => void;
  readonly error?: ReactNode;
}

/** Day by day (spec 2 §4). */
export function WindowPicker({ route, value, onChange, error }: WindowPickerProps) {
  const { t } = useTranslation('rateChoice');
  const windows = useQuery(windowsQuery(route));
  if (windows.isPending) return <Skeleton height={640} aria-hidden />;
  if (!windows.data) {
    return <LoadFailed title={t('window.failedTitle')} query={windows} order={3} />;
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
            label={clockSpan(one.deliveryWindow, locale)}
            aria-describedby={id}
          />
        ))}
      </span>
    </div>
  );
}

interface UnavailableServicesProps {
  readonly unavailable: readonly UnavailableService[];
}

/** Joined by reason. */
export function UnavailableServices({ unavailable }: UnavailableServicesProps) {
  const { t, locale } = useTranslation('rateChoice');
  if (unavailable.length === 0) return null;
  const byReason = Map.groupBy(unavailable, ({ reason }) => reason);
  return (
    <section aria-label={t('unavailable')}>
      <p className={classes['title']} aria-hidden>
        {t('unavailable')}
      </p>
      <ul className={classes['list']}>
        {[...byReason].map(([reason, services]) => (
          <li key={reason}>
            <span className={classes['names']}>
              {services.map(({ service }) => serviceNames[service][locale]).join(', ')}
            </span>
            <span className={classes['reason']}>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RateChoiceProps {
  readonly rates: readonly Rate[];
  readonly unavailable?: readonly UnavailableService[];
  readonly value: Service | null;
  readonly onChange: (service: Service) => void;
  readonly error?: ReactNode;
}

/** Explains missing services below the rates. */
export function RateChoice(props: RateChoiceProps) {
  const { rates, unavailable = [], value, onChange, error } = props;
  const { t } = useTranslation('rateChoice');
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('service.label')}
        inputWrapperOrder={['label', 'error', 'input']}
        required
        data-path="service"
        value={value}
        onChange={(service) => onChange(Service.parse(service))}
        error={error}
      >
        <Stack gap="xs" my="xs">
          {rates.map((rate) => (
            <RateCard key={rate.service} rate={rate} />
          ))}
        </Stack>
      </Radio.Group>
      <UnavailableServices unavailable={unavailable} />
    </Stack>
  );
}

function RateCard({ rate }: { readonly rate: Rate }) {
  const { t, locale } = useTranslation('rateChoice');
  const format = useFormat();
  const day = rate.estimateDay && dayText(rate.estimateDay, locale);
  return (
    <ChoiceCard
      value={rate.service}
      title={rate.name}
      text={day ? `${rate.description} · ${t('service.by', { day })}` : rate.description}
      aside={format.money(rate.price, rate.currency)}
    />
  );
}
