import type { FastifyInstance } from 'fastify';
import { pingDatabase } from './db/database.ts';
import type { Deps } from './deps.ts';
import { ApiError } from './api-error.ts';
import { getSecret } from './secrets/get-secret.ts';
import type { ServerOptions } from './server.ts';

/** `/readyz` fails with 503 while draining, without database or keys, or with a stuck queue. */
export function healthApp(
  app: FastifyInstance,
  { db, secrets }: Deps,
  { isQueueStuck, isDraining }: Required<Pick<ServerOptions, 'isQueueStuck' | 'isDraining'>>,
): void {
  async function faultOf(): Promise<Error | undefined> {
    try {
      await pingDatabase(db);
      await getSecret({ db, secrets }, 'lookups');
      if (await isQueueStuck()) return new Error('Due jobs wait and no worker takes them');
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error('It is not ready', { cause: error });
    }
  }

  app.get('/healthz', () => ({ status: 'ok' }));
  app.route({
    method: 'GET',
    url: '/readyz',
    handler: async (request) => {
      if (isDraining()) throw new ApiError('not_ready');
      // The log names it.
      request.failure = await faultOf();
      if (request.failure) throw new ApiError('not_ready');
      return { status: 'ok' };
    },
  });
}
