import type { Executor } from '../db/database.ts';
import { listKnownReferences } from './reference-queries.ts';

/** Those of some references that the merchant has used for orders already. */
export async function findKnownReferences(
  db: Executor,
  merchantId: string,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set();
  return new Set(await listKnownReferences(db, merchantId, [...new Set(references)]));
}
