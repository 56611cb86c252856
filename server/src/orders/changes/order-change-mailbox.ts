import type { OrderChange } from '@portage/contract/orders/order-changes';

/** The most changes that wait for a follower; more are reported as missed. */
export const MOST_NAMED = 500;

/** Buffers changes for one follower: the last change of each of up to 500 orders. */
export class OrderChangeMailbox {
  readonly #changes = new Map<string, OrderChange>();
  #isMissing = false;
  #onArrival: (() => void) | undefined;

  /** Adds changes, or `many` unnamed ones. */
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

  /** Waits until there is something inside, but no longer than some milliseconds or until an end. */
  async wait(milliseconds: number, until: AbortSignal): Promise<void> {
    if (!this.#isEmpty || until.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const awake = () => resolve();
    const timer = setTimeout(awake, milliseconds);
    this.#onArrival = awake;
    until.addEventListener('abort', awake);
    await promise;
    clearTimeout(timer);
    this.#onArrival = undefined;
    until.removeEventListener('abort', awake);
  }

  /** Takes everything out: the changes, `missed` when there were too many, undefined for none. */
  empty(): OrderChange[] | 'missed' | undefined {
    const changes = [...this.#changes.values()];
    const isMissing = this.#isMissing;
    this.#changes.clear();
    this.#isMissing = false;
    if (isMissing) return 'missed';
    return changes.length > 0 ? changes : undefined;
  }
}
