import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Sample } from './measure.ts';

/**
 * A separate process that answers each message with a load's measurements, so that clients do not
 * slow the measured server.
 */
export class SampleProcess<Message extends object, Answer = Sample> implements Disposable {
  readonly #child: ChildProcess;
  readonly #exit = new AbortController();

  /** Starts the process with a file of its code. */
  constructor(main: URL) {
    this.#child = fork(main);
    this.#child.once('exit', () => {
      this.#exit.abort();
    });
  }

  /** Runs one load at a time. Throws when the process ends before it answers. */
  async sample(message: Message): Promise<Answer> {
    this.#child.send(message);
    const { signal } = this.#exit;
    const [sample] = (await once(this.#child, 'message', { signal })) as [Answer];
    return sample;
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}
