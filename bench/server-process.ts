import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ServerState } from './server-process-main.ts';

const MAIN = new URL('./server-process-main.ts', import.meta.url);

/** Runs the real server in a separate process, to measure its memory alone. */
export class ServerProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  /** Base address of its API. */
  readonly api: string;

  private constructor(child: ChildProcess, api: string) {
    this.#child = child;
    this.api = api;
  }

  /**
   * Starts the server on a migrated database like `npm start`. Limits calls only with `isLimited`,
   * since one merchant often makes all.
   */
  static async start(databaseUrl: string, { isLimited = false } = {}): Promise<ServerProcess> {
    const child = fork(MAIN, [databaseUrl, ...(isLimited ? ['limited'] : [])], {
      execArgv: ['--max-semi-space-size=32', '--max-old-space-size=1024', '--expose-gc'],
    });
    const [{ api }] = (await once(child, 'message')) as [ServerState];
    return new ServerProcess(child, api);
  }

  /** Returns its memory in bytes after a garbage collection. */
  async memory(): Promise<ServerState> {
    this.#child.send({});
    const [state] = (await once(this.#child, 'message')) as [ServerState];
    return state;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill();
    await once(this.#child, 'exit');
  }
}
