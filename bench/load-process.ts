import type { Options } from 'autocannon';
import type { Load } from './measure.ts';
import { SampleProcess } from './sample-process.ts';

/** HTTP clients in a process of their own. */
export class LoadProcess extends SampleProcess<Options> {
  constructor() {
    super(new URL('./load-process-main.ts', import.meta.url));
  }

  /** A load of requests by autocannon's options. Throws when a request fails. */
  requests(options: Options): Load {
    return (duration) => this.sample({ ...options, duration });
  }
}
