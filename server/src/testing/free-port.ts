import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/** Systems hand out ports from 32768 on, so lower ones stay free. */
const FIRST = 20_000;
const PAIRS = 6_000;

/**
 * Finds a free port for a process that listens later. Reserves the pair for this test by listening
 * on the next port.
 */
export async function freePort(): Promise<number> {
  const port = FIRST + 2 * randomInt(PAIRS);
  const claim = await listenOn(port + 1);
  const probe = claim && (await listenOn(port));
  if (!probe) {
    claim?.close();
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Listens without keeping the process alive; undefined for a taken port. */
async function listenOn(port: number): Promise<net.Server | undefined> {
  const server = net.createServer().unref();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  } catch {
    return undefined;
  }
}
