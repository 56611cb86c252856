import { availableParallelism } from 'node:os';
import { ApiError } from '../api-error.ts';
import { workerThreads } from '../threads/worker-threads.ts';
import type * as importWorker from './import-worker.ts';
import type { Refused } from './import-worker.ts';

const WORKER = new URL('./import-worker.ts', import.meta.url);

/** Decodes, parses and validates files and large bodies. Each takes some 10 ms. */
export const inImportThreads = workerThreads<typeof importWorker>(WORKER, {
  threads: Math.max(1, availableParallelism() - 1),
  mostWaiting: 100,
});

/** The content of a call that a thread has read. Throws `malformed_json` and `invalid_request`. */
export function usable<Read extends object>(read: Read | Refused): Read {
  if (!('refused' in read)) return read;
  const { refused } = read;
  if (!refused) throw new ApiError('malformed_json');
  throw new ApiError('invalid_request', { fieldErrors: () => refused });
}
