import pg from 'pg';

export function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Has PostgreSQL 17 and later end transactions of the database after a second. */
export const limitTransactions = (url: string): Promise<unknown[]> =>
  runStatement(
    url,
    `do $$ begin
      if current_setting('transaction_timeout', true) is not null then
        execute format('alter database %I set transaction_timeout to ''1s''', current_database());
      end if;
    end $$`,
  );

export async function runStatement<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
