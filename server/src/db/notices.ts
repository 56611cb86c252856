import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection } from 'kysely';
import type pg from 'pg';
import type { Executor } from './database.ts';
import { isDatabaseLost } from './lost-connections.ts';

interface Notice {
  channel: string;
  payload: string;
}

const NOTIFY = 'select pg_notify($1, payload) from unnest($2::text[]) as notices(payload)';

/**
 * Notifies after the transaction, or at once outside one: notifying commits share no flush to disk
 * (docs/decisions/0027). Readers detect a process that dies in between.
 */
export async function notifyAfterCommit(
  trx: Executor,
  channel: string,
  payloads: readonly string[],
): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(NOTIFY, [channel, payloads]));
}

export interface NoticeEvents {
  tell: (notices: readonly Notice[]) => void;
  /** A statement to send with the commit; its failure fails the commit's call. */
  onCommit?: ((notices: readonly Notice[]) => CompiledQuery | undefined) | undefined;
}

/** Keeps a connection's notices until its transaction has committed. */
export function holdNotices(
  connection: DatabaseConnection,
  { tell, onCommit }: NoticeEvents,
): void {
  const execute = connection.executeQuery.bind(connection);
  /** Undefined outside a transaction. */
  let held: Notice[] | undefined;
  connection.executeQuery = async <Row>(...[query, options]: Parameters<typeof execute>) => {
    if (query.sql === NOTIFY) {
      const [channel, payloads] = query.parameters as [string, readonly string[]];
      const notices = payloads.map((payload) => ({ channel, payload }));
      if (held) {
        held.push(...notices);
        return { rows: [] };
      }
      const following = onCommit?.(notices);
      if (following) await execute(following);
      tell(notices);
      return { rows: [] };
    }
    if (/^(begin|start transaction)/.test(query.sql)) held = [];
    if (query.sql !== 'commit' && query.sql !== 'rollback') return execute<Row>(query, options);
    const notices = query.sql === 'commit' ? held : undefined;
    held = undefined;
    const following = notices && onCommit?.(notices);
    try {
      const [result] = await Promise.all([
        execute<Row>(query, options),
        following && execute(following),
      ]);
      return result;
    } finally {
      // A lost connection may have committed; a spurious notice is harmless.
      if (notices) tell(notices);
    }
  };
}

/** Channel of changed orders; payloads name their `merchantId`. */
export const ORDER_CHANGES = 'order_changes';

/** Notices of one statement. */
const MOST_TOGETHER = 500;

/** Milliseconds. */
const RETRY_AFTER = 1_000;

export interface Teller {
  tell(notices: readonly Notice[]): void;
  /** Waits until all notices are sent or the database is lost. */
  end(): Promise<void>;
}

/** Sends notices in batches, one statement at a time. */
export function openTeller(pool: pg.Pool, onFailure?: (error: unknown) => void): Teller {
  const waiting: Notice[] = [];
  let telling: Promise<void> | undefined;
  let isEnding = false;

  async function send(notices: readonly Notice[]): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query(
        'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as notices(channel, payload)',
        [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)],
      );
    } finally {
      client.release();
    }
  }

  async function tellAll(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.splice(0, MOST_TOGETHER);
      try {
        await send(some);
      } catch (error) {
        onFailure?.(error);
        if (isEnding) return;
        if (!(error instanceof Error) || !isDatabaseLost(error)) continue;
        waiting.unshift(...some);
        // Keeps an exiting process alive until the retry.
        await setTimeout(RETRY_AFTER);
      }
    }
  }

  return {
    tell(notices) {
      waiting.push(...notices);
      telling ??= tellAll().finally(() => {
        telling = undefined;
      });
    },
    async end() {
      isEnding = true;
      await telling;
    },
  };
}
