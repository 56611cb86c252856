import { type Remote, wrap } from 'comlink';
import { useEffect, useRef } from 'react';

/**
 * A worker that starts with its first call and ends with the component. Answers with what calls it;
 * `Api` is what the worker exposes with Comlink.
 */
export function useWorker<Api>(start: () => Worker): () => Remote<Api> {
  const running = useRef<{ readonly worker: Worker; readonly api: Remote<Api> }>(undefined);

  useEffect(
    () => () => {
      running.current?.worker.terminate();
      running.current = undefined;
    },
    [],
  );

  return () => {
    if (!running.current) {
      const worker = start();
      running.current = { worker, api: wrap<Api>(worker) };
    }
    return running.current.api;
  };
}
