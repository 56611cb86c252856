import type { EpochMillis } from './time.ts';

/** Clocks are put forward and back at a quarter of an hour, everywhere. */
const QUARTER = 15 * 60 * 1000;

/** How many quarters of an hour are remembered: three weeks of them. */
const MOST_REMEMBERED = 2000;

/** What all timestamps of a quarter of an hour share: `2026-11-20 13:`, and its first minute. */
interface Quarter {
  readonly hour: string;
  readonly minute: number;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/**
 * Writes timestamps as `2026-11-20 13:05:00` in the time zone given (IANA; undefined for that of the
 * device), so that spreadsheets take them for timestamps. An export writes eight of them an order, many
 * of the same quarter of an hour: asking `Intl` once a quarter makes it a quarter faster.
 */
export function timestampWriter(timeZone: string | undefined): (at: EpochMillis) => string {
  // The Swedish way of writing a timestamp is the one spreadsheets of every language understand.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const quarters = new Map<number, Quarter>();

  const quarterOf = (ordinal: number): Quarter => {
    const known = quarters.get(ordinal);
    if (known) return known;
    const start = format.format(ordinal * QUARTER);
    const quarter = { hour: start.slice(0, -5), minute: Number(start.slice(-5, -3)) };
    if (quarters.size >= MOST_REMEMBERED) quarters.clear();
    quarters.set(ordinal, quarter);
    return quarter;
  };

  return (at) => {
    const ordinal = Math.floor(at / QUARTER);
    const { hour, minute } = quarterOf(ordinal);
    const seconds = Math.floor((at - ordinal * QUARTER) / 1000);
    return `${hour}${twoDigits[minute + Math.floor(seconds / 60)]}:${twoDigits[seconds % 60]}`;
  };
}
