import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
} from 'kysely';
import type { Database, Executor } from './database.ts';
import type { Tables } from './tables.ts';

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');

/** Keeps the statements that it is given instead of sending them. Each answers with no rows. */
class RecordingDriver extends DummyDriver {
  readonly statements: CompiledQuery[] = [];

  override async acquireConnection(): Promise<DatabaseConnection> {
    return Object.assign(await super.acquireConnection(), {
      executeQuery: async (statement: CompiledQuery) => {
        this.statements.push(statement);
        return { rows: [] };
      },
    });
  }
}

/** The statements that work runs, in their sequence. */
async function statementsOf(work: (writes: Executor) => Promise<void>): Promise<CompiledQuery[]> {
  const driver = new RecordingDriver();
  await work(
    new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
  );
  return driver.statements;
}

/**
 * Runs statements as one transaction in one round trip. Sends them when `work` has ended; to
 * `work` each gives no rows. Throws the first error, and then nothing is written.
 */
export async function writeTogether(
  db: Database,
  work: (writes: Executor) => Promise<void>,
): Promise<void> {
  const statements = await statementsOf(work);
  await db.getExecutor().provideConnection(async (connection) => {
    const results = await Promise.allSettled(
      [BEGIN, ...statements, COMMIT].map((statement) => connection.executeQuery(statement)),
    );
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  });
}
