import { type Remote, wrap } from 'comlink';
import type { ImportBook } from './import-book.ts';

/** The book of an import in its worker: every call is answered later. */
export type RemoteBook = Remote<ImportBook>;

/** An open book and the thread that it lives in. */
export interface OpenBook {
  readonly book: RemoteBook;
  readonly close: () => void;
}

/** Starts the thread that reads and checks files. */
export function openBook(): OpenBook {
  const worker = new Worker(new URL('./book-worker.ts', import.meta.url), { type: 'module' });
  return { book: wrap<ImportBook>(worker), close: () => worker.terminate() };
}
