import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { CarrierEvent, CarrierEventOutcome } from '@portage/contract/orders/carrier';
import { SECOND } from '@portage/contract/time';
import { closedLoop, type Sample } from './measure.ts';

/** Senders of events: a batch per call, one call at a time each. */
export interface ReportTask {
  /** Address of the call. */
  url: string;
  key: string;
  /** Tracking numbers by batch; each turn of a batch advances its orders. */
  batches: readonly (readonly string[])[];
  senders: number;
  /** Timestamp of the first event. */
  startsAt: number;
  /** Seconds; undefined repeats the last events once. */
  seconds: number | 'repeat';
}

/** Alternates out for delivery and failed attempt. */
const statusAt = (step: number) => (step % 2 === 0 ? 'OUT_FOR_DELIVERY' : 'DELIVERY_FAILED');

/** Connections that stay open. `fetch` would take twice the processor time. */
const agent = new Agent({ keepAlive: true });

/** Reports events and returns the outcome of each. */
async function report(
  { url, key }: ReportTask,
  events: readonly CarrierEvent[],
): Promise<CarrierEventOutcome['result'][]> {
  const call = request(url, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
  });
  call.end(JSON.stringify({ events }));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const text = (await answer.toArray()).join('');
  if (answer.statusCode !== 200) throw new Error(`Events were answered ${answer.statusCode}`);
  const { outcomes } = JSON.parse(text) as { outcomes: CarrierEventOutcome[] };
  return outcomes.map(({ result }) => result);
}

let turns = 0;

/** Reports the next step of each order in a batch. Throws unless all have the same outcome. */
async function take(
  task: ReportTask,
  turn: number,
  expected: CarrierEventOutcome['result'],
): Promise<void> {
  const step = Math.floor(turn / task.batches.length);
  const numbers = task.batches[turn % task.batches.length] ?? [];
  const events = numbers.map((trackingNumber): CarrierEvent => {
    const at = task.startsAt + step * SECOND;
    const id = `${trackingNumber}/${at}`;
    const status = statusAt(step);
    return { id, trackingNumber, at, type: 'STATUS', status, city: 'Mississauga' };
  });
  const results = await report(task, events);
  if (!results.every((result) => result === expected)) {
    throw new Error(`Expected ${expected}, but found ${[...new Set(results)].join()}`);
  }
}

/** Resends the last event of every order. */
async function repeat(task: ReportTask): Promise<Sample> {
  const start = performance.now();
  let turn = Math.max(0, turns - task.batches.length);
  const durations: number[] = [];
  const sender = async () => {
    while (turn < turns) {
      const began = performance.now();
      await take(task, turn++, 'duplicate');
      durations.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: task.senders }, sender));
  return { durations, elapsed: performance.now() - start };
}

process.on('message', async (task: ReportTask) => {
  const { senders, seconds } = task;
  process.send?.(
    seconds === 'repeat'
      ? await repeat(task)
      : await closedLoop(senders, seconds, () => take(task, turns++, 'applied')),
  );
});
