import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Credentials } from '@portage/contract/users/sessions';
import { closedLoop } from './measure.ts';

/** Signs people in for some seconds, some at a time. */
export interface SignInTask {
  /** Address of the call. */
  url: string;
  people: readonly Credentials[];
  atOnce: number;
  seconds: number;
}

/** Returns an address for each person from those for benchmarks (RFC 2544). */
const addressOf = (person: number) => `198.18.${person >> 8}.${person & 255}`;

/** Connections that stay open. `fetch` would take twice the processor time. */
const agent = new Agent({ keepAlive: true });

async function signIn(url: string, credentials: Credentials, address: string): Promise<void> {
  const call = request(url, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  });
  call.end(JSON.stringify(credentials));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`A sign-in was answered ${answer.statusCode}`);
}

process.on('message', async ({ url, people, atOnce, seconds }: SignInTask) => {
  let next = 0;
  // Waits for the last answers, unlike autocannon: an abandoned sign-in would continue uncounted
  // and slow the next measurement.
  const sample = await closedLoop(atOnce, seconds, async () => {
    const person = next++ % people.length;
    const credentials = people[person];
    if (credentials) await signIn(url, credentials, addressOf(person));
  });
  process.send?.(sample);
});
