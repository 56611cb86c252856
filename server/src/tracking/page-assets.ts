import { readFileSync } from 'node:fs';
import { FONT_STYLE } from '../http/page-font.ts';
import { sourceHash } from '../http/source-hash.ts';

const read = (file: string) =>
  readFileSync(new URL(`browser/${file}`, import.meta.url), 'utf8').trim();

/** The look of the pages, which stands in each. */
export const STYLE = FONT_STYLE + read('page.css');

/** What keeps the page of an order up to date; it stands in the page. */
export const SCRIPT = read('live-progress.js');

/**
 * What the pages may load and do: their own style and script, by their hashes, the font, and pictures
 * from where they come from and from `photoOrigins`.
 */
export function contentPolicy(photoOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${sourceHash(STYLE)}`,
    `script-src ${sourceHash(SCRIPT)}`,
    "font-src 'self'",
    ["img-src 'self' data:", ...photoOrigins].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
