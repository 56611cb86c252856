import { InvalidArgumentError, Option } from 'commander';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type EpochMillis, DAY, MINUTE } from '@portage/contract/time';
import type { Database } from '../db/database.ts';
import { findMerchantName } from '../merchants/get-merchant.ts';
import { notFound } from '../startup-error.ts';

function readLimit(text: string): number {
  const limit = z.coerce.number().int().min(1).safeParse(text);
  if (!limit.success) throw new InvalidArgumentError('It must be a whole number from 1.');
  return limit.data;
}

/** 100 by default. */
export const limitOption = (): Option =>
  new Option('--limit <number>', 'show at most this many, the newest')
    .argParser(readLimit)
    .default(100);

export const merchantOption = (description: string): Option =>
  new Option('--merchant <id>', description).argParser(readUuid);

export function readUuid(text: string): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw new InvalidArgumentError('It must be a UUID, as listed.');
  return id.data.toLowerCase();
}

/** Throws `not_found`. */
export async function requireMerchant(db: Database, merchantId: string): Promise<string> {
  const name = await findMerchantName(db, merchantId);
  if (name === undefined) throw notFound(`merchant ${merchantId}`);
  return `${name} (${merchantId})`;
}

const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE,
  h: 60 * MINUTE,
  d: DAY,
  w: 7 * DAY,
};

/** Completes ISO 8601: midnight, UTC. */
function complete(text: string): string {
  const withTime = text.includes('T') ? text : `${text}T00:00`;
  return /(?:Z|[+-]\d\d:\d\d)$/.test(withTime) ? withTime : `${withTime}Z`;
}

/** Reads `24h` (ago), `2026-11-01` or `2026-11-01T08:30` (UTC). Throws `InvalidArgumentError`. */
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
