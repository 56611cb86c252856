import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import {
  Kysely,
  PostgresDialect,
  type Transaction,
  type DatabaseConnection,
  sql,
  type PostgresPool,
} from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { EpochMillis } from '@portage/contract/time';
import { turns } from '../threads/take-turns.ts';
import { asPart, workNames } from '../watch/spans.ts';
import {
  FIND_LOST_CLIENT,
  KEEP_ALIVE,
  LIFT_LIMITS,
  waitingForEver,
  WatchedPool,
} from './lost-connections.ts';
import { holdNotices, type NoticeEvents, openTeller } from './notices.ts';
import type { Tables } from './tables.ts';

/** Left to queries without an owner. */
const RESERVED = 2;

/** A merchant, or jobs. */
const owners = new AsyncLocalStorage<string>();

/** Counts the work's queries as the owner's. */
export const onBehalfOf = <Result>(owner: string, work: () => Result): Result =>
  owners.run(owner, work);

/** Undefined for sign-ins and health checks. */
export const currentOwner = (): string | undefined => owners.getStore();

function sharesOf(max: number): { ofAll: number; ofAnOwner: number } {
  const ofAll = max > RESERVED + 1 ? max - RESERVED : max;
  return { ofAll, ofAnOwner: Math.ceil(ofAll * 0.5) };
}

/** Owners take turns, so that slow searches delay only their merchant. */
function sharedPool(pool: pg.Pool, onWait?: (change: 1 | -1) => void): PostgresPool {
  const { ofAll, ofAnOwner } = sharesOf(pool.options.max);
  // Calls are limited where they arrive.
  const takeTurn = turns({ atOnce: ofAll, atOnceOfAnOwner: ofAnOwner, mostWaiting: Infinity });

  function connectInTurn(owner: string): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const turn = takeTurn(
        async () => {
          const released = Promise.withResolvers<void>();
          resolve(releasing(await pool.connect(), released.resolve));
          await released.promise;
        },
        { owner },
      );
      turn.catch(reject);
    });
  }

  return {
    options: pool.options,
    async connect() {
      const owner = currentOwner();
      onWait?.(1);
      try {
        return await (owner === undefined ? pool.connect() : connectInTurn(owner));
      } finally {
        onWait?.(-1);
      }
    },
    end: () => pool.end(),
  };
}

/** The pool replaces `release` each time. */
function releasing(client: pg.PoolClient, onRelease: () => void): pg.PoolClient {
  const release = client.release.bind(client);
  client.release = (error) => {
    release(error);
    onRelease();
  };
  return client;
}

/** Writes a temporary page, which a full disk refuses. Throws the driver's error. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.transaction().execute((trx) =>
    sql`
      create temp table written_by_readiness_check on commit drop as
      select repeat('x', 1000) as text`.execute(trx),
  );
}

export type Database = Kysely<Tables>;

export type Executor = Database | Transaction<Tables>;

const { builtins } = pg.types;

/** Keeps `json` as text; timestamps become milliseconds, big integers numbers. */
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

/** Sends all writes of one event-loop turn in one packet. */
class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

const STATEMENT_TIMEOUT = '30s';

const IDLE_TIMEOUT = '90s';

/** Runs work on one connection without a statement timeout. */
export function withoutTimeLimit<Result>(
  db: Database,
  work: (connection: Database) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await waitingForEver(() => work(connection));
    } finally {
      await sql`set statement_timeout = ${sql.lit(STATEMENT_TIMEOUT)}`.execute(connection);
    }
  });
}

/** Rounds that detect a pooler even when other clients use it. */
const ROUNDS = 5;

