import { InvalidArgumentError } from 'commander';
import { Temporal } from 'temporal-polyfill';
import type { EpochMillis } from '@portage/contract/time';

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

/** The same moment with all that ISO 8601 asks for: a day begins at midnight, and UTC is meant. */
function complete(text: string): string {
  const withTime = text.includes('T') ? text : `${text}T00:00`;
  return /(?:Z|[+-]\d\d:\d\d)$/.test(withTime) ? withTime : `${withTime}Z`;
}

/**
 * Reads a timestamp as it is typed: so long ago (`24h`), a day (`2026-11-01`, its beginning), or a time
 * (`2026-11-01T08:30`); in UTC unless it says otherwise. Throws `InvalidArgumentError`.
 */
export function readTimestamp(text: string, now: EpochMillis): EpochMillis {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const length = UNITS[unit];
  if (length !== undefined) return now - Number(count) * length;
  try {
    return Temporal.Instant.from(complete(text)).epochMilliseconds;
  } catch {
    throw new InvalidArgumentError(
      'It must be like 90m, 24h, 7d, 4w, 2026-11-01 or 2026-11-01T08:30 (UTC).',
    );
  }
}
