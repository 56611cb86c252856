import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Database } from '../db/database.ts';

/** Fails writes of a merchant's rows until the test ends or the returned function is called. */
export async function failWrites(
  db: Database,
  { merchantId, table, when = 'true' }: { merchantId: string; table: string; when?: string },
  { code, message }: { code: string; message: string },
): Promise<() => Promise<void>> {
  const name = sql.ref(`fail_${table}_${merchantId.replaceAll('-', '')}`);
  await sql`
    create function ${name}() returns trigger language plpgsql as ${sql.lit(`begin
      if new.merchant_id = '${merchantId}' and ${when} then
        raise exception '${message}' using errcode = '${code}';
      end if;
      return new;
    end`)}`.execute(db);
  await sql`
    create trigger ${name} before insert or update on ${sql.table(table)}
    for each row execute function ${name}()`.execute(db);
  const end = async () => {
    await sql`drop function if exists ${name}() cascade`.execute(db);
  };
  onTestFinished(end);
  return end;
}

/** Fails a merchant's writes like a cluster with a lost worker. */
export const loseWorkerOf = (db: Database, merchantId: string, table: string) =>
  failWrites(
    db,
    { merchantId, table },
    { code: 'XX000', message: 'failure on connection marked as essential: worker-2:5432' },
  );