/** A pooler that shares sessions loses locks, listening and settings. */
export async function isPooledByTransaction(url: string, patience = 10_000): Promise<boolean> {
  const limits = { connectionTimeoutMillis: patience, query_timeout: patience };
  const open = () => new pg.Client({ connectionString: url, ...limits });
  const [first, second] = [open(), open()];
  const backendOf = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    await Promise.all([first.connect(), second.connect()]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await backendOf(first);
      await second.query('begin');
      const others = await backendOf(second);
      const after = await backendOf(first);
      await second.query('rollback');
      if (others === before || after !== before) return true;
    }
    return false;
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

/** Overrides the operator's settings; poolers refuse startup parameters. */
export const SESSION_SETTINGS = `
  select set_config('statement_timeout', '${STATEMENT_TIMEOUT}', false),
    set_config('timezone', 'UTC', false),
    set_config('datestyle', 'ISO', false), set_config('lock_timeout', '0', false),
    set_config('default_transaction_isolation', 'read committed', false),
    set_config('idle_in_transaction_session_timeout', '${IDLE_TIMEOUT}', false),
    ${LIFT_LIMITS}, ${FIND_LOST_CLIENT},
    set_config('citus.propagate_set_commands', 'local', false)`;

/** Logs and replaces broken connections, which would end the process. `max` is per process. */
export function openPool(url: string, log: Pick<Logger, 'warn'>, max = 10): WatchedPool {
  const pool = new WatchedPool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    application_name: 'portage',
    // Sends the statements of `writeTogether` without waiting.
    pipeline: true,
    stream: () => new GatheringSocket(),
    ...KEEP_ALIVE,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
    firstQuery: SESSION_SETTINGS,
  });
  const onBreak = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  pool.on('error', onBreak);
  pool.on('connect', (client) => client.on('error', onBreak));
  return pool;
}

/** Characters of a statement that are logged. */
const SQL_LENGTH = 2_000;

/** Silences errors of queries whose caller is gone. Kysely would print them on the console. */
function quietCancelledQueries(connection: DatabaseConnection): void {
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

/** Threshold of slow statements, and their log. */
export interface QueryWatch {
  log: Logger;
  /** Milliseconds from which statements are logged; 0 logs none. */
  slowQuery: number;
  /** 1 begins and -1 ends a wait for a connection. */
  onWait?: ((change: 1 | -1) => void) | undefined;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, SQL_LENGTH);

/** Such as `select orders`. */
function summaryOf(text: string): string {
  const [verb = 'sql'] = /\w+/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? [];
  return table === undefined ? verb : `${verb} ${table}`;
}

/** Logs slow statements without their values. */
function watchQueries(connection: DatabaseConnection, { log, slowQuery }: QueryWatch): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(...[query, options]: Parameters<typeof execute>) => {
    const begun = performance.now();
    try {
      return await asPart(
        () => ({
          name: summaryOf(query.sql),
          'db.system.name': 'postgresql',
          'db.query.text': oneLine(query.sql),
        }),
        () => execute<Row>(query, options),
      );
    } finally {
      const duration = Math.round(performance.now() - begun);
      if (slowQuery > 0 && duration >= slowQuery) {
        log.warn({ ...workNames(), duration, sql: oneLine(query.sql) }, 'slow query');
      }
    }
  };
}

/**
 * Queries on a pool. Destroying the database sends its notices and ends the pool. `onCommit` gives a
 * statement to send with a commit that notifies.
 */
export function openDatabase(
  pool: pg.Pool,
  watch?: QueryWatch,
  onCommit?: NoticeEvents['onCommit'],
): Database {
  const teller = openTeller(pool, (err) => watch?.log.warn({ err }, 'notices could not be sent'));
  const shared = sharedPool(pool, watch?.onWait);
  const dialect = new PostgresDialect({
    pool: { ...shared, end: () => teller.end().then(() => shared.end()) },
    controlClient: pg.Client,
    onCreateConnection: async (connection) => {
      quietCancelledQueries(connection);
      if (watch) watchQueries(connection, watch);
      holdNotices(connection, { tell: (notices) => teller.tell(notices), onCommit });
    },
  });
  return new Kysely<Tables>({ dialect });
}

export async function readDatabaseClock(db: Executor): Promise<EpochMillis | undefined> {
  const { rows } = await sql<{ now: EpochMillis }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now;
}
