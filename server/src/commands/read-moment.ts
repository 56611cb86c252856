import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { EpochMillis } from '@portage/contract/time';

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

const Day = z.iso.date();
const Moment = z.iso.datetime({ offset: true, local: true });

/**
 * Reads a moment as it is typed: so long ago (`24h`), a day (`2026-11-01`, its beginning), or a time
 * (`2026-11-01T08:30`); in UTC unless it says otherwise. Raises `InvalidArgumentError`.
 */
export function readMoment(text: string, now: EpochMillis): EpochMillis {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const length = UNITS[unit];
  if (length !== undefined) return now - Number(count) * length;
  if (Day.safeParse(text).success) return Date.parse(`${text}T00:00Z`);
  if (Moment.safeParse(text).success) {
    return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  }
  throw new InvalidArgumentError(
    'It must be like 90m, 24h, 7d, 4w, 2026-11-01 or 2026-11-01T08:30 (UTC).',
  );
}
