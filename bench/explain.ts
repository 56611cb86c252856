import type { BenchServer } from './bench-server.ts';
import type { Statement } from './sql-of.ts';

/** Returns the plan of a statement, including serialization, with its text. */
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
