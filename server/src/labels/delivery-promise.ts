import { withFirst } from '@portage/contract/clock-text';
import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders/orders';
import type { EpochMillis } from '@portage/contract/time';
import { labelWords } from './label-words.ts';

/** When an order is to be delivered, in words. */
export interface DeliveryPromise {
  /** `Fri, Jun 5`, or `By Mon, Jun 8` when the window spans days. */
  readonly day: string;
  /** `18:00–22:00` or `18 h à 22 h`; only for a window within one day. */
  readonly hours?: string;
}

/** The day and the time of day of a timestamp, as people say them. */
interface Told {
  readonly day: string;
  /** French leaves out the minutes of a full hour (`18 h`). */
  readonly time: string;
}

type Clock = (timestamp: EpochMillis) => Told;

const MINUTE = 60_000;

/** How many minutes a clock remembers: those of a day, and some of its windows. */
const MOST_REMEMBERED = 2000;

/** A clock that asks `Intl` once a minute: the windows of orders that are printed together are few. */
function makeClock(language: Locale, timeZone: string): Clock {
  const locale = REGIONAL_LOCALE[language];
  const day = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  const time = new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const remembered = new Map<number, Told>();
  return (timestamp) => {
    const minute = Math.floor(timestamp / MINUTE);
    const known = remembered.get(minute);
    if (known) return known;
    const told = {
      day: withFirst(day.format(timestamp), language),
      time: time.format(timestamp).replace(/\s00$/, ''),
    };
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(minute, told);
    return told;
  };
}

const clocks = new Map<string, Clock>();

/** Clocks are slow to make and few: one a language and time zone. */
function clockOf(language: Locale, timeZone: string): Clock {
  const key = `${language} ${timeZone}`;
  const clock = clocks.get(key) ?? makeClock(language, timeZone);
  clocks.set(key, clock);
  return clock;
}

/** The delivery window of an order, or the estimate of its rate. Undefined when nothing is promised. */
export function deliveryPromise(
  order: Pick<Order, 'completeAfter' | 'completeBefore' | 'rateChoice'>,
  language: Locale,
  timeZone: string,
): DeliveryPromise | undefined {
  const start = order.completeAfter ?? order.rateChoice?.epochEstimateFrom;
  const end = order.completeBefore ?? order.rateChoice?.epochEstimateTo;
  if (end === undefined) return undefined;
  const words = labelWords[language];
  const clock = clockOf(language, timeZone);
  const last = clock(end);
  const first = start === undefined ? undefined : clock(start);
  if (first?.day !== last.day) return { day: `${words.by} ${last.day}` };
  return { day: last.day, hours: words.hours(first.time, last.time) };
}
