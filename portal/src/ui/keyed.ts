interface Keyed<Item> {
  readonly item: Item;
  /** From 0. */
  readonly index: number;
  readonly key: string;
}

/** Keys are texts, numbered when they repeat. */
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
