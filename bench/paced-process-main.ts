import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/**
 * A load of calls: at a fixed rate regardless of answers, or in lanes, where each call follows the
 * previous answer, a second after an error.
 */
export interface PacedLoad {
  /** Sent in turn. */
  calls: readonly {
    url: string;
    method: 'GET' | 'POST';
    headers: Readonly<Record<string, string>>;
    body?: string;
  }[];
  pace: { perSecond: number } | { lanes: number };
  seconds: number;
  /** Milliseconds after which a call counts as failed. */
  patience: number;
}

/** Milliseconds of answered and refused calls, and the count of failed ones. */
export interface PacedSample {
  sent: number;
  answered: number[];
  refused: number[];
  failed: number;
  /** Milliseconds from the first call to the last answer. */
  elapsed: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Makes one call. Returns its status; undefined when the client gave up. */
function makeCall(
  { url, method, headers, body }: PacedLoad['calls'][number],
  patience: number,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    // Ends a silent call; an abort signal for each would cost the clients more.
    const options = { method, headers, agent, timeout: patience };
    const call = request(url, options, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
      response.once('error', () => resolve(undefined));
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(undefined));
    call.end(body);
  });
}

async function runLoad({ calls, pace, seconds, patience }: PacedLoad): Promise<PacedSample> {
  const sample: PacedSample = { sent: 0, answered: [], refused: [], failed: 0, elapsed: 0 };
  const start = performance.now();
  const end = start + seconds * 1000;
  /** Sends the next call. Returns true when it was refused. */
  const send = async (): Promise<boolean> => {
    const call = calls[sample.sent % calls.length];
    if (!call) throw new Error('There is nothing to call');
    sample.sent += 1;
    const began = performance.now();
    const status = await makeCall(call, patience);
    const duration = performance.now() - began;
    if (status === 503 || status === 429) sample.refused.push(duration);
    else if (status !== undefined && status < 300 && duration <= patience) {
      sample.answered.push(duration);
    } else sample.failed += 1;
    return status === 503 || status === 429;
  };
  if ('lanes' in pace) {
    const lane = async () => {
      while (performance.now() < end) if (await send()) await setTimeout(1000);
    };
    await Promise.all(Array.from({ length: pace.lanes }, lane));
    return { ...sample, elapsed: performance.now() - start };
  }
  const underWay: Promise<boolean>[] = [];
  while (performance.now() < end) {
    const due = ((performance.now() - start) / 1000) * pace.perSecond;
    while (sample.sent < due) underWay.push(send());
    await setTimeout(5);
  }
  await Promise.all(underWay);
  return { ...sample, elapsed: performance.now() - start };
}

process.on('message', async (load: PacedLoad) => {
  process.send?.(await runLoad(load));
});
