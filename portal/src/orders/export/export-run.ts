import { currentSession, onSessionChange } from '../../lib/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { useTranslation } from 'react-i18next';

/** Says how many orders of an export are there, and of how many where that is known. */
export function useProgressText() {
  const { t } = useTranslation('orders');
  return ({ orders, total }: ExportProgress) =>
    total === undefined
      ? t('export.progress', { count: orders })
      : t('export.progressOf', { done: orders, total });
}

/** How often the screen hears of progress at most, in milliseconds. */
const TOLD_EVERY = 150;

/** How far an export is. */
export interface ExportProgress {
  /** Orders that are there so far, and how many there will be, where that is known. */
  readonly orders: number;
  readonly total: number | undefined;
  /** Bytes of the file so far, where it comes from the server. */
  readonly bytes: number | undefined;
}

/** What makes a file is given a signal that stops it, and tells how far it is. */
export interface ExportUnderWay {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

// Kept outside the screen: other filters, or another page, do not end an export.
const exports = createStore<ExportProgress | undefined>(undefined);
let running = new AbortController();

/** How far the export under way is; undefined when there is none. */
export function useExportProgress(): ExportProgress | undefined {
  return useStore(exports);
}

/** Stops the export under way; it then rejects with the signal's reason. */
export function cancelExport(): void {
  running.abort();
}

/**
 * Has one export made, and tells the screen how far it is. An export ends with the session that it
 * was begun in.
 */
export async function runExport<File>(
  total: number | undefined,
  make: (underWay: ExportUnderWay) => Promise<File>,
): Promise<File> {
  running = new AbortController();
  const { signal } = running;
  const username = currentSession()?.username;
  const stopListening = onSessionChange(() => {
    if (currentSession()?.username !== username) cancelExport();
  });
  let toldAt = 0;
  exports.set({ orders: 0, total, bytes: undefined });
  try {
    const file = await make({
      signal,
      onProgress(next) {
        const now = performance.now();
        if (signal.aborted || now < toldAt + TOLD_EVERY) return;
        toldAt = now;
        exports.set(next);
      },
    });
    // It may have been stopped at the very end.
    signal.throwIfAborted();
    return file;
  } finally {
    stopListening();
    exports.set(undefined);
  }
}
