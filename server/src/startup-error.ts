import { reason, StartupError } from '../../postgres/src/startup-error.ts';

/** Ends the process: one line for what an operator can mend, the stack for what we must. */
export function fail(error: unknown): never {
  const isKnown = error instanceof StartupError;
  const text =
    isKnown || !(error instanceof Error) ? String(error) : (error.stack ?? error.message);
  process.stderr.write(`${isKnown ? error.message : text}\n`);
  process.exit(isKnown ? error.exitCode : 1);
}

/** Exit codes of sysexits.h. Those of the embedded database are beside its errors. */
const EXIT = {
  /** A command was not typed as its help says (EX_USAGE). */
  wrongUsage: 64,
  /** The schema is older or newer than this program (EX_DATAERR). */
  outdatedSchema: 65,
  /** There is no database yet (EX_NOINPUT). */
  noDatabase: 66,
  /** A merchant or a key that a command names does not exist (EX_NOUSER). */
  notFound: 67,
  /** The database of `DATABASE_URL`, the user pool or the bucket does not answer (EX_UNAVAILABLE). */
  unavailable: 69,
  /** Another program has the port (EX_OSERR). */
  portTaken: 71,
  /** The current state does not allow a command (EX_TEMPFAIL). */
  refused: 75,
  /** A setting has a value that is not accepted (EX_CONFIG). */
  invalidSetting: 78,
} as const;

/** A setting of the environment has a value that is not accepted. */
export function invalidSetting(key: string, problem: string): StartupError {
  return new StartupError(EXIT.invalidSetting, `${key}: ${problem}`);
}

/** There are no keys for secrets, and only the start of a server makes them. */
export function noSecretKeys(file: string): StartupError {
  return invalidSetting(
    'PORTAGE_SECRET_KEYS',
    `is not set, and there is no file ${file} with the keys that encrypt secrets`,
  );
}

/** The file with the keys for secrets cannot be used. */
export function secretKeysUnusable(file: string, problem: string, cause?: unknown): StartupError {
  return new StartupError(EXIT.invalidSetting, `The keys in ${file} cannot be used: ${problem}.`, {
    cause,
  });
}

/** The database holds secrets that were encrypted with other keys. */
export function secretKeysWrong(cause: unknown): StartupError {
  return new StartupError(
    EXIT.invalidSetting,
    'The database holds secrets that were encrypted with other keys. Several servers on one database need the same PORTAGE_SECRET_KEYS, or the same secret-keys.json in their data directories.',
    { cause },
  );
}

/** The demo is off, but the database is that of one. */
export function demoUsersLeft(): StartupError {
  return invalidSetting(
    'PORTAGE_DEMO',
    'is off, but the database holds the demo’s users, whose passwords everybody can read. Choose another with PORTAGE_DATA or DATABASE_URL',
  );
}

/** A command was not typed as its help says. */
export function wrongUsage(problem: string): StartupError {
  return new StartupError(EXIT.wrongUsage, problem);
}

/** A command names something that does not exist. */
export function notFound(what: string): StartupError {
  return new StartupError(EXIT.notFound, `There is no ${what}.`);
}

/** The current state does not allow a command. */
export function refused(problem: string): StartupError {
  return new StartupError(EXIT.refused, problem);
}

/** The data directory holds no database for a command to work on. */
export function noDatabase(directory: string): StartupError {
  return new StartupError(
    EXIT.noDatabase,
    `There is no database in ${directory} yet: the first start of the server makes it. For another, set PORTAGE_DATA or DATABASE_URL.`,
  );
}

/** The schema of the database is older than this program. */
export function outdatedSchema(): StartupError {
  return new StartupError(
    EXIT.outdatedSchema,
    'The database is not up to date with this Portage: starting the server brings it up to date. Nothing in it was changed.',
  );
}

/** The schema is older than the first migration of this program. */
export function schemaTooOld(lastMigration: string): StartupError {
  return new StartupError(
    EXIT.outdatedSchema,
    `The database is older than this Portage can bring up to date (its last migration is ${lastMigration}): start Portage of commit 37fe90b on it first, then this one.`,
  );
}

/** The schema is newer than the last migration of this program. */
export function schemaTooNew(lastMigration: string, lastKnown: string): StartupError {
  return new StartupError(
    EXIT.outdatedSchema,
    `The database belongs to a newer Portage: its last migration is ${lastMigration}, and the last one of this Portage is ${lastKnown}. Start the newer Portage.`,
  );
}

/** Another program listens where the server should. */
export function portTaken(host: string, port: number): StartupError {
  return new StartupError(
    EXIT.portTaken,
    `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to a free one.`,
  );
}

/** The database of `DATABASE_URL` does not answer. The address is told without its password. */
export function databaseUnreachable(url: string, cause: unknown): StartupError {
  const { hostname, port, pathname } = new URL(url);
  return new StartupError(
    EXIT.unavailable,
    `The database ${pathname.slice(1)} at ${hostname}:${port || '5432'} (DATABASE_URL) cannot be reached: ${reason(cause)}.`,
    { cause },
  );
}

/** The user pool cannot be reached or asked about. */
export function poolUnusable(poolId: string, cause: unknown): StartupError {
  return new StartupError(
    EXIT.unavailable,
    `The user pool ${poolId} cannot be used: ${reason(cause)}. Check PORTAGE_COGNITO_POOL_ID, PORTAGE_COGNITO_CLIENT_ID, PORTAGE_COGNITO_REGION and the credentials of AWS.`,
    { cause },
  );
}

/** The bucket of photos cannot be reached or read. */
export function bucketUnusable(bucket: string, cause: unknown): StartupError {
  return new StartupError(
    EXIT.unavailable,
    `The bucket ${bucket} cannot be used: ${reason(cause)}. Check PORTAGE_S3_BUCKET, PORTAGE_S3_REGION, PORTAGE_S3_ENDPOINT, PORTAGE_S3_PATH_STYLE and the credentials of AWS.`,
    { cause },
  );
}
