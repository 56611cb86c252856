import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database, Executor } from './database.ts';
import type { Tables } from './tables.ts';

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/** Gives one connection to all statements. */
class OneConnectionDriver extends DummyDriver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    super();
    this.#connection = connection;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
}

/** Runs queries on one connection; those begun together are sent without waiting for each other. */
const executorOn = (connection: DatabaseConnection): Executor =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneConnectionDriver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/** Runs reads on one connection, without a transaction: those begun together take one packet. */
export const pipelinedReads = <Result>(
  db: Database,
  work: (reads: Executor) => Promise<Result>,
): Promise<Result> =>
  db.getExecutor().provideConnection((connection) => work(executorOn(connection)));

/**
 * Runs work in a transaction and sends its statements in sequence. Those that work begins together
 * share a round trip, `begin` that of the first one. Throws the error of the work, and rolls back.
 */
export function pipelinedTransaction<Result>(
  db: Database,
  work: (trx: Executor) => Promise<Result>,
): Promise<Result> {
  return db.getExecutor().provideConnection(async (connection) => {
    const begun = connection.executeQuery(BEGIN);
    const [beginning, outcome] = await Promise.allSettled([begun, work(executorOn(connection))]);
    if (outcome.status === 'fulfilled' && beginning.status === 'fulfilled') {
      await connection.executeQuery(COMMIT);
      return outcome.value;
    }
    await connection.executeQuery(ROLLBACK).catch(() => undefined);
    throw outcome.status === 'rejected' ? outcome.reason : new Error('No transaction began');
  });
}

/**
 * Runs statements as one transaction in one round trip. Sends them when `work` has ended; to `work`
 * each gives no rows. Throws the first error, and then nothing is written.
 */
export async function writeTogether(
  db: Database,
  work: (writes: Executor) => Promise<void>,
): Promise<void> {
  const statements = await recordStatements(work);
  await db.getExecutor().provideConnection(async (connection) => {
    const results = await Promise.allSettled(
      [BEGIN, ...statements, COMMIT].map((statement) => connection.executeQuery(statement)),
    );
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  });
}

/** Runs work on a connection that keeps its statements instead of sending them. */
async function recordStatements(
  work: (writes: Executor) => Promise<void>,
): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const connection = await new DummyDriver().acquireConnection();
  const recording = Object.assign(connection, {
    executeQuery: async (statement: CompiledQuery) => {
      statements.push(statement);
      return { rows: [] };
    },
  });
  await work(executorOn(recording));
  return statements;
}
