import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';

function readLimit(text: string): number {
  const limit = z.coerce.number().int().min(1).safeParse(text);
  if (!limit.success) throw new InvalidArgumentError('It must be a whole number from 1.');
  return limit.data;
}

/** The option `--limit <number>`, 100 unless it is given. */
export const limitOption = (): Option =>
  new Option('--limit <number>', 'show at most this many, the newest')
    .argParser(readLimit)
    .default(100);
