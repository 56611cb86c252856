/** A start or a command that failed: one line for the operator and an exit code of sysexits.h. */
export class StartupError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
    this.exitCode = exitCode;
  }
}

const EXIT = {
  /** The database is of a kind or version this server cannot read (EX_DATAERR). */
  incompatibleData: 65,
  /** The embedded database cannot run, or has stopped by itself (EX_SOFTWARE). */
  databaseFailed: 70,
  /** The data directory cannot be written (EX_CANTCREAT). */
  dataDirectoryNotWritable: 73,
  /** Another server uses the data directory, or is starting or stopping on it (EX_TEMPFAIL). */
  secondInstance: 75,
  /** The data directory belongs to another account (EX_NOPERM). */
  dataDirectoryNotReadable: 77,
} as const;

/** The data directory cannot be created or written. */
export function dataDirectoryNotWritable(directory: string, cause: unknown): StartupError {
  return new StartupError(
    EXIT.dataDirectoryNotWritable,
    `The data directory ${directory} cannot be written: ${reason(cause)}. Set PORTAGE_DATA to one that can.`,
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
    `The database in ${directory} is being started or stopped. Try again in a moment.`,
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

/** Returns the first line of an error's message, looking into aggregates and failures of `fetch`. */
export function reason(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reason(cause.errors[0]);
  if (cause instanceof TypeError && cause.cause !== undefined) return reason(cause.cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  return (message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}

/** Recognises an error of the operating system: `hasCode(error, 'ENOENT')`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
}
