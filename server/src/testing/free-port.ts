import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/** Systems give ports from 32768 on to whoever asks for any: nobody is given one below meanwhile. */
const FIRST = 20_000;

/** How many ports are of one worker of a test run alone. */
const OF_A_WORKER = 1_000;

/**
 * A port that nobody listens on, for a process that takes a while until it does: no other of the same
 * test run gets it, whether it asks here or has the system choose.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 12;
  const port = FIRST + worker * OF_A_WORKER + randomInt(OF_A_WORKER);
  return (await isFree(port)) ? port : freePort();
}

/** Whether one can listen on a port. */
async function isFree(port: number): Promise<boolean> {
  await using probe = net.createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  }
}
