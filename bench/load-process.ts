import type { Options } from 'autocannon';
import type { Load } from './measure.ts';
import { SampleProcess } from './sample-process.ts';

/** HTTP clients in a separate process. */
export class LoadProcess extends SampleProcess<Options> {
  constructor() {
    super(new URL('./load-process-main.ts', import.meta.url));
  }

  /** Runs requests by autocannon's options. Throws when one fails. */
  requests(options: Options): Load {
    return (duration) => this.sample({ ...options, duration });
  }
}
