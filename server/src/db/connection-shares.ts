import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { turns } from '../threads/take-turns.ts';

/** Connections left to queries without an owner, such as sign-ins and health checks. */
const RESERVED = 2;

/** Whose queries are being made: a merchant's, or those of jobs. */
const owners = new AsyncLocalStorage<string>();

/** Does work whose queries count as those of an owner, such as a merchant. */
export const onBehalfOf = <Result>(owner: string, work: () => Result): Result =>
  owners.run(owner, work);

/** Splits a pool's connections: for all owners together, and for one of them. */
function sharesOf(max: number): { ofAll: number; ofAnOwner: number } {
  const ofAll = max > RESERVED + 1 ? max - RESERVED : max;
  return { ofAll, ofAnOwner: Math.ceil(ofAll * 0.5) };
}

/**
 * Shares a pool among owners, who take turns, and leaves some connections to queries without an
 * owner. One merchant's slow searches then delay only that merchant.
 */
export function sharedPool(pool: pg.Pool): PostgresPool {
  const { ofAll, ofAnOwner } = sharesOf(pool.options.max);
  // The number of calls is limited where they arrive.
  const takeTurn = turns({ atOnce: ofAll, atOnceOfAnOwner: ofAnOwner, mostWaiting: Infinity });

  function connectInTurn(owner: string): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const turn = takeTurn(
        async () => {
          const released = Promise.withResolvers<void>();
          resolve(releasing(await pool.connect(), released.resolve));
          await released.promise;
        },
        { owner },
      );
      turn.catch(reject);
    });
  }

  return {
    options: pool.options,
    connect: () => {
      const owner = owners.getStore();
      return owner === undefined ? pool.connect() : connectInTurn(owner);
    },
    end: () => pool.end(),
  };
}

/** The client, which tells when it is released. The pool gives it another `release` each time. */
function releasing(client: pg.PoolClient, onRelease: () => void): pg.PoolClient {
  const release = client.release.bind(client);
  client.release = (error) => {
    release(error);
    onRelease();
  };
  return client;
}
