const search = window.location.search;

/**
 * The query that the browser arrived with, to the letter: the router writes addresses anew, and a signed
 * query must not change. Imported by `routes.tsx`, so that it is read before the router begins.
 */
export function arrivalQuery(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}
