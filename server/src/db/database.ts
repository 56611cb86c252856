import { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction, type DatabaseConnection, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { sharedPool } from './connection-shares.ts';
import type { Tables } from './tables.ts';

/** Writes a temporary page, which a full disk refuses. Throws the driver's error. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.transaction().execute((trx) =>
    sql`
      create temp table written_by_readiness_check on commit drop as
      select repeat('x', 1000) as text`.execute(trx),
  );
}

/** Silences errors of queries whose caller is gone. Kysely would print them on the console. */
async function quietCancelledQueries(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(...[query, options]: Parameters<typeof execute>) => {
    try {
      return await execute<Row>(query, options);
    } catch (error) {
      if (options?.signal?.aborted) return { rows: [] };
      throw error;
    }
  };
  const cancel = connection.cancelQuery?.bind(connection);
  if (cancel) {
    connection.cancelQuery = (provideConnection) =>
      cancel(provideConnection).catch(() => undefined);
  }
}

/** The database, as the queries see it. */
export type Database = Kysely<Tables>;

/** The database or a transaction on it: queries take either. */
export type Executor = Database | Transaction<Tables>;

const { builtins } = pg.types;

/** Parses values: `json` stays text, timestamps become milliseconds, and big integers numbers. */
function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  switch (oid) {
    case builtins.JSON:
      return (text) => text;
    case builtins.TIMESTAMPTZ:
      return (text) => Date.parse(text);
    case builtins.INT8:
      return Number;
    default:
      return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
  }
}

/** A socket that sends what is written in one turn of the event loop as one packet. */
class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

/** Longest time of a statement, in ms. */
const STATEMENT_TIMEOUT = 30_000;

/**
 * The pool of connections to a PostgreSQL; `max` is the most connections of this process. A
 * connection that breaks is logged and replaced: unheard, it would end the process.
 */
export function openPool(url: string, log: Logger, max = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    statement_timeout: STATEMENT_TIMEOUT,
    // A database that does not answer is found out quickly, and said.
    connectionTimeoutMillis: 10_000,
    application_name: 'portage',
    // Statements of `writeTogether` are sent without waiting for the answer of the one before.
    pipeline: true,
    stream: () => new GatheringSocket(),
    // The session's time zone decides how timestamps are written; ours are always read as UTC. On a
    // cluster, `set local` holds on the workers, too; elsewhere that setting means nothing.
    options: '-c timezone=UTC -c citus.propagate_set_commands=local',
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  const onBreak = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  pool.on('error', onBreak);
  pool.on('connect', (client) => client.on('error', onBreak));
  return pool;
}

/** Queries on a pool. Destroying the database ends the pool. */
export function openDatabase(pool: pg.Pool): Database {
  const dialect = new PostgresDialect({
    pool: sharedPool(pool),
    controlClient: pg.Client,
    onCreateConnection: quietCancelledQueries,
  });
  return new Kysely<Tables>({ dialect });
}
