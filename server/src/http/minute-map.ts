import { MINUTE } from '@portage/contract/time';
import type { Clock } from '../clock.ts';

/** Begins each minute with an empty map. */
export function minuteMap<Value>(clock: Clock): () => Map<string, Value> {
  let minute = 0;
  let values = new Map<string, Value>();
  return () => {
    const present = Math.floor(clock.now() / MINUTE);
    if (present !== minute) [minute, values] = [present, new Map<string, Value>()];
    return values;
  };
}

/** Counts by key; begins each minute at zero. */
export function minuteCounter(clock: Clock): (key: string) => number {
  const counts = minuteMap<number>(clock);
  return (key) => {
    const count = (counts().get(key) ?? 0) + 1;
    counts().set(key, count);
    return count;
  };
}
