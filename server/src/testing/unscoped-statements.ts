import type { Pool, PoolClient } from 'pg';
import { currentOwner, type Database } from '../db/database.ts';
import { listMerchantOwnedTables } from '../db/distribute-tables.ts';

/** Compares a column with a value, or with another table's. */
const COMPARED = /\bmerchant_id"?\s*=|\busing\s*\([^)]*\bmerchant_id\b/gi;

const UUID = /^[\da-f-]{36}$/;

/** Also within JSON. */
const names = (value: unknown, id: string): boolean =>
  typeof value === 'string'
    ? value.includes(id)
    : Array.isArray(value) && value.some((one) => names(one, id));

interface Statement {
  text?: string;
  values?: unknown;
}

/**
 * Collects statements of merchants' calls that read or change tables of merchants, and do not
 * compare `merchant_id` for each table, or lack the id of the calling merchant.
 */
export async function watchScope(pool: Pool, db: Database): Promise<ReadonlySet<string>> {
  const unscoped = new Set<string>();
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const watching = (...asked: unknown[]) => {
      const [first, values] = asked as [string | Statement, unknown];
      const statement = typeof first === 'string' ? { text: first, values } : { values, ...first };
      const owner = currentOwner();
      if (owner !== undefined && UUID.test(owner) && !isScoped(statement, owner)) {
        unscoped.add(statement.text ?? '');
      }
      return query(...asked);
    };
    Object.assign(client, { query: watching });
  });
  const tables = await listMerchantOwnedTables(db);
  const owned = `\\s+"?(?:${tables.join('|')})\\b`;
  const read = new RegExp(`\\b(?:from|join|update)${owned}`, 'gi');
  const written = new RegExp(`\\binto${owned}`, 'i');
  return unscoped;

  function isScoped({ text = '', values }: Statement, merchantId: string): boolean {
    const count = text.match(read)?.length ?? 0;
    if (count === 0 && !written.test(text)) return true;
    const compared = text.match(COMPARED)?.length ?? 0;
    return compared >= count && names(values, merchantId);
  }
}
