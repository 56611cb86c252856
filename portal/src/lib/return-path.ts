/**
 * Where to go after signing in: the page one came from when it is a page of this portal, otherwise
 * undefined. Anything that a browser could read as another site's address is refused.
 */
export function safeReturnPath(from: string | undefined, origin: string): string | undefined {
  if (from === undefined || !from.startsWith('/')) return undefined;
  if (!URL.canParse(from, origin)) return undefined;
  const address = new URL(from, origin);
  const staysHere =
    address.origin === origin && address.pathname !== '/' && !address.pathname.startsWith('//');
  return staysHere ? `${address.pathname}${address.search}${address.hash}` : undefined;
}
