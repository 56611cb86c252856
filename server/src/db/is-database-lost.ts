/**
 * Codes of the network and of PostgreSQL that say: there is no database now. Class 08: the connection
 * failed; 53: no room on the disk, in memory, or for connections; 57P and 25P03: the server ended the
 * session; 58: it cannot read or write its files.
 */
const LOST =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|53...|57P0[1-5]|25P03|58...)$/;

/** Messages of the driver without a code, for connections that broke or took too long. */
const LOST_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Cannot use a pool after calling end/;

/** PostgreSQL's code for a statement that took too long (query_canceled). */
const STATEMENT_TIMED_OUT = '57014';

/** Tells whether PostgreSQL ended a statement that took longer than it may. */
export const isStatementTimeout = (error: Error & { code?: unknown }): boolean =>
  error.code === STATEMENT_TIMED_OUT;

/** Tells whether an error means that the database cannot be reached, and not that a query was wrong. */
export function isDatabaseLost(error: Error & { code?: unknown }): boolean {
  if (LOST.test(String(error.code)) || LOST_WORDS.test(error.message)) return true;
  return error.cause instanceof Error && isDatabaseLost(error.cause);
}
