import type { Database } from '../server/src/db/database.ts';

/** A statement with its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Returns the statements that a query function sends, to send them without it. */
export async function statementsOf(
  db: Database,
  query: (db: Database) => Promise<unknown>,
): Promise<Statement[]> {
  // Parts of a statement pass, too, but only the whole has a result.
  const compiled = new WeakMap<object, Statement>();
  const sent: Statement[] = [];
  const recording = db.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId);
      compiled.set(queryId, { text: sql, values: [...parameters] });
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      const statement = compiled.get(queryId);
      if (statement) sent.push(statement);
      return result;
    },
  });
  await query(recording);
  return sent;
}

/** Returns the last statement that a query function sends. */
export async function sqlOf(
  db: Database,
  query: (db: Database) => Promise<unknown>,
): Promise<Statement> {
  const statement = (await statementsOf(db, query)).at(-1);
  if (!statement) throw new Error('The function sent no query');
  return statement;
}
