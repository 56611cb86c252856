interface Keyed<Item> {
  readonly item: Item;
  /** Its place in the list, from 0. */
  readonly index: number;
  /** Its React key. */
  readonly key: string;
}

/**
 * The items of a list that has no ids, each with a React key: its text, and a number where an item
 * before it has the same text.
 */
export function keyed<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): readonly Keyed<Item>[] {
  const seen = new Map<string, number>();
  return items.map((item, index) => {
    const text = textOf(item);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return { item, index, key: count === 1 ? text : `${text} (${count})` };
  });
}
