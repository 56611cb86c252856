import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Logger } from 'pino';
import { SECOND } from '@portage/contract/time';
import { type Database, openDatabase, openPool, type QueryWatch } from './database.ts';
import { isDatabaseLost, isStatementTimeout } from './lost-connections.ts';
import { type NoticeEvents, ORDER_CHANGES } from './notices.ts';

/** Runs reads of one merchant's orders, without locks or writes; may run them twice. */
export type ReadOrders = <Result>(
  merchantId: string,
  work: (db: Database) => Promise<Result>,
) => Promise<Result>;

/** Reads from the primary where there is no replica. */
export const readPrimary =
  (db: Database): ReadOrders =>
  (_, work) =>
    work(db);

interface ReplicaState {
  fault: 'down' | 'behind' | undefined;
  /** Milliseconds. */
  lag: number;
}

export interface Replica {
  readOrders: ReadOrders;
  look(): Promise<ReplicaState>;
  stop(): Promise<void>;
}

/** Milliseconds. Less than `LOST_AFTER`: writers that die record no position. */
const MOST_BEHIND = 30 * SECOND;

/** Milliseconds between looks at a replica in use, and at one that is down. */
const LOOK_EVERY = SECOND;
const RETRY_EVERY = 5 * SECOND;

/** Milliseconds. */
const PATIENCE = SECOND;

/** Its row has the position of the first process that used a replica. */
const ALL_MERCHANTS = '00000000-0000-0000-0000-000000000000';

const HERE = sql`pg_current_wal_insert_lsn()`;

/** Bytes of the log. */
const bytes = (position: typeof HERE) => sql<number>`(${position} - '0/0')::bigint`;

const REMEMBER = `
  insert into order_positions (merchant_id, position)
  select merchant_id, pg_current_wal_insert_lsn()
  from (
    select distinct (payload::json ->> 'merchantId')::uuid as merchant_id
    from unnest($1::text[]) as notices(payload) order by 1
  ) as changed
  on conflict (merchant_id)
  do update set position = greatest(order_positions.position, excluded.position)`;

/** Stores the log position of a commit that changed orders, for replicas to reach. */
export const rememberPositions: NonNullable<NoticeEvents['onCommit']> = (notices) => {
  const payloads = notices.flatMap((one) => (one.channel === ORDER_CHANGES ? one.payload : []));
  return payloads.length > 0 ? CompiledQuery.raw(REMEMBER, [payloads]) : undefined;
};

interface Needed {
  /** Log position of the merchant's last write; undefined while unknown. */
  position: number | undefined;
  /** The primary's position now. */
  current: number;
}

/** A crash or failover empties the table, which is not logged. */
async function findNeeded(db: Database, merchantId: string): Promise<Needed> {
  const { rows } = await sql<{ position: number | null; hasStart: boolean; current: number }>`
    select ${bytes(sql`max(position)`)} as position, ${bytes(HERE)} as current,
      coalesce(bool_or(merchant_id = ${ALL_MERCHANTS}), false) as "hasStart"
    from order_positions where merchant_id in (${merchantId}, ${ALL_MERCHANTS})`.execute(db);
  const [found] = rows;
  if (!found?.hasStart) await startRemembering(db);
  return {
    position: found?.hasStart ? (found.position ?? undefined) : undefined,
    current: found?.current ?? Infinity,
  };
}

/** Forgets positions of another cluster, such as restored ones. */
async function startRemembering(db: Database): Promise<void> {
  await sql`delete from order_positions where position > ${HERE}`.execute(db);
  await sql`
    insert into order_positions (merchant_id, position) values (${ALL_MERCHANTS}, ${HERE})
    on conflict do nothing`.execute(db);
}

/** Null on a primary. */
const REPLAYED = `
  select case when pg_is_in_recovery()
    then (pg_last_wal_replay_lsn() - '0/0')::bigint end as position`;

const notStandby = () => new Error('it is not a standby');

/** Milliseconds for a replica to replay the write of its check. */
const REPLAYS_WITHIN = 5 * SECOND;

/** Returns a replica's fault. Throws the driver's error when it is down. */
export async function findReplicaFault(db: Database, url: string): Promise<string | undefined> {
  const current = await currentPosition(db);
  const pool = openPool(url, { warn: () => undefined }, 1);
  try {
    const end = performance.now() + REPLAYS_WITHIN;
    for (;;) {
      const { rows } = await pool.query<{ position: number | null }>(REPLAYED);
      const replayed = rows[0]?.position ?? null;
      if (replayed === null) throw notStandby();
      if (replayed >= current) return undefined;
      if (performance.now() > end) {
        return `it is ${current - replayed} bytes behind, for more than ${REPLAYS_WITHIN / SECOND} seconds`;
      }
      await setTimeout(100);
    }
  } finally {
    await pool.end();
  }
}

