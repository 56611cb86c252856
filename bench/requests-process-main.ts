import type { Sample } from './measure.ts';

/** Requests that are sent once each, so many of them at a time. */
export interface RequestsTask {
  requests: readonly {
    method: string;
    url: string;
    body?: string;
    headers?: Readonly<Record<string, string>>;
  }[];
  headers: Readonly<Record<string, string>>;
  atOnce: number;
}

/** Sends the requests and waits for every answer. Raises when one is not answered with 2xx. */
async function sendAll({ requests, headers, atOnce }: RequestsTask): Promise<Sample> {
  const waiting = requests.values();
  const durations: number[] = [];
  const start = performance.now();
  const lane = async () => {
    for (const { url, ...request } of waiting) {
      const began = performance.now();
      const answer = await fetch(url, { ...request, headers: { ...headers, ...request.headers } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${request.method} ${url}: ${answer.status}`);
      durations.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { durations, elapsed: performance.now() - start };
}

process.on('message', async (task: RequestsTask) => {
  process.send?.(await sendAll(task));
});
