import type { PrinterResolution } from '@portage/contract/labels';
import { useSyncExternalStore } from 'react';

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
let last = NOTHING;
const listeners = new Set<() => void>();

function become(next: LastZpl): void {
  last = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The ZPL file that was saved last, and whether its preview shows. */
export function useLastZpl(): LastZpl {
  return useSyncExternalStore(subscribe, () => last);
}

/**
 * Keeps a ZPL file to be previewed, instead of the one before. Answers whether it does: where no screen
 * could show it (it was left while labels were made), nothing is kept.
 */
export function keepZpl(saved: SavedZpl): boolean {
  if (listeners.size === 0) return false;
  become({ saved, isShown: false });
  return true;
}

/** Shows the preview of the ZPL file that was saved last. */
export function openPreview(): void {
  become({ ...last, isShown: true });
}

/** Hides the preview; it can be shown again. */
export function closePreview(): void {
  become({ ...last, isShown: false });
}

/** Lets go of the file. */
export function forgetZpl(): void {
  become(NOTHING);
}
