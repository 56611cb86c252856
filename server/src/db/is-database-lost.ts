/** 08 connection failed; 25006 read only; 53 out of resources; 57P and 25P03 session ended; 58 files fail. */
const LOST =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|53...|57P0[1-5]|25006|25P03|58...)$/;

/** The driver's messages without a code. */
const LOST_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Cannot use a pool after calling end/;

/** A cluster reports a lost worker as an internal error. */
const LOST_WORKER =
  /failure on connection marked as essential|could not establish any connections to the node|connection to the remote node|server closed the connection unexpectedly/;

/** query_canceled. */
const STATEMENT_TIMED_OUT = '57014';

export const isStatementTimeout = (error: Error & { code?: unknown }): boolean =>
  error.code === STATEMENT_TIMED_OUT;

/** False for wrong queries. */
export function isDatabaseLost(error: Error & { code?: unknown }): boolean {
  if (LOST.test(String(error.code)) || LOST_WORDS.test(error.message)) return true;
  if (error.code === 'XX000' && LOST_WORKER.test(error.message)) return true;
  return error.cause instanceof Error && isDatabaseLost(error.cause);
}
