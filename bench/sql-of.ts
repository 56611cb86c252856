import type { Database } from '../server/src/db/database.ts';

/** A statement with its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** The statement that a query function sends, so that the very same text can be sent without it. */
export async function sqlOf(
  db: Database,
  query: (db: Database) => Promise<unknown>,
): Promise<Statement> {
  let sent: Statement | undefined;
  const recording = db.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId);
      sent = { text: sql, values: [...parameters] };
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await query(recording);
  if (!sent) throw new Error('The function sent no query');
  return sent;
}
