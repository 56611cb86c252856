import { IconAlarm, IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WorkCounts } from '@portage/contract/merchants/dashboard';
import { dueAt } from '@portage/contract/orders/order-list';
import type { Order } from '@portage/contract/orders/orders';
import { MINUTE } from '@portage/contract/time';
import { useTranslation } from '../i18n/i18n.ts';
import type { Translate, TranslateNamed } from '../i18n/translate.ts';
import { useMinute } from '../lib/clock.ts';
import { type Format, useFormat } from '../lib/format.ts';
import { useMerchantFormat } from '../lib/merchant.ts';
import classes from './ShipBy.module.css';

/** Soon within the last hour, urgent within the last quarter and afterwards. */
type Urgency = 'calm' | 'soon' | 'urgent';

/** In minutes before the time. */
const SOON = 60;
const URGENT = 15;

/** Whole minutes until a time; the last one begun counts. */
export const minutesUntil = (at: number, now: number) => Math.ceil((at - now) / MINUTE);

function urgencyOf(minutesLeft: number): Urgency {
  if (minutesLeft <= URGENT) return 'urgent';
  return minutesLeft <= SOON ? 'soon' : 'calm';
}

/** Times in the merchant's zone and in the device's. */
export interface Formats {
  readonly merchant: Format;
  readonly device: Format;
}

/** Names the zone where the device's clock shows another time. */
export const timeOf = (at: number, { merchant, device }: Formats): string =>
  merchant.time(at) === device.time(at) ? merchant.time(at) : merchant.timeInZone(at);

export type DueWork = Pick<WorkCounts, 'late' | 'nextShipBy' | 'dueNext'>;

/** Counts orders as late whose time has passed since they were counted. */
function asOf(work: DueWork, now: number): DueWork {
  const { late, nextShipBy = Infinity, dueNext } = work;
  return nextShipBy <= now ? { late: late + dueNext, dueNext: 0 } : work;
}

/** Writes minutes alone up to `mostMinutes`. */
export function timeLeft(minutesLeft: number, t: TranslateNamed, mostMinutes = SOON): string {
  if (minutesLeft <= mostMinutes) return t('common:shipBy.minutesLeft', { minutes: minutesLeft });
  const times = { hours: Math.floor(minutesLeft / 60), minutes: minutesLeft % 60 };
  return t(times.minutes === 0 ? 'common:shipBy.wholeHoursLeft' : 'common:shipBy.hoursLeft', times);
}

interface Told {
  readonly words: string;
  readonly urgency: Urgency;
  /** Fits a line that is shared with others. */
  readonly shortWords?: string;
}

/** Tells how many orders are late or have to be ready next; undefined where there are none. */
export function tellDue(
  work: DueWork,
  now: number,
  formats: Formats,
  t: Translate,
): Told | undefined {
  const { late, nextShipBy, dueNext } = asOf(work, now);
  const lateWords = late > 0 ? [t('shipBy.late', { count: late })] : [];
  if (nextShipBy === undefined || dueNext === 0) {
    return late > 0 ? { words: lateWords.join(), urgency: 'urgent' } : undefined;
  }
  const left = minutesUntil(nextShipBy, now);
  const urgency = urgencyOf(left);
  const due = { count: dueNext, time: timeOf(nextShipBy, formats) };
  const isToday = formats.merchant.date(nextShipBy) === formats.merchant.date(now);
  const dueWords = () => {
    if (!isToday) return t('shipBy.dueOn', { ...due, day: formats.merchant.weekday(nextShipBy) });
    const told = t(urgency === 'calm' ? 'shipBy.due' : 'shipBy.miss', due);
    return `${told}${timeLeft(left, t)}`;
  };
  const words = [...lateWords, dueWords()].join(' · ');
  return { words, urgency: late > 0 ? 'urgent' : urgency };
}

const ICONS = { calm: IconClock, soon: IconAlarm, urgent: IconAlertTriangle } as const;

export interface ClockProps extends Told {
  readonly icon?: typeof IconClock;
}

/** The icon and the words tell the urgency; the colour repeats it. */
export function Clock({ words, urgency, icon }: ClockProps) {
  const Icon = icon ?? ICONS[urgency];
  return (
    <span className={classes['clock']} data-urgency={urgency}>
      <Icon size={16} aria-hidden />
      <span className={classes['words']} title={words}>
        {words}
      </span>
    </span>
  );
}

interface ShipByCountProps {
  readonly work: DueWork;
  /** Shown where nothing is due. */
  readonly children?: ReactNode;
}

/** Counts the orders that are late or have to be ready next, with the time left. */
export function ShipByCount({ work, children }: ShipByCountProps) {
  const { t } = useTranslation('common');
  const formats = { merchant: useMerchantFormat(), device: useFormat() };
  const told = tellDue(work, useMinute(), formats, t);
  return told ? <Clock {...told} /> : children;
}

/** Tells when an order has to be ready; undefined once the carrier has it. */
export function tellShipBy(
  order: Pick<Order, 'orderStatus' | 'shipBy'>,
  now: number,
  format: Format,
  t: Translate,
): Told | undefined {
  const at = dueAt(order);
  if (at === undefined) return undefined;
  const isToday = format.date(at) === format.date(now);
  const when = isToday ? format.time(at) : format.shortDateTime(at);
  // Ready orders wait for the carrier.
  if (order.orderStatus === 'PICKUP_READY') return { words: when, urgency: 'calm' };
  const left = minutesUntil(at, now);
  if (left <= 0) return { words: t('shipBy.wasDue', { time: when }), urgency: 'urgent' };
  const urgency = urgencyOf(left);
  if (urgency === 'calm') {
    return { words: isToday ? t('shipBy.today', { time: when }) : when, urgency };
  }
  return {
    words: `${when}${t('shipBy.minutesLeft', { minutes: left })}`,
    urgency,
    shortWords: t('shipBy.soon', { minutes: left }),
  };
}

/** A time by which an order has to be ready, in words and colour. */
export function ShipByTime({ words, urgency }: Told) {
  return (
    <span className={classes['time']} data-urgency={urgency}>
      {words}
    </span>
  );
}
