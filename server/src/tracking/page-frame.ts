import { REGIONAL_LOCALE, type Locale } from '@portage/contract/locale';
import { element, link } from '../http/escape-html.ts';
import { LOGO } from '../http/logo.ts';
import { SCRIPT, STYLE } from './page-assets.ts';
import { sayIn } from './tracking-words.ts';

/** What every page of the site is made with. */
export interface SitePage {
  readonly locale: Locale;
  /** Where the site begins, such as `/track`. */
  readonly sitePath: string;
  /** What the address of the page asks for beside its language. */
  readonly query?: Readonly<Record<string, string>>;
}

/** What a page consists of; `main` and `foot` are HTML already. */
interface PageParts extends SitePage {
  readonly title: string;
  /** Whose page it is, at its top. */
  readonly brand: string;
  /** A picture beside it, as a `data:` address. */
  readonly logo?: string;
  readonly main: string;
  readonly foot: string;
  /** Whether the page asks again by itself for what happened since. */
  readonly isLive: boolean;
}

/** The query of the same page in a language. */
export const pageQuery = (lang: Locale, query: SitePage['query']): string =>
  `?${new URLSearchParams({ ...query, lang }).toString()}`;

const OTHER: Readonly<Record<Locale, Locale>> = { en: 'fr', fr: 'en' };

/** The same page in the other language. */
function languageLink({ locale, query }: SitePage): string {
  const other = OTHER[locale];
  const attributes = `class="language" lang="${other}" hreflang="${other}"`;
  return link(pageQuery(other, query), sayIn(locale)('otherLanguage'), attributes);
}

/** A whole page of the tracking site. It needs nothing but itself and a font, whether scripts run or not. */
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
