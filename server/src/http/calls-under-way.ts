import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Longest wait of a stop for running calls, in ms. Fastify's own limit is 10 s, that of main.ts 20
 * s.
 */
const MOST_WAITED = 8_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to stop: answers that would go on end then. */
    stopping: AbortSignal;
  }
}

/**
 * Makes a stop wait for running calls; Fastify refuses new ones with 503. Call it before routes
 * and plugins, so that it counts all.
 */
export function finishCallsUnderWay(app: FastifyInstance): void {
  const stopping = new AbortController();
  // Every running stream listens to it.
  setMaxListeners(0, stopping.signal);
  app.decorate('stopping', stopping.signal);
  let underWay = 0;
  let onLast: (() => void) | undefined;

  app.addHook('onRequest', async (_request, reply) => {
    underWay += 1;
    // Answered, or given up by the caller.
    reply.raw.once('close', () => {
      underWay -= 1;
      if (underWay === 0) onLast?.();
    });
  });
  app.addHook('preClose', async () => {
    stopping.abort();
    if (underWay === 0) return;
    const last = new Promise<void>((resolve) => {
      onLast = resolve;
    });
    await Promise.race([last, setTimeout(MOST_WAITED, undefined, { ref: false })]);
  });
}
