import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Credentials } from '@portage/contract/users/sessions';
import { closedLoop } from './measure.ts';

/** Signs people in for some seconds, some at a time. */
export interface SignInTask {
  /** The address of the call. */
  url: string;
  people: readonly Credentials[];
  atOnce: number;
  seconds: number;
}

/** An address for each person, of those that are for benchmarks (RFC 2544). */
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
  // Unlike a load of autocannon, this one waits for the last answers: a sign-in that is given up
  // would go on in the server, uncounted, and slow down what is measured after it.
  const sample = await closedLoop(atOnce, seconds, async () => {
    const person = next++ % people.length;
    const credentials = people[person];
    if (credentials) await signIn(url, credentials, addressOf(person));
  });
  process.send?.(sample);
});
