/** How many rows Page Up and Page Down move. */
const PAGE = 10;

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: -Infinity,
  End: Infinity,
};

/** The index a key moves to in a list of `count` rows; undefined for a key that does not move. */
export function nextRow(key: string, current: number, count: number): number | undefined {
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, current + step));
}
