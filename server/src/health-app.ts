import type { FastifyInstance } from 'fastify';
import { pingDatabase } from './db/ping-database.ts';
import type { Deps } from './deps.ts';
import { notReady } from './refusals.ts';

/** `/healthz`: the process is alive. `/readyz`: it can also answer calls; 503 while it cannot. */
export function healthApp(app: FastifyInstance, { db, log }: Deps): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    try {
      await pingDatabase(db);
    } catch (error) {
      log.warn({ err: error }, 'database does not answer');
      throw notReady();
    }
    return { status: 'ok' };
  });
}
