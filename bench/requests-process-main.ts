import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Sample } from './measure.ts';

/** Sends each request once, some at a time; repeats those refused as busy. */
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

const BUSY = 503;

/** Connections that stay open. `fetch` would take twice the processor time. */
const agent = new Agent({ keepAlive: true });

/** Sends the requests and waits for every answer. Throws when one is not answered with 2xx. */
async function sendAll({ requests, headers, atOnce }: RequestsTask): Promise<Sample> {
  const waiting = requests.values();
  const durations: number[] = [];
  const start = performance.now();
  const lane = async () => {
    for (const { url, method, body, headers: own } of waiting) {
      const began = performance.now();
      let statusCode = BUSY;
      while (statusCode === BUSY) {
        const call = request(url, { agent, method, headers: { ...headers, ...own } });
        call.end(body);
        const [answer] = (await once(call, 'response')) as [IncomingMessage];
        answer.resume();
        await once(answer, 'end');
        statusCode = answer.statusCode ?? 0;
      }
      if (statusCode < 200 || statusCode > 299) throw new Error(`${method} ${url}: ${statusCode}`);
      durations.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { durations, elapsed: performance.now() - start };
}

process.on('message', async (task: RequestsTask) => {
  process.send?.(await sendAll(task));
});
