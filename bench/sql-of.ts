import type { Database } from '../server/src/db/database.ts';

/** A statement with its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** The statements that a query function sends, so that the very same texts can be sent without it. */
export async function statementsOf(
  db: Database,
  query: (db: Database) => Promise<unknown>,
): Promise<Statement[]> {
  // Parts of a statement pass through as well as the whole, but only the whole has a result.
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

/** The last statement that a query function sends. */
export async function sqlOf(
  db: Database,
  query: (db: Database) => Promise<unknown>,
): Promise<Statement> {
  const statement = (await statementsOf(db, query)).at(-1);
  if (!statement) throw new Error('The function sent no query');
  return statement;
}
