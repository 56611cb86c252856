import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import type { Order } from '@portage/contract/orders';
import { labelWords } from './label-words.ts';

/** When an order is to be delivered, in words. */
export interface DeliveryPromise {
  /** `Fri, Jun 5`, or `By Mon, Jun 8` when the window spans days. */
  readonly day: string;
  /** `18:00–22:00` or `18 h à 22 h`; only for a window within one day. */
  readonly hours?: string;
}

interface Clock {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

const clocks = new Map<string, Clock>();

/** Formatters are slow to make and few: one pair a language and time zone. */
function clockOf(language: Locale, timeZone: string): Clock {
  const key = `${language} ${timeZone}`;
  const known = clocks.get(key);
  if (known) return known;
  const locale = REGIONAL_LOCALE[language];
  const clock = {
    day: new Intl.DateTimeFormat(locale, {
      timeZone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
    }),
    time: new Intl.DateTimeFormat(locale, {
      timeZone,
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  };
  clocks.set(key, clock);
  return clock;
}

/** A time of day; French leaves out the minutes of a full hour (`18 h`). */
function timeOfDay(clock: Clock, moment: number): string {
  return clock.time.format(moment).replace(/\s00$/, '');
}

/**
 * The promise of an order: its delivery window, or else the estimate of its rate. Days and hours are
 * those of the origin's time zone, in which windows are offered. Undefined when nothing is promised.
 */
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
  const lastDay = clock.day.format(end);
  if (start === undefined || clock.day.format(start) !== lastDay) {
    return { day: `${words.by} ${lastDay}` };
  }
  return { day: lastDay, hours: words.hours(timeOfDay(clock, start), timeOfDay(clock, end)) };
}
