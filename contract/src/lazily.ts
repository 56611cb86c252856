/** Makes a value on first use: an Intl formatter takes a phone ten milliseconds. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
