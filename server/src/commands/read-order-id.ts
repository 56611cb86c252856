import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

/** The id of an order as typed on the command line. Throws what commander tells as wrong usage. */
export function readOrderId(text: string): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw new InvalidArgumentError('It must be a UUID.');
  return id.data;
}
