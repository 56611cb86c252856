import { readFileSync } from 'node:fs';
import { FONT_STYLE } from '../http/page-font.ts';
import { sourceHash } from '../http/escape-html.ts';

const read = (file: string) =>
  readFileSync(new URL(`browser/${file}`, import.meta.url), 'utf8').trim();

/** The style of the public pages, inlined into each. */
export const STYLE = FONT_STYLE + read('public.css');

/** The script of the public pages, inlined into each: the price estimator and the forms. */
export const SCRIPT = [read('estimate.js'), read('send-form.js')].join('\n');

/** Other hosts that a public page may load from or send to, as origins. */
export interface AllowedOrigins {
  /** Origin of the API, when it is another one. */
  readonly api: readonly string[];
  /** Origin of an embedded terms document. */
  readonly terms: readonly string[];
  /** Origin of the how-to videos. */
  readonly videos: readonly string[];
}

/**
 * Content security policy of the public pages: style and script by hash, the font, and addresses
 * of the settings.
 */
export function contentPolicy({ api, terms, videos }: AllowedOrigins): string {
  return [
    "default-src 'none'",
    `style-src ${sourceHash(STYLE)}`,
    `script-src ${sourceHash(SCRIPT)}`,
    "font-src 'self'",
    ["img-src 'self' data:", ...videos].join(' '),
    ["media-src 'self'", ...videos].join(' '),
    ["connect-src 'self'", ...api].join(' '),
    ["frame-src 'self'", ...terms].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
