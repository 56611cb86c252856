import { beforeAll, vi } from 'vitest';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { openLog } from '../log.ts';
import { createMerchant } from '../merchants/first-profile.ts';
import { merchantProfile } from './make-merchant.ts';
import { type CommandOutcome, runPortage } from './run-portage.ts';
import { runPortageHere } from './run-portage-here.ts';
import { cloneTestDatabase } from './test-database.ts';

interface CommandLine {
  db: () => Database;
  portage: (...words: string[]) => Promise<CommandOutcome>;
  /** The same as operators do, in a process of its own. */
  portageProcess: (...words: string[]) => Promise<CommandOutcome>;
  makeMerchant: (name: string) => Promise<string>;
}

/**
 * The command line of a test file, whose database is made before its tests and dropped after them.
 * Call it at the top of the file.
 */
export function useCommandLine(): CommandLine {
  let url: string;
  let db: Database;
  beforeAll(async () => {
    const database = await cloneTestDatabase();
    ({ url } = database);
    db = openDatabase(openPool(url, openLog('silent'), 2));
    vi.stubEnv('DATABASE_URL', url);
    vi.stubEnv('PORTAGE_SECRET_KEYS', `1:${Buffer.alloc(32, 1).toString('base64')}`);
    return async () => {
      vi.unstubAllEnvs();
      await db.destroy();
      await database.drop();
    };
  });
  return {
    db: () => db,
    portage: (...words) => runPortageHere(words),
    portageProcess: (...words) => runPortage(words, { DATABASE_URL: url }),
    async makeMerchant(name) {
      const merchant = merchantProfile({ name });
      await createMerchant(db, merchant);
      return merchant.id;
    },
  };
}

export const cellsOf = (output: string): string[][] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
