import { type Locale, REGIONAL_LOCALE } from './locale.ts';
import { MINUTE, type EpochMillis } from './time.ts';

/** Zones of Canada and the US have changed their clocks at quarters of an hour since 2012. */
const QUARTER = 15 * MINUTE;

/** Three weeks of quarters. */
const MOST_REMEMBERED = 2000;

/** Starts with `2026-11-20 13:`, and has its first minute and the zone's name. */
interface Quarter {
  readonly hour: string;
  readonly minute: number;
  readonly zone: string;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/**
 * Writes `2026-11-20 13:05:00` in an IANA time zone (the device's by default), with `namedIn`
 * followed by the zone's name. Asks `Intl` once a quarter of an hour.
 */
export function timestampWriter(
  timeZone: string | undefined,
  namedIn?: Locale,
): (at: EpochMillis) => string {
  // Swedish writes timestamps as spreadsheets of every language read them.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const zoneFormat =
    namedIn &&
    new Intl.DateTimeFormat(REGIONAL_LOCALE[namedIn], { timeZone, timeZoneName: 'short' });
  const quarters = new Map<number, Quarter>();

  function zoneAt(at: EpochMillis): string {
    const parts = zoneFormat?.formatToParts(at) ?? [];
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
    return name === undefined ? '' : ` ${name}`;
  }

  function quarterOf(ordinal: number): Quarter {
    const known = quarters.get(ordinal);
    if (known) return known;
    const start = format.format(ordinal * QUARTER);
    const quarter = {
      hour: start.slice(0, -5),
      minute: Number(start.slice(-5, -3)),
      zone: zoneAt(ordinal * QUARTER),
    };
    if (quarters.size >= MOST_REMEMBERED) quarters.clear();
    quarters.set(ordinal, quarter);
    return quarter;
  }

  return (at) => {
    const ordinal = Math.floor(at / QUARTER);
    const { hour, minute, zone } = quarterOf(ordinal);
    const seconds = Math.floor((at - ordinal * QUARTER) / 1000);
    return `${hour}${twoDigits[minute + Math.floor(seconds / 60)]}:${twoDigits[seconds % 60]}${zone}`;
  };
}

/** Names the zone where its clock differs from the reader's. */
export function timestampWriters(
  readerZone: string | undefined,
  locale: Locale,
): (timeZone: string) => (at: EpochMillis) => string {
  const ofReader = timestampWriter(readerZone);
  const writers = new Map<string, (at: EpochMillis) => string>();
  return (timeZone) => {
    if (timeZone === readerZone) return ofReader;
    const known = writers.get(timeZone);
    if (known) return known;
    const plain = timestampWriter(timeZone);
    const named = timestampWriter(timeZone, locale);
    const writer = (at: EpochMillis) => {
      const text = plain(at);
      return text === ofReader(at) ? text : named(at);
    };
    writers.set(timeZone, writer);
    return writer;
  };
}
