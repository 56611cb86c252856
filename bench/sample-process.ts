import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Sample } from './measure.ts';

/**
 * A process of its own that answers each message with what a load saw: what it does then does not
 * hold up the server that is measured.
 */
export class SampleProcess<Message extends object, Answer = Sample> implements Disposable {
  readonly #child: ChildProcess;
  readonly #exit = new AbortController();

  /** Starts the process with a file that answers messages. */
  constructor(main: URL) {
    this.#child = fork(main);
    this.#child.once('exit', () => {
      this.#exit.abort();
    });
  }

  /** Has one load run, one at a time. Throws when the process ends instead of answering. */
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
