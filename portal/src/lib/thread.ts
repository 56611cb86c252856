import { type Remote, wrap } from 'comlink';

/** A worker that starts with the first call to it. */
export function threadOf<Api>(start: () => Worker) {
  let started: { readonly worker: Worker; readonly api: Remote<Api> } | undefined;
  return {
    api: (): Remote<Api> => {
      if (!started) {
        const worker = start();
        started = { worker, api: wrap<Api>(worker) };
      }
      return started.api;
    },
    /** Undefined before the first call and after the end. */
    running: () => started?.api,
    end: () => {
      started?.worker.terminate();
      started = undefined;
    },
  };
}
