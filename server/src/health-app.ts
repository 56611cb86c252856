import type { FastifyInstance } from 'fastify';
import { pingDatabase } from './db/database.ts';
import type { Deps } from './deps.ts';
import { ApiError } from './api-error.ts';

/** `/healthz`: the process is alive. `/readyz`: it can also answer calls; 503 while it cannot. */
export function healthApp(app: FastifyInstance, { db, log }: Deps): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    try {
      await pingDatabase(db);
    } catch (error) {
      log.warn({ err: error }, 'database does not answer');
      throw new ApiError('not_ready');
    }
    return { status: 'ok' };
  });
}
