import { setImmediate, setTimeout } from 'node:timers/promises';

/** Does the same for several items, which share a key: gives what became of each, in their sequence. */
type DoTogether<Item, Result> = (
  items: readonly Item[],
) => Promise<readonly (PromiseSettledResult<Result> | undefined)[]>;

/** An item, and who waits for what becomes of it. */
interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  item: Item;
}

/** Options of batching. */
interface Gathering {
  /** The most items that are done together. */
  most?: number;
  /**
   * Milliseconds to wait for more calls after a batch: callers answered together call again
   * together.
   */
  pause?: number;
}

/**
 * Lets what is asked for at the same time with the same key be done together: what comes in one turn of
 * the event loop, and while what came before is being done. An item that comes alone is done at once. What
 * is done together runs on behalf of the first caller: callers whose keys are equal must be as good as
 * one.
 */
export function gather<Item, Result>(
  doTogether: DoTogether<Item, Result>,
  { most = Infinity, pause = 0 }: Gathering = {},
): (key: string, item: Item) => Promise<Result> {
  /** Queued calls by key; a key exists while its batch runs. */
  const waiting = new Map<string, Waiting<Item, Result>[]>();

  async function doAll(key: string, own: Waiting<Item, Result>[]): Promise<void> {
    await setImmediate();
    while (own.length > 0) {
      const batch = own.splice(0, most);
      await settle(batch, doTogether);
      if (pause > 0 && batch.length > 1) await setTimeout(pause);
    }
    waiting.delete(key);
  }

  return (key, item) => {
    const one = { item, ...Promise.withResolvers<Result>() };
    const own = waiting.get(key);
    if (own) own.push(one);
    else {
      const first = [one];
      waiting.set(key, first);
      void doAll(key, first);
    }
    return one.promise;
  };
}

/** Settles all callers of an item. */
async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  doTogether: DoTogether<Item, Result>,
): Promise<void> {
  try {
    const results = await doTogether(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index];
      if (result?.status === 'fulfilled') resolve(result.value);
      else reject(result?.reason);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
