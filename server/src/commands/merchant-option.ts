import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';

function readMerchantId(text: string): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw new InvalidArgumentError('It must be a UUID.');
  return id.data.toLowerCase();
}

/** The option `--merchant <id>`. */
export const merchantOption = (description: string): Option =>
  new Option('--merchant <id>', description).argParser(readMerchantId);
