/** The same seed gives the same demo. */
export interface DemoRandom {
  /** From 0 to below 1. */
  next(): number;
  /** Includes both bounds. */
  between(min: number, max: number): number;
  /** True with a probability from 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted<T>(choices: readonly (readonly [item: T, weight: number])[]): T;
}

/** The mulberry32 generator, from a 32-bit seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function seededRandom(seed: number): DemoRandom {
  const next = mulberry32(seed);
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  function pick<T>(items: readonly T[]): T {
    const [item] = items.slice(between(0, items.length - 1));
    if (item === undefined) throw new RangeError('There is nothing to pick from');
    return item;
  }

  function weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    const choice = choices.find(([, weight]) => (left -= weight) < 0);
    if (!choice) throw new RangeError('There is nothing to choose from');
    return choice[0];
  }

  return { next, between, chance: (probability) => next() < probability, pick, weighted };
}