async function currentPosition(db: Database): Promise<number> {
  const { rows } = await sql<{ current: number }>`select ${bytes(HERE)} as current`.execute(db);
  return rows[0]?.current ?? Infinity;
}

interface ReplicaDeps {
  db: Database;
  log: Logger;
  watch?: QueryWatch;
  onRead?: ((server: 'primary' | 'replica') => void) | undefined;
}

/**
 * A read goes to the replica once it has replayed the merchant's last write of any process, else to
 * the primary (docs/decisions/0029).
 */
export async function openReplica(
  { db, log, watch, onRead }: ReplicaDeps,
  url: string,
): Promise<Replica> {
  await startRemembering(db);
  // Checks report broken connections.
  const quiet = { warn: () => undefined };
  const replica = openDatabase(openPool(url, quiet), watch);
  const probe = openPool(url, quiet, 1);

  let replayed = -1;
  let lookedAt = -Infinity;
  /** Position of the primary that the replica should reach. */
  let mark = { position: -1, at: performance.now() };
  let fault: ReplicaState['fault'];
  let looking: Promise<void> | undefined;
  let downfall = Promise.withResolvers<never>();
  downfall.promise.catch(() => undefined);

  function setFault(found: ReplicaState['fault'], reason: object): void {
    if (found === fault) return;
    if (fault === 'down') {
      downfall = Promise.withResolvers<never>();
      downfall.promise.catch(() => undefined);
    }
    fault = found;
    if (found === undefined) log.info('the replica is used again');
    else log.warn({ ...reason, replica: found }, 'the replica is not used');
  }

  function giveUp(error: unknown): void {
    lookedAt = performance.now();
    setFault('down', { err: error });
    // Restarts running reads at the primary.
    downfall.reject(error);
  }

  async function readPosition(): Promise<number> {
    const answer = probe.query<{ position: number | null }>(REPLAYED);
    const timeout = setTimeout(PATIENCE, undefined, { ref: false }).then(() => {
      throw new Error('it does not answer');
    });
    const { rows } = await Promise.race([answer, timeout]);
    const position = rows[0]?.position ?? null;
    if (position === null) throw notStandby();
    return position;
  }

  async function lookNow(current: number): Promise<void> {
    try {
      replayed = await readPosition();
      lookedAt = performance.now();
      if (replayed >= mark.position) mark = { position: current, at: lookedAt };
      const lag = lookedAt - mark.at;
      setFault(lag > MOST_BEHIND ? 'behind' : undefined, { lag });
    } catch (error) {
      giveUp(error);
    }
  }

  function look(current: number): Promise<void> {
    looking ??= lookNow(current).finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function hasReplayed({ position, current }: Needed): Promise<boolean> {
    const age = performance.now() - lookedAt;
    if (fault === 'down') {
      if (age > RETRY_EVERY) void look(current);
      return false;
    }
    if (position === undefined) return false;
    if (replayed < position || age > LOOK_EVERY) await look(current);
    return fault === undefined && replayed >= position;
  }

  /** Undefined where the primary must answer. */
  async function tryReplica<Result>(
    work: (from: Database) => Promise<Result>,
  ): Promise<{ result: Result } | undefined> {
    try {
      return { result: await Promise.race([work(replica), downfall.promise]) };
    } catch (error) {
      if (!(error instanceof Error) || isStatementTimeout(error)) throw error;
      if (isDatabaseLost(error) && fault !== 'down') giveUp(error);
      // Also a conflict with replay, or a schema that is not there yet.
      return undefined;
    }
  }

  return {
    async readOrders(merchantId, work) {
      const isCurrent = await hasReplayed(await findNeeded(db, merchantId));
      const answer = isCurrent ? await tryReplica(work) : undefined;
      onRead?.(answer ? 'replica' : 'primary');
      return answer ? answer.result : work(db);
    },

    async look() {
      const pause = fault === 'down' ? RETRY_EVERY : LOOK_EVERY;
      if (performance.now() - lookedAt > pause) await look(await currentPosition(db));
      return { fault, lag: Math.max(0, lookedAt - mark.at) };
    },

    async stop() {
      await looking;
      await Promise.all([replica.destroy(), probe.end()]);
    },
  };
}
