import { readFileSync } from 'node:fs';
import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import { element, link, LOGO, sourceHash } from '../http/escape-html.ts';
import { sayIn } from './tracking-words.ts';

const read = (file: string) =>
  readFileSync(new URL(`browser/${file}`, import.meta.url), 'utf8').trim();

const STYLE = read('page.css');

const SCRIPT = read('live-progress.js');

/** Own style and script by hash, photos from `photoOrigins`. */
export function contentPolicy(photoOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${sourceHash(STYLE)}`,
    `script-src ${sourceHash(SCRIPT)}`,
    ["img-src 'self' data:", ...photoOrigins].join(' '),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export interface SitePage {
  readonly locale: Locale;
  /** Such as `/track`. */
  readonly sitePath: string;
  /** Without the language. */
  readonly query?: Readonly<Record<string, string>>;
}

/** `main` and `foot` are HTML, others plain text. */
interface PageParts extends SitePage {
  readonly title: string;
  readonly brand: string;
  /** A `data:` URL. */
  readonly logo?: string;
  readonly main: string;
  readonly foot: string;
  /** The page refreshes itself. */
  readonly isLive: boolean;
}

export const pageQuery = (lang: Locale, query: SitePage['query']): string =>
  `?${new URLSearchParams({ ...query, lang }).toString()}`;

const OTHER: Readonly<Record<Locale, Locale>> = { en: 'fr', fr: 'en' };

function languageLink({ locale, query }: SitePage): string {
  const other = OTHER[locale];
  const attributes = `class="language" lang="${other}" hreflang="${other}"`;
  return link(pageQuery(other, query), sayIn(locale)('otherLanguage'), attributes);
}

/** Works without scripts and loads only a font. */
export function pageFrame(parts: PageParts): string {
  const { locale, title, brand, logo, main, foot, isLive } = parts;
  const picture = logo === undefined ? '' : `<img class="logo" src="${logo}" alt="">\n`;
  const say = sayIn(locale);
  const maker = `<p class="maker">${LOGO}${element('span', say('byPortage'))}</p>`;
  return `<!doctype html>
<html lang="${REGIONAL_LOCALE[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
${element('title', title)}
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(LOGO)}">
<style>${STYLE}</style>
</head>
<body>
<header class="top">
${picture}${element('p', brand, 'class="brand"')}
${languageLink(parts)}
</header>
<main${isLive ? ' data-live' : ''}>
${main}
</main>
<p id="news" class="unseen" role="status"></p>
<footer class="foot">
${foot}
${maker}
</footer>
${isLive ? `<script>${SCRIPT}</script>\n` : ''}</body>
</html>
`;
}
