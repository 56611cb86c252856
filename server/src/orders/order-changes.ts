import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { orderChangeEndpoints, OrderChange } from '@portage/contract/orders/order-changes';
import { EpochMillis, MINUTE, SECOND } from '@portage/contract/time';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { LOST_AFTER } from '../db/running-servers.ts';
import type { EventOf, Following } from '../http/event-stream.ts';
import type { VerifiedSession } from '../http/session.ts';
import {
  listenToOrderChanges,
  findOrderChanges,
  type OrderChangeNotice,
} from './order-change-queries.ts';

/** Further changes are reported as missed. */
export const MOST_NAMED = 500;

/** Keeps the last change of up to 500 orders for one follower. */
export class OrderChangeMailbox {
  readonly #changes = new Map<string, OrderChange>();
  #isMissing = false;
  #onArrival: (() => void) | undefined;

  put(changes: readonly OrderChange[] | 'many'): void {
    if (changes === 'many') this.#isMissing = true;
    else for (const change of changes) this.#putOne(change);
    if (this.#changes.size > MOST_NAMED) this.#isMissing = true;
    if (this.#isMissing) this.#changes.clear();
    if (!this.#isEmpty) this.#onArrival?.();
  }

  #putOne(change: OrderChange): void {
    const known = this.#changes.get(change.id);
    const isNews =
      !known ||
      known.version < change.version ||
      // A deletion makes no new version.
      (known.version === change.version && !known.isDeleted);
    if (isNews) this.#changes.set(change.id, change);
  }

  get #isEmpty(): boolean {
    return !this.#isMissing && this.#changes.size === 0;
  }

  /** Waits for content, a timeout or the end. */
  async wait(milliseconds: number, until: AbortSignal): Promise<void> {
    if (!this.#isEmpty) return;
    const arrival = new AbortController();
    this.#onArrival = () => arrival.abort();
    const signal = AbortSignal.any([until, arrival.signal]);
    await pause(milliseconds, undefined, { signal }).catch(() => undefined);
    this.#onArrival = undefined;
  }

  /** `missed` for too many changes, undefined for none. */
  empty(): OrderChange[] | 'missed' | undefined {
    const changes = [...this.#changes.values()];
    const isMissing = this.#isMissing;
    this.#changes.clear();
    this.#isMissing = false;
    if (isMissing) return 'missed';
    return changes.length > 0 ? changes : undefined;
  }
}

/** Per process; the next stream ends the oldest. */
const MOST_OF_A_PERSON = 20;

interface Follower {
  merchantId: string;
  userId: string;
  /** Undefined where the token names none. */
  sessionId?: string | undefined;
  mailbox: OrderChangeMailbox;
  end: () => void;
}

/** Followers of each merchant in this process. */
class OrderFollowers {
  // A set keeps insertion order.
  readonly #byMerchant = new Map<string, Set<Follower>>();

  add(follower: Follower): void {
    const { merchantId, userId } = follower;
    const followers = this.#byMerchant.get(merchantId) ?? new Set();
    const own = [...followers].filter((one) => one.userId === userId);
    if (own.length >= MOST_OF_A_PERSON) own[0]?.end();
    this.#byMerchant.set(merchantId, followers.add(follower));
  }

  remove(follower: Follower): void {
    const followers = this.#byMerchant.get(follower.merchantId);
    followers?.delete(follower);
    if (followers?.size === 0) this.#byMerchant.delete(follower.merchantId);
  }

  tell({ merchantId, changes }: OrderChangeNotice): void {
    for (const { mailbox } of this.#byMerchant.get(merchantId) ?? []) mailbox.put(changes);
  }

  endSession(sessionId: string): void {
    for (const followers of this.#byMerchant.values()) {
      for (const follower of followers) if (follower.sessionId === sessionId) follower.end();
    }
  }

  merchants(): string[] {
    return [...this.#byMerchant.keys()];
  }
}

/** Milliseconds: proxies cut silent connections. */
const HEARTBEAT_INTERVAL = 25_000;

/** Milliseconds. */
const GATHERING_TIME = 200;

/** Milliseconds: commits follow their timestamps, and clocks differ. */
const OVERLAP = 30_000;

/** Milliseconds from a server's last commit to the notice that it died. */
const NOTICED_WITHIN = LOST_AFTER * SECOND + MINUTE;

export type OrderChangeEvent = EventOf<(typeof orderChangeEndpoints.follow)['response']>;

/** Streams changes from every server process. */
export interface OrderChanges {
  /** Resumes after the last event, until the signal aborts. */
  follow(
    session: Pick<VerifiedSession, 'merchantId' | 'userId' | 'sessionId'>,
    following: Following,
  ): AsyncGenerator<OrderChangeEvent>;
  stop(): Promise<void>;
}

/** Throws the driver's error when the database does not answer. */
export async function openOrderChanges(
  { db, clock, log }: { db: Database; clock: Clock; log: Logger },
  databaseUrl: string,
): Promise<OrderChanges> {
  const followers = new OrderFollowers();
  let toldUntil: EpochMillis = clock.now();

  /** The changes, or `many`. */
  async function changesSince(
    merchantId: string,
    since: EpochMillis,
  ): Promise<OrderChangeNotice['changes']> {
    const changes = await findOrderChanges(db, merchantId, {
      since: since - OVERLAP,
      most: MOST_NAMED + 1,
    });
    return changes.length > MOST_NAMED ? 'many' : changes;
  }

  async function tellSince(since: EpochMillis): Promise<void> {
    for (const merchantId of followers.merchants()) {
      followers.tell({ merchantId, changes: await changesSince(merchantId, since) });
    }
  }

  const listener = await listenToOrderChanges(databaseUrl, log, {
    now: () => clock.now(),
    onNotice: (notice) => followers.tell(notice),
    onSessionEnd: (sessionId) => followers.endSession(sessionId),
    onAlive: (begun) => {
      toldUntil = begun;
    },
    onRecovered: () => tellSince(toldUntil),
    onServerLost() {
      tellSince(clock.now() - NOTICED_WITHIN).catch((error: unknown) => {
        log.warn({ err: error }, 'changes of a lost server could not be read');
      });
    },
  });

  return {
    stop: () => listener.stop(),

    async *follow({ merchantId, userId, sessionId }, { lastEventId, until, end }) {
      const mailbox = new OrderChangeMailbox();
      const follower = { merchantId, userId, sessionId, mailbox, end };
      // Before the query, so that no change is lost.
      followers.add(follower);
      try {
        const since = lastEventId === undefined ? toldUntil : readId(lastEventId);
        mailbox.put(since === undefined ? 'many' : await changesSince(merchantId, since));
        yield { id: String(since ?? toldUntil), event: 'heartbeat', data: {} };
        while (!until.aborted) {
          await mailbox.wait(HEARTBEAT_INTERVAL, until);
          await pause(GATHERING_TIME);
          yield { id: String(toldUntil), ...eventOf(mailbox.empty()) };
        }
      } finally {
        followers.remove(follower);
      }
    },
  };
}

/** Undefined for foreign ids. */
function readId(id: string): EpochMillis | undefined {
  const { data } = EpochMillis.safeParse(Number(id));
  return data;
}

function eventOf(mail: ReturnType<OrderChangeMailbox['empty']>) {
  if (mail === undefined) return { event: 'heartbeat', data: {} } as const;
  if (mail === 'missed') return { event: 'missed', data: {} } as const;
  return { event: 'changed', data: { changes: mail } } as const;
}
