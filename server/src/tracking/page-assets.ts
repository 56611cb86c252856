import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const read = (file: string) =>
  readFileSync(new URL(`browser/${file}`, import.meta.url), 'utf8').trim();

/** The look of the pages, which stands in each. */
export const STYLE = read('page.css');

/** What keeps the page of an order up to date; it stands in the page. */
export const SCRIPT = read('live-progress.js');

/** The mark of the product, as portal/public/favicon.svg has it: the site needs no other host. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#14664b"/><g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="M12 19.5V7.5h5.2a4 4 0 0 1 0 8H12" stroke="#fff" stroke-width="3.2"/><path d="M6.5 22.5c5 3.4 14 3.4 19 0" stroke="#8fe0bd" stroke-width="2.8"/></g></svg>';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * What the pages may load and do: their own style and script, by their hashes, and pictures from
 * where they come from and from `photoOrigins`.
 */
export function contentPolicy(photoOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(SCRIPT)}`,
    ["img-src 'self' data:", ...photoOrigins].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
