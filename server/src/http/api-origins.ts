/** The origins that a page must allow to reach the API at an address; none where it is the page's own. */
export const apiOrigins = (apiUrl: string): string[] =>
  apiUrl.startsWith('/') ? [] : [new URL(apiUrl).origin];
