import { availableParallelism } from 'node:os';
import type { HashingTask } from './hashing-process-main.ts';
import type { Load } from './measure.ts';
import { SampleProcess } from './sample-process.ts';

const MAIN = new URL('./hashing-process-main.ts', import.meta.url);

/** Processes that only check a password, one for each core: the machine's best rate. */
export class HashingProcesses implements Disposable {
  readonly #processes = Array.from(
    { length: availableParallelism() },
    () => new SampleProcess<HashingTask>(MAIN),
  );

  /** Checks a password in all processes repeatedly. */
  verifications(hash: string, password: string): Load {
    return async (seconds) => {
      const samples = await Promise.all(
        this.#processes.map((one) => one.sample({ hash, password, seconds })),
      );
      return {
        durations: samples.flatMap(({ durations }) => durations),
        elapsed: Math.max(...samples.map(({ elapsed }) => elapsed)),
      };
    };
  }

  [Symbol.dispose](): void {
    for (const one of this.#processes) one[Symbol.dispose]();
  }
}
