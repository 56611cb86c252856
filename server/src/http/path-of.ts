/** Drops the query, which may hold personal data. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
