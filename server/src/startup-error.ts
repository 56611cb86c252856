import { EX, reason, StartupError } from '../../postgres/src/startup-error.ts';
import { isDatabaseLost, NO_SESSION } from './db/lost-connections.ts';

/** Prints one line for operators' errors, the stack for ours. */
export function fail(error: unknown): never {
  const isKnown = error instanceof StartupError;
  const text =
    isKnown || !(error instanceof Error) ? String(error) : (error.stack ?? error.message);
  process.stderr.write(`${isKnown ? error.message : text}\n`);
  process.exit(isKnown ? error.exitCode : 1);
}

export const invalidSetting = (key: string, problem: string): StartupError =>
  new StartupError(EX.CONFIG, `${key}: ${problem}`);

export const noSecretKeys = (file: string): StartupError =>
  invalidSetting(
    'PORTAGE_SECRET_KEYS',
    `is not set, and there is no file ${file} with the keys that encrypt secrets`,
  );

export const secretKeysUnusable = (file: string, problem: string, cause?: unknown): StartupError =>
  new StartupError(EX.CONFIG, `The keys in ${file} cannot be used: ${problem}.`, {
    cause,
  });

export const secretKeysWrong = (cause: unknown): StartupError =>
  new StartupError(
    EX.CONFIG,
    'The database holds secrets that were encrypted with other keys. Several servers on one database need the same PORTAGE_SECRET_KEYS, or the same secret-keys.json in their data directories.',
    { cause },
  );

export const demoUsersLeft = (): StartupError =>
  invalidSetting(
    'PORTAGE_DEMO',
    'is off, but the database holds the demo’s users, whose passwords are public. Choose another with PORTAGE_DATA or DATABASE_URL',
  );

export const faultsFound = (count: number): StartupError =>
  new StartupError(1, count === 1 ? '1 fault.' : `${count} faults.`);

export const damagedBackup = (folder: string, part: string, cause?: unknown): StartupError =>
  new StartupError(
    EX.DATAERR,
    `The backup in ${folder} is damaged: ${part} is missing or differs. Nothing was restored.`,
    { cause },
  );

export const wrongUsage = (problem: string): StartupError => new StartupError(EX.USAGE, problem);

export const notFound = (what: string): StartupError =>
  new StartupError(EX.NOUSER, `There is no ${what}.`);

export const refused = (problem: string): StartupError => new StartupError(EX.TEMPFAIL, problem);

export const noDatabase = (directory: string): StartupError =>
  new StartupError(
    EX.NOINPUT,
    `There is no database in ${directory} yet: the first start of the server makes it. For another, set PORTAGE_DATA or DATABASE_URL.`,
  );

export const outdatedSchema = (): StartupError =>
  new StartupError(
    EX.DATAERR,
    'The database is not up to date with this Portage: starting the server brings it up to date. Nothing in it was changed.',
  );

export const wrongEncoding = (encoding: string): StartupError =>
  new StartupError(
    EX.CONFIG,
    `The database has the encoding ${encoding}, which cannot hold every name. Create it with encoding 'UTF8' template template0.`,
  );

/** Tables that later migrations add would be apart from the others. */
export const schemaElsewhere = (schema: string, chosen: string | null): StartupError =>
  new StartupError(
    EX.CONFIG,
    `The tables of Portage are in the schema ${schema}, but new ones would be made in ${chosen ?? 'none'}. Set the search_path of the database's role to ${schema}.`,
  );

/** Older than the first migration of this program. */
export const schemaTooOld = (lastMigration: string): StartupError =>
  new StartupError(
    EX.DATAERR,
    `The database is older than this Portage can bring up to date (its last migration is ${lastMigration}): start Portage of commit 37fe90b on it first, then this one.`,
  );

/** Newer than the last migration of this program. */
export const schemaTooNew = (lastMigration: string, lastKnown: string): StartupError =>
  new StartupError(
    EX.DATAERR,
    `The database belongs to a newer Portage: its last migration is ${lastMigration}, and the last one of this Portage is ${lastKnown}. Start the newer Portage.`,
  );

export const portTaken = (host: string, port: number, key: string): StartupError =>
  new StartupError(
    EX.OSERR,
    `Port ${port} on ${host} is taken by another program. Stop it, or set ${key} to a free one.`,
  );

/** Names the address without its password. */
export function databaseUnreachable(
  url: string,
  cause: unknown,
  setting = ' (DATABASE_URL)',
): StartupError {
  const { hostname, port, pathname } = new URL(url);
  const words = reason(cause);
  let why = words.includes('password must be a string') ? 'it asks for a password' : words;
  if (/^(timeout exceeded|Query read timeout)/.test(words)) why = NO_SESSION;
  return new StartupError(
    EX.UNAVAILABLE,
    `The database ${pathname.slice(1)} at ${hostname}:${port || '5432'}${setting} cannot be reached: ${why}.`,
    { cause },
  );
}

export function saysDatabaseLost(error: unknown, unreachable: (cause: unknown) => Error): unknown {
  // Another database may be the one that is lost.
  if (error instanceof StartupError || !(error instanceof Error)) return error;
  return isDatabaseLost(error) ? unreachable(error) : error;
}

export const poolUnusable = (poolId: string, cause: unknown): StartupError =>
  new StartupError(
    EX.UNAVAILABLE,
    `The user pool ${poolId} cannot be used: ${reason(cause)}. Check PORTAGE_COGNITO_POOL_ID, PORTAGE_COGNITO_CLIENT_ID, PORTAGE_COGNITO_REGION and the credentials of AWS.`,
    { cause },
  );

export const bucketUnusable = (bucket: string, cause: unknown): StartupError =>
  new StartupError(
    EX.UNAVAILABLE,
    `The bucket ${bucket} cannot be used: ${reason(cause)}. Check PORTAGE_S3_BUCKET, PORTAGE_S3_REGION, PORTAGE_S3_ENDPOINT, PORTAGE_S3_PATH_STYLE and the credentials of AWS.`,
    { cause },
  );
