import { readFileSync } from 'node:fs';
import { sourceHash } from '../http/escape-html.ts';

const read = (file: string) =>
  readFileSync(new URL(`browser/${file}`, import.meta.url), 'utf8').trim();

/** Inlined into each page. */
export const STYLE = read('public.css');

/** The price estimator and the forms, inlined into each page. */
export const SCRIPT = [read('estimate.js'), read('send-form.js')].join('\n');

/** Other hosts that a page may use. */
export interface AllowedOrigins {
  /** Empty for the own host. */
  readonly api: readonly string[];
  readonly terms: readonly string[];
  readonly videos: readonly string[];
}

/** Style and script by hash, and addresses of the settings. */
export function contentPolicy({ api, terms, videos }: AllowedOrigins): string {
  return [
    "default-src 'none'",
    `style-src ${sourceHash(STYLE)}`,
    `script-src ${sourceHash(SCRIPT)}`,
    ["img-src 'self' data:", ...videos].join(' '),
    ["media-src 'self'", ...videos].join(' '),
    ["connect-src 'self'", ...api].join(' '),
    ["frame-src 'self'", ...terms].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
