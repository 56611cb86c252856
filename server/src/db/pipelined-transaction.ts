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

/** Gives one connection to all statements: those issued together are sent without waiting for each other. */
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

/** Queries on one connection. */
const executorOn = (connection: DatabaseConnection): Executor =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneConnectionDriver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/**
 * Does reads on one connection, without a transaction: those that the work does not wait between are
 * sent in one packet, where each would cost another one on a connection of its own.
 */
export const pipelinedReads = <Result>(
  db: Database,
  work: (reads: Executor) => Promise<Result>,
): Promise<Result> =>
  db.getExecutor().provideConnection((connection) => work(executorOn(connection)));

/**
 * Does work in a transaction whose statements are sent in the sequence in which they are begun, and
 * without a round trip each where the work does not wait between them. The transaction begins in the
 * trip of the first one. Throws what the work throws, and then none of it has an effect.
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
