import type { Locale } from '@portage/contract/locale';
import { element, link, LOGO } from '../http/escape-html.ts';
import { contentPolicy, htmlPage, readInline, SITE_STYLE } from '../http/html-page.ts';
import { sayIn } from './tracking-words.ts';

const STYLE = `${SITE_STYLE}\n${readInline('browser/page.css', import.meta.url)}`;

const SCRIPT = readInline('browser/live-progress.js', import.meta.url);

export const trackingPolicy = (photoOrigins: readonly string[]): string =>
  contentPolicy({ style: STYLE, script: SCRIPT }, { img: ['data:', ...photoOrigins], connect: [] });

export interface SitePage {
  readonly locale: Locale;
  /** Such as `/track`. */
  readonly sitePath: string;
  /** Leaves out the language. */
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
  return htmlPage({
    locale,
    title,
    head: `<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">`,
    style: STYLE,
    body: `<header class="top">
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
</footer>${isLive ? `\n<script>${SCRIPT}</script>` : ''}`,
  });
}
