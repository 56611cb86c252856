import autocannon, { type Options } from 'autocannon';
import type { Sample } from './measure.ts';

/** Sends requests by autocannon's options. Rejects when one is not answered with 2xx. */
async function sendRequests(options: Options): Promise<Sample> {
  return new Promise((resolve, reject) => {
    const durations: number[] = [];
    const start = performance.now();
    const run = autocannon(options, (error: unknown, { errors, non2xx }) => {
      const failed = errors + non2xx;
      if (failed > 0) reject(new Error(`${options.url}: ${failed} requests failed`));
      else if (error instanceof Error) reject(error);
      else resolve({ durations, elapsed: performance.now() - start });
    });
    // Autocannon rounds its latencies to milliseconds.
    run.on('response', (_client, _status, _bytes, duration) => durations.push(duration));
  });
}

process.on('message', async (options: Options) => {
  process.send?.(await sendRequests(options));
});
