import { useEffect } from 'react';
import {
  headerKey,
  type ImportColumn,
  ImportFile,
  matchHeaders,
} from '@portage/contract/imports/import-columns';
import { importEndpoints, type RememberedColumns } from '@portage/contract/imports/imports';
import { callApi } from '../lib/api.ts';
import { newKey } from '../lib/attempt.ts';
import { callQuery } from '../lib/call-query.ts';
import { queryClient } from '../lib/query-client.ts';
import { currentSession, signedOutBecause } from '../lib/session.ts';
import type { FileFault } from '../lib/sheets/file-fault.ts';
import { createStore, useStore } from '../lib/store.ts';
import { threadOf } from '../lib/thread.ts';
import { paths } from '../paths.ts';
import type { FileSummary } from './book/chosen-files.ts';
import type { ImportBook, RemoteBook } from './book/import-book.ts';
import type { ImportOpening, ImportSummary } from './book/import-views.ts';
import { forgetImport, type KeptImport } from './book/kept-imports.ts';

export const otherFile = {
  orderDetails: 'orderPackages',
  orderPackages: 'orderDetails',
} as const satisfies Record<ImportFile, ImportFile>;

/** Failed files keep their name. */
export type ChosenFile =
  | { readonly status: 'reading'; readonly name: string }
  | { readonly status: 'failed'; readonly name: string; readonly fault: FileFault }
  | { readonly status: 'read'; readonly summary: FileSummary };

type ImportStep =
  | { readonly name: 'choose' }
  | { readonly name: 'checking' }
  | { readonly name: 'check'; readonly summary: ImportSummary; readonly opening: ImportOpening };

interface ImportWork {
  /** Its id on the device. */
  readonly id: string;
  readonly files: Partial<Record<ImportFile, ChosenFile>>;
  readonly step: ImportStep;
  /** False where the device has no room to keep it. */
  readonly isKept: boolean;
  /** True where another tab changed the import. */
  readonly isCopy: boolean;
  /** The user who prepares it; other users do not see it. */
  readonly username: string | undefined;
}

const nothing = (): ImportWork => ({
  id: newKey(),
  files: {},
  step: { name: 'choose' },
  isKept: true,
  isCopy: false,
  username: undefined,
});

// Kept outside the page, so that fixes survive an expired session.
const work = createStore(nothing());

const startBook = () =>
  new Worker(new URL('./book/book-worker.ts', import.meta.url), { type: 'module' });
let thread = threadOf<ImportBook>(startBook);

export const importBook = (): RemoteBook => thread.api();

export function importOwner(): string {
  const session = currentSession();
  return `${session?.merchantId}/${session?.username}`;
}

export const draftOfWork = () => ({ id: work.get().id, owner: importOwner() });

function changeWork(change: (before: ImportWork) => Partial<ImportWork>): void {
  const before = work.get();
  const username = before.username ?? currentSession()?.username;
  work.set({ ...before, ...change(before), username });
}

export function showStep(step: ImportStep): void {
  changeWork(() => ({ step }));
}

export function updateSummary(summary: ImportSummary): void {
  changeWork(({ step }) => (step.name === 'check' ? { step: { ...step, summary } } : {}));
  void importBook()
    .kept()
    .then(({ isKept, copy }) =>
      changeWork(({ id }) => ({ isKept, isCopy: copy !== undefined, id: copy ?? id })),
    );
}

async function endWork(): Promise<void> {
  const ended = thread;
  thread = threadOf(startBook);
  work.set(nothing());
  await ended.running()?.kept();
  ended.end();
}

/** Forgets an import that was sent. */
export async function finishWork(): Promise<void> {
  const { id } = work.get();
  const kept = await thread.running()?.kept();
  await endWork();
  await forgetImport(kept?.copy ?? id).catch(() => undefined);
}

/** False when the user signed out. */
function isTimedOut(): boolean {
  return currentSession() === undefined && signedOutBecause() !== 'left';
}

export function useImportWork(): ImportWork {
  const current = useStore(work);
  return current.username === undefined || current.username === currentSession()?.username
    ? current
    : nothing();
}

/** Ends with the page, except after an expired session. */
export function useEndOfWork(): void {
  useEffect(() => {
    const { username } = work.get();
    if (username !== undefined && username !== currentSession()?.username) void endWork();
    return () => {
      if (window.location.pathname !== paths.bulkNew() && !isTimedOut()) void endWork();
    };
  }, []);
}

export function summaryOf(chosen: ChosenFile | undefined): FileSummary | undefined {
  return chosen?.status === 'read' ? chosen.summary : undefined;
}

export function useSummaries(): Record<ImportFile, FileSummary | undefined> {
  const { orderDetails, orderPackages } = useImportWork().files;
  return { orderDetails: summaryOf(orderDetails), orderPackages: summaryOf(orderPackages) };
}

const columnsQuery = { ...callQuery(importEndpoints.columns, {}), staleTime: Infinity };

/** The columns of the merchant's headers; none while they cannot be read. */
async function rememberedColumns(): Promise<Record<ImportFile, RememberedColumns>> {
  const none = { orderDetails: {}, orderPackages: {} };
  return queryClient.query(columnsQuery).catch(() => none);
}

