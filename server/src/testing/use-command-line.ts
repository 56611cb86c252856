import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, vi } from 'vitest';
import { StartupError } from '../../../postgres/src/startup-error.ts';
import { runPortageCommand } from '../commands/portage-command.ts';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { openLog } from '../log.ts';
import { createMerchant } from '../merchants/first-profile.ts';
import { merchantProfile } from './make-merchant.ts';
import { type CommandOutcome, runPortage } from './run-portage.ts';
import { cloneTestDatabase } from './test-database.ts';

/** Runs a command; returns its exit code, and its error on one line. */
async function endOf(words: readonly string[]): Promise<Pick<CommandOutcome, 'code' | 'errors'>> {
  try {
    await runPortageCommand(words);
    return { code: 0, errors: '' };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { code: error.exitCode, errors: `${error.message}\n` };
  }
}

/** Runs the operator's command line in the test's process; `runPortage` takes a second more. */
export async function runPortageHere(words: readonly string[]): Promise<CommandOutcome> {
  const printed = new PassThrough();
  const stdout = vi.spyOn(process, 'stdout', 'get');
  stdout.mockReturnValue(printed as unknown as typeof process.stdout);
  const output = text(printed);
  try {
    const end = await endOf(words);
    printed.end();
    return { ...end, output: await output };
  } finally {
    stdout.mockRestore();
  }
}

interface CommandLine {
  db: () => Database;
  portage: (...words: string[]) => Promise<CommandOutcome>;
  /** Like operators, in a separate process. */
  portageProcess: (...words: string[]) => Promise<CommandOutcome>;
  makeMerchant: (name: string) => Promise<string>;
}

/** Makes a database for a test file and runs commands on it. Call it at the top of the file. */
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
