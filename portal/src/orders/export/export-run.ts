import { useTranslation } from '../../i18n/i18n.ts';
import { createRunStore } from '../../order/run-store.ts';

export function useProgressText() {
  const { t } = useTranslation('orders');
  return ({ orders, total }: ExportProgress) =>
    total === undefined
      ? t('export.progress', { count: orders })
      : t('export.progressOf', { done: orders, total });
}

/** Milliseconds between updates of the screen. */
const TOLD_EVERY = 150;

export interface ExportProgress {
  /** The total only where it is known. */
  readonly orders: number;
  readonly total: number | undefined;
  /** Of files from the server. */
  readonly bytes: number | undefined;
}

export interface ExportUnderWay {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

const exports = createRunStore<ExportProgress>();

export const useExportProgress = exports.useRun;

/** The export rejects with the signal's reason. */
export const cancelExport = exports.stop;

/** Ends with its session. */
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
