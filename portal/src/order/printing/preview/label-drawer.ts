import type { PrinterResolution } from '@portage/contract/orders/labels';

/** What the drawing thread is asked for: one label of a ZPL file. */
export interface LabelToDraw {
  readonly zpl: string;
  readonly dpi: PrinterResolution;
}

/** What it answers: the picture as the data URL of a PNG, or why there is none. */
export type DrawnLabel = { readonly picture: string } | { readonly failure: string };

let worker: Worker | undefined;
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Draws a label as a printer would, in a thread of its own; answers with the data URL of a PNG. The
 * first time the thread loads the renderer, several megabytes, from where the portal comes from.
 * Rejects when the renderer or the label cannot be read, and when it is no longer wanted before its turn.
 */
export function drawLabel(label: LabelToDraw, signal: AbortSignal): Promise<string> {
  const drawn = lastTurn.then(() => {
    signal.throwIfAborted();
    return drawInThread(label);
  });
  lastTurn = drawn.catch(() => undefined);
  return drawn;
}

/** Ends the thread, which takes a hundred megabytes; the next label starts another. */
export function closeLabelDrawer(): void {
  worker?.terminate();
  worker = undefined;
  lastTurn = Promise.resolve();
}

async function drawInThread(label: LabelToDraw): Promise<string> {
  worker ??= new Worker(new URL('./draw-labels-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<DrawnLabel>();
  const heard = new AbortController();
  const listen = { signal: heard.signal };
  worker.addEventListener('message', ({ data }: MessageEvent<DrawnLabel>) => resolve(data), listen);
  worker.addEventListener('error', () => reject(new Error('The renderer did not load')), listen);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  worker.postMessage(label);
  try {
    const drawn = await promise;
    if ('failure' in drawn) throw new Error(drawn.failure);
    return drawn.picture;
  } catch (error) {
    // One that did not load never will; the next try gets another.
    closeLabelDrawer();
    throw error;
  } finally {
    heard.abort();
  }
}
