import { once } from 'node:events';
import net from 'node:net';
import { platform } from 'node:process';
import type { FastifyInstance } from 'fastify';

/** Where a server listens; port 0 is any that is free. */
interface Place {
  host: string;
  port: number;
}

/**
 * How many connections wait to be accepted while the process is busy. Beyond Node's 511 the kernel lets
 * a client come again after one, three and seven seconds, however soon there is room.
 */
const BACKLOG = 4096;

/**
 * How many sockets listen. Node accepts one connection of each in a turn of its event loop: with a
 * single one, connections to an overloaded server wait for longer than their callers do, for a refusal
 * that takes no time.
 */
const SOCKETS = 16;

/**
 * What Node's HTTP server asks of its connections. Without `noDelay` each further piece of an answer,
 * such as one that is compressed, would wait some 40 ms for the caller to acknowledge the one before.
 */
const AS_HTTP = { allowHalfOpen: true, noDelay: true };

/** Whether sockets of one process can share a port. */
const CAN_SHARE = platform === 'linux';

/**
 * Throws `EADDRINUSE` when somebody listens there. Sockets that share a port do not tell: a second
 * server would get some of the first one's connections.
 */
async function requireFree(place: Place): Promise<void> {
  const probe = net.createServer().listen(place);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/**
 * Starts to listen, until the server is closed. Gives the address, such as `http://127.0.0.1:8080`.
 * Throws the system's error when it cannot, such as `EADDRINUSE`.
 */
export async function listen(server: FastifyInstance, { host, port }: Place): Promise<string> {
  if (!CAN_SHARE) return server.listen({ host, port, backlog: BACKLOG });
  if (port !== 0) await requireFree({ host, port });
  const others: net.Server[] = [];
  server.addHook('preClose', async () => others.forEach((other) => other.close()));
  const shared = { host, port, backlog: BACKLOG, reusePort: true };
  const address = await server.listen(shared);
  while (others.length < SOCKETS - 1) {
    const other = net.createServer(AS_HTTP, (socket) => server.server.emit('connection', socket));
    other.listen({ ...shared, port: Number(new URL(address).port) });
    await once(other, 'listening');
    others.push(other);
  }
  return address;
}
