import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import { pingDatabase } from './db/database.ts';
import { listLostWorkers } from './db/distribute-tables.ts';
import type { Deps } from './deps.ts';
import { getSecret } from './secrets/get-secret.ts';
import type { ServerOptions } from './server.ts';

/**
 * `/readyz` fails with 503 while draining, without database or keys, or with a stuck queue. It
 * names lost workers of a cluster and an unused replica, but stays ready.
 */
export function healthApp(
  app: FastifyInstance,
  { db, log, secrets }: Deps,
  {
    isQueueStuck,
    isDraining,
    replica,
  }: Required<Pick<ServerOptions, 'isQueueStuck' | 'isDraining'>> & Pick<ServerOptions, 'replica'>,
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

  async function workersDown(): Promise<{ workersDown?: number[] }> {
    try {
      const lost = await listLostWorkers(db);
      if (lost.length === 0) return {};
      log.warn({ workers: lost.map(({ address }) => address) }, 'workers of the cluster are lost');
      // Public: without addresses.
      return { workersDown: lost.map(({ group }) => group) };
    } catch (error) {
      log.warn({ err: error }, 'the workers of the cluster could not be checked');
      return {};
    }
  }

  /** Names the replica's fault; the log says why. */
  async function replicaFault(): Promise<{ replica?: 'down' | 'behind' }> {
    const state = await replica?.look();
    return state?.fault ? { replica: state.fault } : {};
  }

  app.get('/healthz', (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.route({
    method: 'GET',
    url: '/readyz',
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (isDraining()) throw new ApiError('not_ready');
      // The log names it.
      request.failure = await faultOf();
      if (request.failure) throw new ApiError('not_ready');
      return { status: 'ok', ...(await workersDown()), ...(await replicaFault()) };
    },
  });
}
