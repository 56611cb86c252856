import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before the event loop runs other calls, which take several. */
const TURN = 1;

/** Handles items one after the other, and lets other calls have their turn every millisecond or so. */
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
