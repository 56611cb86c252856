import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/** Systems give ports from 32768 on to whoever asks for any: nobody is given one below meanwhile. */
const FIRST = 20_000;
const PAIRS = 6_000;

/**
 * A port that nobody listens on, for a process that takes a while until it does. No other test gets it
 * meanwhile: as long as this process runs it listens on the next port, which says that the pair is taken.
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

/** Listens on a port, which keeps no process up; undefined where somebody else does. */
async function listenOn(port: number): Promise<net.Server | undefined> {
  const server = net.createServer().unref();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  } catch {
    return undefined;
  }
}
