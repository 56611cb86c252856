import { setImmediate, setTimeout } from 'node:timers/promises';

/** Takes items of one key; returns results in their sequence. */
type DoTogether<Item, Result> = (
  items: readonly Item[],
) => Promise<readonly (PromiseSettledResult<Result> | undefined)[]>;

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  item: Item;
}

interface Gathering {
  most?: number;
  /** Milliseconds to wait after a batch: callers answered together call together. */
  pause?: number;
}

/** Batches calls with the same key, run as the first caller: equal keys need equal rights. */
export function gather<Item, Result>(
  doTogether: DoTogether<Item, Result>,
  { most = Infinity, pause = 0 }: Gathering = {},
): (key: string, item: Item) => Promise<Result> {
  /** A key exists while its batch runs. */
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
