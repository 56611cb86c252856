import { once } from 'node:events';
import net from 'node:net';
import { platform } from 'node:process';
import type { FastifyInstance } from 'fastify';

/** Port 0 picks a free one. */
interface Place {
  host: string;
  port: number;
}

/** Waiting connections. Beyond Node's 511 the kernel makes clients retry after 1, 3 and 7 s. */
const BACKLOG = 4096;

/** Node accepts one connection per socket and turn; one socket would delay even refusals. */
const SOCKETS = 16;

/** As Node's HTTP server does; without `noDelay` further pieces wait some 40 ms. */
const AS_HTTP = { allowHalfOpen: true, noDelay: true };

const CAN_SHARE = platform === 'linux';

/** Throws `EADDRINUSE`. Sockets that share ports do not notice. */
export async function requireFree({ host, port }: Place): Promise<void> {
  if (port === 0) return;
  const probe = net.createServer().listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/** Returns the address, such as `http://127.0.0.1:8080`. Throws the system's error. */
export async function listen(server: FastifyInstance, { host, port }: Place): Promise<string> {
  if (!CAN_SHARE) return server.listen({ host, port, backlog: BACKLOG });
  await requireFree({ host, port });
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
