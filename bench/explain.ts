import type { BenchServer } from './bench-server.ts';
import type { Statement } from './sql-of.ts';

/**
 * How PostgreSQL carries a statement out, under a title and with the statement itself; turning the
 * rows into text, as for a client, included.
 */
export async function explain(
  { pool }: BenchServer,
  title: string,
  { text, values }: Statement,
): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, serialize, costs off) ${text}`,
    values,
  );
  const plan = rows.map((row) => row['QUERY PLAN']);
  return [`-- ${title}`, text, '', ...plan, ''].join('\n');
}
