import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work per turn of the event loop. */
const TURN = 1;

/** Yields to other calls every millisecond. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  handle: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let end = performance.now() + TURN;
  for (const [index, item] of items.entries()) {
    results.push(handle(item, index));
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + TURN;
  }
  return results;
}
