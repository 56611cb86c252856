import type { CallOf, Endpoint, FileResponse } from '@portage/contract/endpoint';
import { inSession } from './api.ts';
import { noAnswer, openAnswer } from './request.ts';

/** How long nothing of a file may come before the call counts as failed, in milliseconds. */
const PATIENCE = 60_000;

/** So many bytes are held in memory before they are handed to the browser, which may keep them on disk. */
const HELD_BYTES = 8 * 2 ** 20;

interface DownloadOptions {
  /** Gives the call up; it then rejects with the signal's reason and not with an `ApiError`. */
  readonly signal: AbortSignal;
  /** Hears of every piece of the file as it comes. */
  readonly onPiece: (piece: Uint8Array) => void;
}

/**
 * Calls an endpoint whose answer is a file, as `callApi` does, and reads the file piece by piece: it
 * may take as long as pieces keep coming. Rejects with `ApiError` when the server refuses, cannot be
 * reached, or breaks the file off: a part of it is never taken for the whole.
 */
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
    // A body that breaks off rejects with the browser's own error, and in its own words.
    if (!(error instanceof TypeError) && !silence.signal.aborted) throw error;
    throw noAnswer(silence.signal.aborted ? 'timed_out' : 'unreachable', error);
  } finally {
    clearTimeout(timer);
  }
}

/** The body of an answer as a file of its media type. */
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
