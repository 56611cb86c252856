import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds a stop waits for calls; Fastify's limit is 10 s, main.ts's 20 s. */
const MOST_WAITED = 8_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to stop. */
    stopping: AbortSignal;
  }
}

/** Fastify refuses new calls with 503. Call it before routes and plugins. */
export function finishCallsUnderWay(app: FastifyInstance): void {
  const stopping = new AbortController();
  // Every stream listens to it.
  setMaxListeners(0, stopping.signal);
  app.decorate('stopping', stopping.signal);
  const underWay = new Set<ServerResponse>();
  let onLast: (() => void) | undefined;

  app.addHook('onRequest', async (_request, reply) => {
    underWay.add(reply.raw);
    // Answered or abandoned.
    reply.raw.once('close', () => {
      underWay.delete(reply.raw);
      if (underWay.size === 0) onLast?.();
    });
  });
  app.addHook('preClose', async () => {
    stopping.abort();
    if (underWay.size === 0) return;
    const { promise: last, resolve } = Promise.withResolvers<void>();
    onLast = resolve;
    await Promise.race([last, setTimeout(MOST_WAITED, undefined, { ref: false })]);
    for (const { socket } of underWay) socket?.resetAndDestroy();
  });
}
