import type { OrderChangeNotice } from './order-change-queries.ts';
import type { OrderChangeMailbox } from './order-change-mailbox.ts';

/** How many streams a person may have open in one process; the oldest ends when there is one more. */
const MOST_OF_A_PERSON = 20;

/** Who follows the changes of a merchant's orders. */
export interface Follower {
  merchantId: string;
  userId: string;
  /** The session that opened the stream, where its token names one. */
  sessionId?: string | undefined;
  mailbox: OrderChangeMailbox;
  /** Ends the stream. */
  end: () => void;
}

/** Everybody who follows changes through this process, by merchant. */
export class OrderFollowers {
  // A set keeps the sequence in which its members came.
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

  /** Tells the followers of a merchant. */
  tell({ merchantId, changes }: OrderChangeNotice): void {
    for (const { mailbox } of this.#byMerchant.get(merchantId) ?? []) mailbox.put(changes);
  }

  /** Ends the streams of a session. */
  endSession(sessionId: string): void {
    for (const followers of this.#byMerchant.values()) {
      for (const follower of followers) if (follower.sessionId === sessionId) follower.end();
    }
  }

  /** The merchants that somebody follows. */
  merchants(): string[] {
    return [...this.#byMerchant.keys()];
  }
}