/** Remembers the chosen columns that differ from those detected. */
async function remember(
  file: ImportFile,
  { headers }: FileSummary,
  columns: readonly (ImportColumn | undefined)[],
): Promise<void> {
  const remembered = await rememberedColumns();
  const detected = matchHeaders(file, headers).columns;
  const chosen = headers.flatMap((header, index) => {
    const key = headerKey(header);
    const column = columns[index];
    const isOwn = column !== detected[index];
    const isNew = (isOwn ? (column ?? 'none') : undefined) !== remembered[file][key];
    return key !== '' && isNew ? [[key, isOwn ? (column ?? 'none') : null] as const] : [];
  });
  if (chosen.length === 0) return;
  const body = { [file]: Object.fromEntries(chosen) };
  // The import continues without it: the next file is matched by hand again.
  await callApi(importEndpoints.rememberColumns, { body }).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: columnsQuery.queryKey });
}

const areShared = () => summaryOf(work.get().files.orderPackages)?.isShared === true;

async function readOne(file: ImportFile, blob: Blob, name: string): Promise<void> {
  put(file, { status: 'reading', name });
  const remembered = await rememberedColumns();
  const read = await importBook().read(file, { blob, name, remembered: remembered[file] });
  if ('fault' in read) return put(file, { status: 'failed', name, fault: read.fault });
  put(file, { status: 'read', summary: read });
  const isAlone = work.get().files.orderPackages === undefined;
  if (read.hasPackages && (isAlone || areShared())) await importFiles.share();
}

/** Reads files in the worker, with the merchant's earlier columns. */
export const importFiles = {
  /** Reads the packages from the order file, too. */
  async share() {
    const remembered = await rememberedColumns();
    const summary = await importBook().share(remembered.orderPackages);
    put('orderPackages', { status: 'read', summary });
  },
  remove(file: ImportFile) {
    put(file, undefined);
    void importBook().remove(file);
    if (file === 'orderDetails' && areShared()) importFiles.remove('orderPackages');
  },
  /** Reads a chosen file; of two that were dropped together the second goes to the other place. */
  choose(file: ImportFile, [first, second]: readonly File[]) {
    if (first) void readOne(file, first, first.name);
    if (second) void readOne(otherFile[file], second, second.name);
  },
  paste(file: ImportFile, text: string, name: string) {
    void readOne(file, new Blob([text]), name);
  },
  async swap() {
    const summaries = await importBook().swap(await rememberedColumns());
    takeSummaries(summaries);
    if (summaries.orderDetails?.hasPackages && !summaries.orderPackages) await importFiles.share();
  },
  async setHeaderLine(file: ImportFile, line: number | null) {
    const summaries = await importBook().setHeaderLine(file, line, await rememberedColumns());
    for (const place of ImportFile.options) {
      const summary = summaries[place];
      if (summary) put(place, { status: 'read', summary });
    }
  },
  async map(file: ImportFile, columns: readonly (ImportColumn | undefined)[]) {
    const summary = await importBook().map(file, columns);
    put(file, { status: 'read', summary });
    void remember(file, summary, columns);
  },
  async reopen(kept: KeptImport) {
    await endWork();
    showStep({ name: 'checking' });
    takeSummaries(await importBook().reopen(kept));
    changeWork(() => ({ id: kept.id }));
  },
  /** Opens the rows that an import left out. Rejects with `ApiError`. */
  async fix(id: string) {
    await endWork();
    showStep({ name: 'checking' });
    const params = { id };
    const [one, orderDetails, orderPackages] = await Promise.all([
      callApi(importEndpoints.get, { params }),
      callApi(importEndpoints.failures, { params, query: { file: 'orderDetails' } }),
      callApi(importEndpoints.failures, { params, query: { file: 'orderPackages' } }),
    ]);
    const name = one.orderDetailsName ?? 'failed_orders.csv';
    await readOne('orderDetails', orderDetails, name);
    await readOne('orderPackages', orderPackages, one.orderPackagesName ?? name);
  },
};

function put(file: ImportFile, chosen: ChosenFile | undefined): void {
  changeWork(({ files }) => {
    const { [file]: _replaced, ...others } = files;
    return { files: chosen ? { ...others, [file]: chosen } : others };
  });
}

function takeSummaries(summaries: Partial<Record<ImportFile, FileSummary>>): void {
  const files = Object.entries(summaries).map(
    ([file, summary]) => [file, { status: 'read', summary }] as const,
  );
  changeWork(() => ({ files: Object.fromEntries(files) }));
}

/** Other columns may be missing. */
const NEEDED: Readonly<Record<ImportFile, readonly ImportColumn[]>> = {
  orderDetails: [
    'order_ref_number',
    'recipient_name',
    'recipient_street',
    'recipient_city',
    'recipient_postal_code',
    'service',
  ],
  orderPackages: ['order_ref_number'],
};

/** Needed, but without a header. */
export function missingColumns(
  file: ImportFile,
  columns: readonly (ImportColumn | undefined)[],
): ImportColumn[] {
  return NEEDED[file].filter((column) => !columns.includes(column));
}
