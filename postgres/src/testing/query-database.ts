import pg from 'pg';

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

export async function setting(url: string, name: string): Promise<unknown> {
  return (await query(url, `select current_setting('${name}') as value`))[0]?.['value'];
}
