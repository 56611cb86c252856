import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Options } from 'autocannon';
import type { Load, Sample } from './measure.ts';

const MAIN = new URL('./load-process-main.ts', import.meta.url);

/**
 * HTTP clients in a process of their own: sending requests and reading answers then does not hold up
 * the server that is measured.
 */
export class LoadProcess implements Disposable {
  readonly #child: ChildProcess = fork(MAIN);
  readonly #exit = new AbortController();

  constructor() {
    this.#child.once('exit', () => {
      this.#exit.abort();
    });
  }

  /** A load of requests by autocannon's options, one load at a time. Raises when a request fails. */
  requests(options: Options): Load {
    return async (seconds) => {
      this.#child.send({ ...options, duration: seconds });
      const { signal } = this.#exit;
      const [sample] = (await once(this.#child, 'message', { signal })) as [Sample];
      return sample;
    };
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}
