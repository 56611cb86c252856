/** One line for the operator and an exit code of sysexits.h. */
export class StartupError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
    this.exitCode = exitCode;
  }
}

/** Exit codes of sysexits.h. */
export const EX = {
  USAGE: 64,
  DATAERR: 65,
  NOINPUT: 66,
  NOUSER: 67,
  UNAVAILABLE: 69,
  SOFTWARE: 70,
  OSERR: 71,
  CANTCREAT: 73,
  TEMPFAIL: 75,
  NOPERM: 77,
  CONFIG: 78,
} as const;

export const dataDirectoryNotWritable = (directory: string, cause: unknown): StartupError =>
  new StartupError(
    EX.CANTCREAT,
    `The data directory ${directory} cannot be written: ${reason(cause)}. Set PORTAGE_DATA to one that can.`,
    { cause },
  );

export const secondInstance = (directory: string): StartupError =>
  new StartupError(
    EX.TEMPFAIL,
    `Another Portage is running on the data directory ${directory}. Stop it, or set PORTAGE_DATA to another.`,
  );

export const databaseNotReady = (directory: string): StartupError =>
  new StartupError(
    EX.TEMPFAIL,
    `The database in ${directory} is being started or stopped. Try again in a moment.`,
  );

export const dataDirectoryNotReadable = (directory: string, cause: unknown): StartupError =>
  new StartupError(
    EX.NOPERM,
    `The database in ${directory} belongs to another account: ${reason(cause)}. Run the command as the account that runs the server.`,
    { cause },
  );

/** The database is left unchanged. */
export const incompatibleData = (directory: string, problem: string): StartupError =>
  new StartupError(
    EX.DATAERR,
    `The database in ${directory} cannot be used: ${problem}. Nothing in it was changed.`,
  );

export const otherVersion = (directory: string, theirs: string, ours: string): StartupError =>
  incompatibleData(
    directory,
    `it is of PostgreSQL ${theirs}, and this is PostgreSQL ${ours}. With the Portage that it was used with, run \`npm run portage -- backup FOLDER\`; with this one, \`PORTAGE_DATA=NEW npm run portage -- restore FOLDER\``,
  );

export const databaseFailed = (problem: string, cause?: unknown): StartupError =>
  new StartupError(EX.SOFTWARE, `The embedded database ${problem}.`, { cause });

/** First line, also inside aggregates and failures of `fetch`. */
export function reason(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reason(cause.errors[0]);
  if (cause instanceof TypeError && cause.cause !== undefined) return reason(cause.cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  return (message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
}
