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
import { hasSqlState } from './sql-state.ts';
import type { Tables } from './tables.ts';

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

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

/** Sends queries begun together without waiting. */
const executorOn = (connection: DatabaseConnection): Executor =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneConnectionDriver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/** Runs reads begun together in one packet. */
export const pipelinedReads = <Result>(
  db: Executor,
  work: (reads: Executor) => Promise<Result>,
): Promise<Result> =>
  db.getExecutor().provideConnection((connection) => work(executorOn(connection)));

/** in_failed_sql_transaction: an earlier statement failed. */
const isAborted = (error: unknown): boolean => hasSqlState(error, '25P02');

/** Keeps the first error: of statements sent together, any may be thrown first. */
function keepFirstError(connection: DatabaseConnection) {
  const kept: { error?: unknown } = {};
  const keeping: DatabaseConnection = {
    async executeQuery<Row>(...query: Parameters<DatabaseConnection['executeQuery']>) {
      try {
        return await connection.executeQuery<Row>(...query);
      } catch (error) {
        kept.error ??= error;
        throw error;
      }
    },
    streamQuery: (...query) => connection.streamQuery(...query),
  };
  return { keeping, kept };
}

/** Statements begun together share a round trip, the first with `begin`. */
export function pipelinedTransaction<Result>(
  db: Database,
  work: (trx: Executor) => Promise<Result>,
): Promise<Result> {
  return db.getExecutor().provideConnection(async (connection) => {
    const { keeping, kept } = keepFirstError(connection);
    const begun = connection.executeQuery(BEGIN);
    const [beginning, outcome] = await Promise.allSettled([begun, work(executorOn(keeping))]);
    if (outcome.status === 'fulfilled' && beginning.status === 'fulfilled') {
      const { rows } = await connection.executeQuery<{ command: string }>(COMMIT);
      // After a failed statement that `work` caught.
      if (rows[0]?.command === 'ROLLBACK') throw kept.error;
      return outcome.value;
    }
    await connection.executeQuery(ROLLBACK).catch(() => undefined);
    if (outcome.status === 'fulfilled') throw new Error('No transaction began');
    throw isAborted(outcome.reason) ? kept.error : outcome.reason;
  });
}

/** One round trip, sent after `work`; statements give it no rows. Throws the first error. */
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

/** Keeps the statements instead of sending them. */
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
