/** A start or a command that cannot go on: one line for the operator and an exit code. */
export class StartupError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
    this.exitCode = exitCode;
  }
}

/** The exit codes, taken from sysexits.h so that they mean elsewhere what they mean here. */
const EXIT = {
  /** A command was not typed as its help says (EX_USAGE). */
  wrongUsage: 64,
  /** The database is of a kind or version this server cannot read (EX_DATAERR). */
  incompatibleData: 65,
  /** There is no database yet (EX_NOINPUT). */
  noDatabase: 66,
  /** A merchant or a key that a command names does not exist (EX_NOUSER). */
  notFound: 67,
  /** The database of `DATABASE_URL`, the user pool or the bucket does not answer (EX_UNAVAILABLE). */
  unavailable: 69,
  /** The embedded database cannot run, or has stopped by itself (EX_SOFTWARE). */
  databaseFailed: 70,
  /** Another program has the port (EX_OSERR). */
  portTaken: 71,
  /** The data directory cannot be written (EX_CANTCREAT). */
  dataDirectoryNotWritable: 73,
  /** Another server uses the data directory, or is just starting or stopping on it (EX_TEMPFAIL). */
  secondInstance: 75,
  /** What a command is to do cannot be done as things stand (EX_TEMPFAIL). */
  refused: 75,
  /** The data directory belongs to another account (EX_NOPERM). */
  dataDirectoryNotReadable: 77,
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

/** What a command names does not exist. */
export function notFound(what: string): StartupError {
  return new StartupError(EXIT.notFound, `There is no ${what}.`);
}

/** What a command is to do cannot be done as things stand. */
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
    EXIT.incompatibleData,
    'The database is not up to date with this Portage: starting the server brings it up to date. Nothing in it was changed.',
  );
}

/** Another program listens where the server should. */
export function portTaken(host: string, port: number): StartupError {
  return new StartupError(
    EXIT.portTaken,
    `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to a free one.`,
  );
}

/** The data directory cannot be created or written. */
export function dataDirectoryNotWritable(directory: string, cause: unknown): StartupError {
  return new StartupError(
    EXIT.dataDirectoryNotWritable,
    `The data directory ${directory} cannot be written: ${reason(cause)}. Set PORTAGE_DATA to one that can.`,
    { cause },
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

/** Another running server uses the same data directory. */
export function secondInstance(directory: string): StartupError {
  return new StartupError(
    EXIT.secondInstance,
    `Another Portage is running on the data directory ${directory}. Stop it, or set PORTAGE_DATA to another.`,
  );
}

/** The database of the data directory is being started or stopped by a server. */
export function databaseNotReady(directory: string): StartupError {
  return new StartupError(
    EXIT.secondInstance,
    `The database in ${directory} is just being started or stopped. Try again in a moment.`,
  );
}

/** The data directory belongs to another account than this process's. */
export function dataDirectoryNotReadable(directory: string, cause: unknown): StartupError {
  return new StartupError(
    EXIT.dataDirectoryNotReadable,
    `The database in ${directory} belongs to another account: ${reason(cause)}. Run the command as the account that runs the server.`,
    { cause },
  );
}

/** The data directory holds a database this server cannot use; it is left as it is. */
export function incompatibleData(directory: string, problem: string): StartupError {
  return new StartupError(
    EXIT.incompatibleData,
    `The database in ${directory} cannot be used: ${problem}. Nothing in it was changed.`,
  );
}

/** The embedded database cannot be started, or has stopped without being asked to. */
export function databaseFailed(problem: string, cause?: unknown): StartupError {
  return new StartupError(EXIT.databaseFailed, `The embedded database ${problem}.`, { cause });
}

/**
 * The one line of an error that helps, also for the errors of several addresses tried at once and for
 * those of `fetch`, which hide what they are about.
 */
function reason(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reason(cause.errors[0]);
  if (cause instanceof TypeError && cause.cause !== undefined) return reason(cause.cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  return (message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}
