import type { CallOf, Endpoint, FileResponse } from '@portage/contract/endpoint';
import { MINUTE } from '@portage/contract/time';
import { inSession } from './api.ts';
import { noAnswer, openAnswer } from './request.ts';

/** Milliseconds until the object URL is released. */
const READING_TIME = MINUTE;

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READING_TIME);
}

/** Timeout without data, in ms. */
const PATIENCE = MINUTE;

/** Bytes before a Blob, which may be on disk. */
const HELD_BYTES = 8 * 2 ** 20;

interface DownloadOptions {
  /** The call rejects with the signal's reason. */
  readonly signal: AbortSignal;
  readonly onPiece: (piece: Uint8Array) => void;
}

/** Times out only when no chunks arrive. Rejects with `ApiError`, also for a truncated file. */
export async function download<E extends Endpoint & { readonly response: FileResponse }>(
  endpoint: E,
  call: CallOf<E>,
  { signal, onPiece }: DownloadOptions,
): Promise<Blob> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectPiece = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), PATIENCE);
  };

  expectPiece();
  try {
    const response = await inSession(endpoint, (token) =>
      openAnswer(endpoint, call, token, { signal, timeout: silence.signal }),
    );
    return await readFile(response, (piece) => {
      expectPiece();
      onPiece(piece);
    });
  } catch (error) {
    // The browser's own error for a truncated body has no usable text.
    if (!(error instanceof TypeError) && !silence.signal.aborted) throw error;
    throw noAnswer(silence.signal.aborted ? 'timed_out' : 'unreachable', error);
  } finally {
    clearTimeout(timer);
  }
}

async function readFile(response: Response, onPiece: (piece: Uint8Array) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  const parts: Blob[] = [];
  let held: BlobPart[] = [];
  let heldBytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (!read || read.done) return new Blob([...parts, ...held], { type });
    onPiece(read.value);
    held.push(read.value);
    heldBytes += read.value.byteLength;
    if (heldBytes >= HELD_BYTES) {
      parts.push(new Blob(held));
      [held, heldBytes] = [[], 0];
    }
  }
}
