import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { turns } from '../threads/take-turns.ts';

/** Left to sign-ins and health checks, which have no owner. */
const RESERVED = 2;

/** A merchant, or jobs. */
const owners = new AsyncLocalStorage<string>();

/** Counts the work's queries as the owner's. */
export const onBehalfOf = <Result>(owner: string, work: () => Result): Result =>
  owners.run(owner, work);

/** Shares of all owners, and of one. */
function sharesOf(max: number): { ofAll: number; ofAnOwner: number } {
  const ofAll = max > RESERVED + 1 ? max - RESERVED : max;
  return { ofAll, ofAnOwner: Math.ceil(ofAll * 0.5) };
}

/** Owners take turns, so that slow searches delay only their merchant. */
export function sharedPool(pool: pg.Pool, onWait?: (change: 1 | -1) => void): PostgresPool {
  const { ofAll, ofAnOwner } = sharesOf(pool.options.max);
  // Calls are limited where they arrive.
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
    async connect() {
      const owner = owners.getStore();
      onWait?.(1);
      try {
        return await (owner === undefined ? pool.connect() : connectInTurn(owner));
      } finally {
        onWait?.(-1);
      }
    },
    end: () => pool.end(),
  };
}

/** The pool replaces `release` each time. */
function releasing(client: pg.PoolClient, onRelease: () => void): pg.PoolClient {
  const release = client.release.bind(client);
  client.release = (error) => {
    release(error);
    onRelease();
  };
  return client;
}
