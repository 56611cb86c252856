/** Codes of the network and of PostgreSQL (classes 08 and 57P) that say: there is no database now. */
const LOST = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08...|57P0[1-3])$/;

/** What the driver says, without a code, of a connection that broke or could not be made in time. */
const LOST_WORDS = /Connection terminated|timeout exceeded when trying to connect/;

/** Tells whether an error means that the database cannot be reached, and not that a query was wrong. */
export function isDatabaseLost(error: Error & { code?: unknown }): boolean {
  return LOST.test(String(error.code)) || LOST_WORDS.test(error.message);
}
