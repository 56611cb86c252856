import type { PrinterResolution } from '@portage/contract/orders/labels';
import { createStore, useStore } from '../../../lib/store.ts';

/**
 * The labels of a ZPL file, each by itself: from `^XA` to `^XZ`. What an order says never holds a
 * command, so the text of a label cannot end it.
 */
export function zplLabels(zpl: string): string[] {
  return zpl.match(/\^XA.*?\^XZ/gs) ?? [];
}

/** A ZPL file that was saved, with the resolution of the printer it is for. */
export interface SavedZpl {
  readonly file: Blob;
  readonly name: string;
  readonly dpi: PrinterResolution;
}

interface LastZpl {
  readonly saved: SavedZpl | undefined;
  /** Whether its preview shows. */
  readonly isShown: boolean;
}

const NOTHING: LastZpl = { saved: undefined, isShown: false };

// Kept outside the screens: the notification that offers the preview belongs to none of them.
const lastZpl = createStore(NOTHING);

/** The ZPL file that was saved last, and whether its preview shows. */
export function useLastZpl(): LastZpl {
  return useStore(lastZpl);
}

/**
 * Keeps a ZPL file to be previewed, instead of the one before. Answers whether it does: where no screen
 * could show it (it was left while labels were made), nothing is kept.
 */
export function keepZpl(saved: SavedZpl): boolean {
  if (!lastZpl.hasSubscribers()) return false;
  lastZpl.set({ saved, isShown: false });
  return true;
}

/** Shows the preview of the ZPL file that was saved last. */
export function openPreview(): void {
  lastZpl.set({ ...lastZpl.get(), isShown: true });
}

/** Hides the preview; it can be shown again. */
export function closePreview(): void {
  lastZpl.set({ ...lastZpl.get(), isShown: false });
}

/** Lets go of the file. */
export function forgetZpl(): void {
  lastZpl.set(NOTHING);
}
