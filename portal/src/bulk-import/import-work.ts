import type { ImportFile } from '@portage/contract/imports/import-columns';
import { wrap } from 'comlink';
import { useEffect } from 'react';
import type { FileFault } from '../lib/sheets/file-fault.ts';
import { currentSession, signedOutBecause } from '../lib/session.ts';
import { createStore, useStore } from '../lib/store.ts';
import { paths } from '../paths.ts';
import type { FileSummary } from './book/chosen-files.ts';
import type { ImportBook, RemoteBook } from './book/import-book.ts';
import type { ImportSummary } from './book/import-views.ts';

/** The file beside each of the two. */
export const otherFile = {
  orderDetails: 'orderPackages',
  orderPackages: 'orderDetails',
} as const satisfies Record<ImportFile, ImportFile>;

/** A chosen file, or its state while it is read. */
export type ChosenFile =
  | { readonly status: 'reading'; readonly name: string }
  | { readonly status: 'failed'; readonly name: string; readonly fault: FileFault }
  | { readonly status: 'read'; readonly summary: FileSummary };

/** Steps before an import is sent. */
export type ImportStep =
  | { readonly name: 'choose' }
  | { readonly name: 'checking' }
  | { readonly name: 'check'; readonly summary: ImportSummary };

/** The import that is being prepared. */
interface ImportWork {
  readonly files: Partial<Record<ImportFile, ChosenFile>>;
  readonly step: ImportStep;
  /** The user who prepares it; other users do not see it. */
  readonly username: string | undefined;
}

const NOTHING: ImportWork = { files: {}, step: { name: 'choose' }, username: undefined };

// Kept outside the page: a session that ends leads away from it, and what was fixed must stay.
const work = createStore(NOTHING);
let open: { readonly worker: Worker; readonly book: RemoteBook } | undefined;

/** The two files in their worker, which is started when it is first needed. */
export function importBook(): RemoteBook {
  if (!open) {
    const worker = new Worker(new URL('./book/book-worker.ts', import.meta.url), {
      type: 'module',
    });
    open = { worker, book: wrap<ImportBook>(worker) };
  }
  return open.book;
}

/** Changes what is kept of the import. */
export function changeWork(change: (before: ImportWork) => Partial<ImportWork>): void {
  const before = work.get();
  const username = before.username ?? currentSession()?.username;
  work.set({ ...before, ...change(before), username });
}

/** Shows another step of the import. */
export function showStep(step: ImportStep): void {
  changeWork(() => ({ step }));
}

/** Takes what the rows under check come to now. */
export function updateSummary(summary: ImportSummary): void {
  changeWork(({ step }) => (step.name === 'check' ? { step: { name: 'check', summary } } : {}));
}

function endWork(): void {
  open?.worker.terminate();
  open = undefined;
  work.set(NOTHING);
}

/** Tells a page closed by an expired session from one that its user left. */
function isTimedOut(): boolean {
  return currentSession() === undefined && signedOutBecause() !== 'left';
}

/** The import that this user prepares. */
export function useImportWork(): ImportWork {
  const current = useStore(work);
  return current.username === currentSession()?.username ? current : NOTHING;
}

/** Ends the import when its page is left. After an expired session the same user finds it again. */
export function useEndOfWork(): void {
  useEffect(() => {
    if (work.get().username !== currentSession()?.username) endWork();
    return () => {
      if (window.location.pathname !== paths.bulkNew() && !isTimedOut()) endWork();
    };
  }, []);
}
