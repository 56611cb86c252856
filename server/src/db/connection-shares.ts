import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { turns } from '../threads/take-turns.ts';

/** Connections that are left to sign-ins, health checks and whatever else has no owner. */
const RESERVED = 2;

/** Whose queries are being made: a merchant's, or those of jobs. */
const owners = new AsyncLocalStorage<string>();

/** Does work whose queries count as those of an owner, such as a merchant. */
export const onBehalfOf = <Result>(owner: string, work: () => Result): Result =>
  owners.run(owner, work);

/** How many of a pool's connections owners have together, and one of them. */
function sharesOf(max: number): { ofAll: number; ofAnOwner: number } {
  const ofAll = max > RESERVED + 1 ? max - RESERVED : max;
  return { ofAll, ofAnOwner: Math.ceil(ofAll * 0.5) };
}

/**
 * A pool whose connections owners share: an owner has some of them at once and waits for more, owners
 * that wait take turns, and some connections are left to queries without an owner. So one merchant's
 * slow searches take as long as they take, and nobody else's calls with them.
 */
export function sharedPool(pool: pg.Pool): PostgresPool {
  const { ofAll, ofAnOwner } = sharesOf(pool.options.max);
  // As many wait as there are calls, whose number is bounded where they come in.
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
