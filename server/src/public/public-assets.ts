import { contentPolicy, readInline, SITE_STYLE } from '../http/html-page.ts';

const read = (file: string) => readInline(`browser/${file}`, import.meta.url);

/** Inlined into each page. */
export const STYLE = `${SITE_STYLE}\n${read('public.css')}`;

/** The price estimator and the forms, inlined into each page. */
export const SCRIPT = [read('estimate.js'), read('send-form.js')].join('\n');

/** Other hosts that a page may use. */
export interface AllowedOrigins {
  /** Empty for the own host. */
  readonly api: readonly string[];
  readonly terms: readonly string[];
  readonly videos: readonly string[];
}

export const publicPolicy = ({ api, terms, videos }: AllowedOrigins): string =>
  contentPolicy(
    { style: STYLE, script: SCRIPT },
    { img: ['data:', ...videos], media: videos, connect: api, frame: terms },
  );
