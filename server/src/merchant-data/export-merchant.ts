import { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { recordOperation } from '../audit/record-security-event.ts';
import { connectTo, linesOf, measure, PHOTOS_AT_ONCE } from '../backup/backup.ts';
import type { FilePlace } from '../backup/file-place.ts';
import type { Deps } from '../deps.ts';
import type { PhotoStore } from '../photos/photo-store.ts';
import { refused } from '../startup-error.ts';
import { copyRows, listMerchantTables } from './merchant-data-queries.ts';

/** Derived from other tables, or useless elsewhere. */
const DERIVED: ReadonlySet<string> = new Set([
  'searchable_orders',
  'idempotency_keys',
  'order_day_rollups',
  'order_positions',
]);

/** `manifest.json`, written last. */
interface MerchantManifest {
  format: 1;
  merchantId: string;
  madeAt: string;
  /** Files `NAME.jsonl`: a row a line. */
  tables: { name: string; rows: number; sha256: string }[];
  /** Files `photos/ID.EXTENSION`. */
  photos: number;
}

/** Exports a snapshot without secrets, then the photos. Throws `refused`. */
export async function exportMerchant(
  { db, clock, photos }: Pick<Deps, 'db' | 'clock'> & { photos: PhotoStore },
  { merchantId, databaseUrl }: { merchantId: string; databaseUrl: string },
  place: FilePlace,
): Promise<MerchantManifest> {
  if (!(await place.isEmpty())) throw refused(`${place.address} is not empty.`);
  const at = clock.now();
  await recordOperation(db, clock, { action: 'merchant.exported', merchantId });
  const client = await connectTo(databaseUrl);
  const copy = (statement: string) => client.query(copyTo(statement));
  const tables = [];
  try {
    await client.query('begin isolation level repeatable read read only');
    const all = await listMerchantTables(db);
    for (const table of all.filter(({ name }) => !DERIVED.has(name))) {
      const { name } = table;
      const measured = measure();
      await place.write(`${name}.jsonl`, measured.pass(copy(copyRows(table, merchantId))));
      tables.push({ name, ...measured.total() });
    }
    let count = 0;
    const copyPhoto = async (line: string) => {
      const { id, media_type: type } = JSON.parse(line) as { id: string; media_type: string };
      const picture = await photos.get(id);
      if (!picture) return;
      await place.write(`photos/${id}.${type.replace('image/', '')}`, [picture]);
      count += 1;
    };
    const photoTable = all.find(({ name }) => name === 'order_photos');
    if (photoTable) {
      const lines = Readable.from(linesOf(copy(copyRows(photoTable, merchantId))));
      await lines.forEach(copyPhoto, { concurrency: PHOTOS_AT_ONCE });
    }
    const manifest: MerchantManifest = {
      ...{ format: 1, merchantId, tables, photos: count },
      madeAt: new Date(at).toISOString(),
    };
    await place.write('manifest.json', [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
    return manifest;
  } finally {
    await client.end();
  }
}
