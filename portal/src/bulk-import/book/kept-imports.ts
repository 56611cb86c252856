import type { WrittenCell } from '@portage/contract/imports/checked-rows';
import type { ImportColumn, ImportFile } from '@portage/contract/imports/import-columns';
import { DAY } from '@portage/contract/time';
import { newKey } from '../../lib/attempt.ts';

/** Reads the bytes again with these columns and edits. */
interface KeptFile {
  readonly name: string;
  readonly headerLine: number | undefined;
  readonly columns: readonly (ImportColumn | undefined)[];
  readonly edits: readonly WrittenCell[];
  /** Set for packages that are read from the file of the orders. */
  readonly isShared: boolean;
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

const IMPORTS = 'imports';
const BYTES = 'bytes';

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('Not kept')));
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('portage-imports', 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(IMPORTS, { keyPath: 'id' });
    request.result.createObjectStore(BYTES);
  });
  return answerOf(request);
}

/** Runs work in one transaction, and resolves once it is on the disk. */
async function withStores<Result>(
  mode: IDBTransactionMode,
  work: (imports: IDBObjectStore, bytes: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const database = await open();
  try {
    const transaction = database.transaction([IMPORTS, BYTES], mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('Not kept')),
      );
    });
    const [result] = await Promise.all([
      work(transaction.objectStore(IMPORTS), transaction.objectStore(BYTES)),
      ended,
    ]);
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
  return withStores('readwrite', async (imports, allBytes) => {
    const stored = (await answerOf(imports.get(kept.id))) as KeptImport | undefined;
    const isForked = stored?.revision !== since;
    const id = isForked ? newKey() : kept.id;
    await answerOf(imports.put({ ...kept, id }));
    if (areNew || isForked) await answerOf(allBytes.put(bytes, id));
    const all = (await answerOf(imports.getAll())) as KeptImport[];
    for (const { id } of outlived(all, kept.savedAt)) {
      imports.delete(id);
      allBytes.delete(id);
    }
    return id;
  });
}

/** Lists the unfinished imports of a user, the last changed first. */
export function listKeptImports(owner: string, now: number): Promise<KeptImport[]> {
  return withStores('readonly', async (imports) => {
    const all = (await answerOf(imports.getAll())) as KeptImport[];
    const gone = new Set(outlived(all, now));
    return all
      .filter((one) => one.owner === owner && !gone.has(one))
      .toSorted((one, other) => other.savedAt - one.savedAt);
  });
}

/** In memory: Firefox loses stored files with their record, which may be restored. */
export async function readKeptBytes(id: string): Promise<KeptBytes> {
  const stored = await withStores(
    'readonly',
    async (_, bytes) => ((await answerOf(bytes.get(id))) as KeptBytes | undefined) ?? {},
  );
  const inMemory = async (file: Blob) => new Blob([await file.arrayBuffer()]);
  const copies = Object.entries(stored).map(
    async ([name, file]) => [name, await inMemory(file)] as const,
  );
  return Object.fromEntries(await Promise.all(copies));
}

export function forgetImport(id: string): Promise<void> {
  return withStores('readwrite', async (imports, bytes) => {
    imports.delete(id);
    await answerOf(bytes.delete(id));
  });
}
