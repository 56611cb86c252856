/** The path of a request's URL without its query, in which people's names and numbers are searched for. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
