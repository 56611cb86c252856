import { type DBSchema, type IDBPTransaction, openDB } from 'idb';
import type { WrittenCell } from '@portage/contract/imports/checked-rows';
import type { ImportColumn, ImportFile } from '@portage/contract/imports/import-columns';
import { DAY } from '@portage/contract/time';
import { newKey } from '../../lib/attempt.ts';
import type { RepeatUse } from './import-views.ts';

/** Reads the bytes again with these columns and edits. */
interface KeptFile {
  readonly name: string;
  readonly headerLine: number | undefined;
  readonly columns: readonly (ImportColumn | undefined)[];
  readonly edits: readonly WrittenCell[];
  readonly isShared: boolean;
  readonly repeatUse?: RepeatUse | undefined;
}

export interface KeptImport {
  readonly id: string;
  /** The merchant and user who prepare it; others do not see it. */
  readonly owner: string;
  readonly savedAt: number;
  /** Changes with every save: tells whether another tab saved since. */
  readonly revision?: string | undefined;
  readonly rows: number;
  readonly size: number;
  readonly files: Partial<Record<ImportFile, KeptFile>>;
}

export type KeptBytes = Partial<Record<ImportFile, Blob>>;

/** Unfinished imports are deleted after 30 days; a user keeps the newest five, of 100 MB in all. */
const LIMITS = { age: 30 * DAY, imports: 5, bytes: 100 * 2 ** 20 };

/** Beyond the limits, newest kept first. */
export function outlived(kept: readonly KeptImport[], now: number): KeptImport[] {
  const used = new Map<string, { imports: number; bytes: number }>();
  return kept
    .toSorted((one, other) => other.savedAt - one.savedAt)
    .filter(({ owner, savedAt, size }) => {
      const before = used.get(owner) ?? { imports: 0, bytes: 0 };
      const { imports, bytes } = { imports: before.imports + 1, bytes: before.bytes + size };
      used.set(owner, { imports, bytes });
      return savedAt < now - LIMITS.age || imports > LIMITS.imports || bytes > LIMITS.bytes;
    });
}

interface KeptStores extends DBSchema {
  imports: { key: string; value: KeptImport };
  bytes: { key: string; value: KeptBytes };
}

/** Runs work in one transaction, and resolves once it is on the disk. */
async function inTransaction<Mode extends 'readonly' | 'readwrite', Result>(
  mode: Mode,
  work: (stores: IDBPTransaction<KeptStores, ('imports' | 'bytes')[], Mode>) => Promise<Result>,
): Promise<Result> {
  const database = await openDB<KeptStores>('portage-imports', 1, {
    upgrade(created) {
      created.createObjectStore('imports', { keyPath: 'id' });
      created.createObjectStore('bytes');
    },
  });
  try {
    const transaction = database.transaction(['imports', 'bytes'], mode);
    const [result] = await Promise.all([work(transaction), transaction.done]);
    return result;
  } finally {
    database.close();
  }
}

interface Saving {
  readonly bytes: KeptBytes;
  /** False where the device has them already. */
  readonly areNew: boolean;
  /** The revision that was saved or opened last. */
  readonly since: string | undefined;
}

/** Returns its id, or a copy's where another tab changed, created or deleted the import. */
export function keepImport(kept: KeptImport, { bytes, areNew, since }: Saving): Promise<string> {
  return inTransaction('readwrite', async (transaction) => {
    const imports = transaction.objectStore('imports');
    const allBytes = transaction.objectStore('bytes');
    const stored = await imports.get(kept.id);
    const isForked = stored?.revision !== since;
    const id = isForked ? newKey() : kept.id;
    await imports.put({ ...kept, id });
    if (areNew || isForked) await allBytes.put(bytes, id);
    for (const { id } of outlived(await imports.getAll(), kept.savedAt)) {
      await Promise.all([imports.delete(id), allBytes.delete(id)]);
    }
    return id;
  });
}

/** Lists the unfinished imports of a user, the last changed first. */
export function listKeptImports(owner: string, now: number): Promise<KeptImport[]> {
  return inTransaction('readonly', async (transaction) => {
    const all = await transaction.objectStore('imports').getAll();
    const gone = new Set(outlived(all, now));
    return all
      .filter((one) => one.owner === owner && !gone.has(one))
      .toSorted((one, other) => other.savedAt - one.savedAt);
  });
}

/** In memory: Firefox loses stored files with their record, which may be restored. */
export async function readKeptBytes(id: string): Promise<KeptBytes> {
  const stored = await inTransaction('readonly', (transaction) =>
    transaction.objectStore('bytes').get(id),
  );
  const inMemory = async (file: Blob) => new Blob([await file.arrayBuffer()]);
  const copies = Object.entries(stored ?? {}).map(
    async ([name, file]) => [name, await inMemory(file)] as const,
  );
  return Object.fromEntries(await Promise.all(copies));
}

export function forgetImport(id: string): Promise<void> {
  return inTransaction('readwrite', async (transaction) => {
    await transaction.objectStore('imports').delete(id);
    await transaction.objectStore('bytes').delete(id);
  });
}
