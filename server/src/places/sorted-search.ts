/** The place in a sorted list of the first item whose key is not below `key`. */
function lowerBound<Item>(
  sorted: readonly Item[],
  key: string,
  keyOf: (item: Item) => string,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = sorted[middle];
    if (item !== undefined && keyOf(item) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The items of a sorted list whose key begins with a prefix, in order. */
export function* startingWith<Item>(
  sorted: readonly Item[],
  prefix: string,
  keyOf: (item: Item) => string,
): Generator<Item> {
  for (let place = lowerBound(sorted, prefix, keyOf); place < sorted.length; place += 1) {
    const item = sorted[place];
    if (item === undefined || !keyOf(item).startsWith(prefix)) return;
    yield item;
  }
}
