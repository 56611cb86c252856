/** Origins that a page must allow; none where the API is its own. */
export const apiOrigins = (apiUrl: string): string[] =>
  apiUrl.startsWith('/') ? [] : [new URL(apiUrl).origin];
