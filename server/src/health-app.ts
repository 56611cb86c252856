import type { FastifyInstance } from 'fastify';
import { pingDatabase } from './db/database.ts';
import type { Deps } from './deps.ts';
import { ApiError } from './api-error.ts';
import { getSecret } from './secrets/get-secret.ts';
import type { ServerOptions } from './server.ts';
import { SecretUnreadable } from './secrets/secrets.ts';

/** `/readyz` fails with 503 while draining, without database or keys, or with a stuck queue. */
export function healthApp(
  app: FastifyInstance,
  { db, secrets, log }: Deps,
  { isQueueStuck, isDraining }: Required<Pick<ServerOptions, 'isQueueStuck' | 'isDraining'>>,
): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (isDraining()) throw new ApiError('not_ready');
    let isStuck = false;
    try {
      await pingDatabase(db);
      await getSecret({ db, secrets }, 'lookups');
      isStuck = await isQueueStuck();
    } catch (error) {
      const isKeyMissing = error instanceof SecretUnreadable;
      log.warn({ err: error }, isKeyMissing ? 'a key is missing' : 'database does not answer');
      throw new ApiError('not_ready');
    }
    if (isStuck) {
      log.warn('due jobs wait and no worker takes them');
      throw new ApiError('not_ready');
    }
    return { status: 'ok' };
  });
}
