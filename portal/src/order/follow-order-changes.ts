import { type OrderChange, orderChangeEndpoints } from '@portage/contract/orders/order-changes';
import { firstScreenShown } from '../ui/use-fetch-soon.ts';

/** Milliseconds. */
const GATHERING_TIME = 500;

/** Milliseconds between reads without a stream. */
const LOOK_INTERVAL = 30_000;

interface Reader {
  /** Rejects when it cannot. */
  readonly readChanges: (changes: readonly OrderChange[]) => Promise<void>;
  /** Runs after a gap; rejects when it cannot read. */
  readonly lookAgain: () => Promise<void>;
}

/** Reads one at a time, until the returned function is called. Polls without a stream. */
export function followOrderChanges({ readChanges, lookAgain }: Reader): () => void {
  let changes: OrderChange[] = [];
  let hasMissed = false;
  let isLive = false;
  let lastLive = Date.now();
  let isReading = false;
  const over = new AbortController();

  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (hasMissed || changes.length > 0) {
      await new Promise((resolve) => {
        setTimeout(resolve, GATHERING_TIME);
      });
      if (over.signal.aborted) return;
      const [these, look] = [changes, hasMissed];
      [changes, hasMissed] = [[], false];
      try {
        if (look) await lookAgain();
        else await readChanges(these);
      } catch {
        hasMissed = true;
        break;
      }
    }
    isReading = false;
  }

  function look(): void {
    hasMissed = true;
    void read();
  }

  let unfollow: (() => void) | undefined;
  /** Loads after the rows; until then the list is polled. */
  async function follow(): Promise<void> {
    await firstScreenShown();
    const { followEvents } = await import('../lib/follow-events.ts');
    if (over.signal.aborted) return;
    unfollow = followEvents(orderChangeEndpoints.follow, {
      on: {
        changed(data) {
          changes.push(...data.changes);
          void read();
        },
        missed: look,
        // Tries again what failed.
        heartbeat: () => void read(),
      },
      onLive(live) {
        // The server repeats only some seconds; earlier changes may be missed.
        if (live && Date.now() - lastLive > LOOK_INTERVAL) look();
        if (isLive) lastLive = Date.now();
        isLive = live;
      },
    });
  }
  void follow().catch(() => undefined);
  const looking = setInterval(() => {
    if (!isLive && !document.hidden) look();
  }, LOOK_INTERVAL);

  return () => {
    over.abort();
    unfollow?.();
    clearInterval(looking);
  };
}
