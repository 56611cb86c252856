import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * How long a stop waits for calls under way, in milliseconds. Fastify's own patience ends after 10 s,
 * and then the stop fails; main.ts ends the process after 20 s.
 */
const MOST_WAITED = 8_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to stop: answers that would go on end then. */
    stopping: AbortSignal;
  }
}

/**
 * Lets a stop wait until the calls under way have their answers. New ones are refused with 503
 * meanwhile, by Fastify itself. Call it before routes and plugins are added, so that it counts all.
 */
export function finishCallsUnderWay(app: FastifyInstance): void {
  const stopping = new AbortController();
  // Every answer that goes on listens to it.
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
