import type { FastifyInstance } from 'fastify';
import { pingDatabase } from './db/database.ts';
import type { Deps } from './deps.ts';
import { ApiError } from './api-error.ts';
import { getSecret } from './secrets/get-secret.ts';
import { SecretUnreadable } from './secrets/secrets.ts';

/** `/healthz`: alive. `/readyz`: its database answers and its keys decrypt; otherwise 503. */
export function healthApp(app: FastifyInstance, { db, secrets, log }: Deps): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    try {
      await pingDatabase(db);
      await getSecret({ db, secrets }, 'lookups');
    } catch (error) {
      const isKeyMissing = error instanceof SecretUnreadable;
      log.warn({ err: error }, isKeyMissing ? 'a key is missing' : 'database does not answer');
      throw new ApiError('not_ready');
    }
    return { status: 'ok' };
  });
}
