import { createRunStore } from '../../order/run-store.ts';
import { useTranslation } from 'react-i18next';

/** Says how many orders of an export are there, and of how many where that is known. */
export function useProgressText() {
  const { t } = useTranslation('orders');
  return ({ orders, total }: ExportProgress) =>
    total === undefined
      ? t('export.progress', { count: orders })
      : t('export.progressOf', { done: orders, total });
}

/** Least pause between two updates of the screen, in milliseconds. */
const TOLD_EVERY = 150;

export interface ExportProgress {
  /** Orders that are there so far, and how many there will be, where that is known. */
  readonly orders: number;
  readonly total: number | undefined;
  /** Bytes of the file so far, where it comes from the server. */
  readonly bytes: number | undefined;
}

/** Given to the function that makes the file. */
export interface ExportUnderWay {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

const exports = createRunStore<ExportProgress>();

export const useExportProgress = exports.useRun;

/** Stops the export under way; it then rejects with the signal's reason. */
export const cancelExport = exports.stop;

/** Makes one export and shows its progress. It ends with the session that began it. */
export async function runExport<File>(
  total: number | undefined,
  make: (underWay: ExportUnderWay) => Promise<File>,
): Promise<File> {
  const { signal, endWithSession } = exports.begin();
  const stopListening = endWithSession();
  let toldAt = 0;
  exports.hold({ orders: 0, total, bytes: undefined });
  try {
    const file = await make({
      signal,
      onProgress(next) {
        const now = performance.now();
        if (signal.aborted || now < toldAt + TOLD_EVERY) return;
        toldAt = now;
        exports.update(next);
      },
    });
    // It may have been stopped at the very end.
    signal.throwIfAborted();
    return file;
  } finally {
    stopListening();
    exports.release();
  }
}
