import type { Locale, Translated } from '@portage/contract/locale';
import { element, escapeHtml, link, LOGO } from '../http/escape-html.ts';
import { htmlPage } from '../http/html-page.ts';
import { languageLinks, pathIn } from './language-links.ts';
import { SCRIPT, STYLE } from './public-assets.ts';
import { SIGN_IN_PATH } from './sign-in-page.ts';

const frameWords = {
  menu: { en: 'About Portage', fr: 'À propos de Portage' },
  pricing: { en: 'Pricing', fr: 'Tarifs' },
  howto: { en: 'How-to', fr: 'Guides' },
  terms: { en: 'Terms of service', fr: 'Conditions d’utilisation' },
  otherLanguage: { en: 'Français', fr: 'English' },
  signIn: { en: 'Sign in', fr: 'Se connecter' },
  skip: { en: 'Skip to content', fr: 'Aller au contenu' },
  footer: {
    en: 'Portage: same-day, next-day and scheduled delivery in Canada and the United States.',
    fr: 'Portage\u00A0: livraison le jour même, le lendemain et planifiée, au Canada et aux États-Unis.',
  },
} as const satisfies Record<string, Translated>;

export const publicPaths = {
  pricing: '/platform/pricing',
  howto: '/platform/howto',
  terms: '/terms-of-service',
} as const;

type PublicPageName = keyof typeof publicPaths;

export interface PublicPage {
  readonly locale: Locale;
  /** Absolute, for canonical addresses. */
  readonly portalUrl: string;
  /** For browsers. */
  readonly apiUrl: string;
}

/** `main` is HTML. */
interface PageParts extends PublicPage {
  readonly name: PublicPageName;
  readonly title: string;
  /** For search engines. */
  readonly description: string;
  readonly main: string;
}

/** Marks the current page. */
function menu({ name, locale }: PageParts): string {
  const entries: readonly (readonly [PublicPageName, Translated])[] = [
    ['pricing', frameWords.pricing],
    ['howto', frameWords.howto],
    ['terms', frameWords.terms],
  ];
  const links = entries.map(([page, text]) => {
    const current = page === name ? 'aria-current="page"' : '';
    return `<li>${link(pathIn(publicPaths[page], locale), text[locale], current)}</li>`;
  });
  return `<nav aria-label="${frameWords.menu[locale]}"><ul>${links.join('')}</ul></nav>`;
}

function languageSwitch({ name, locale }: PageParts): string {
  const other = locale === 'en' ? 'fr' : 'en';
  const attributes = `class="language" lang="${other}" hreflang="${other}"`;
  return link(pathIn(publicPaths[name], other), frameWords.otherLanguage[locale], attributes);
}

/** Style and script are in the page; only the font is the portal's. */
export function publicFrame(parts: PageParts): string {
  const { name, locale, title, description, main, portalUrl } = parts;
  const signIn = pathIn(SIGN_IN_PATH, locale);
  return htmlPage({
    locale,
    title: `${title} – Portage`,
    head: `<meta name="description" content="${escapeHtml(description)}">
${languageLinks(publicPaths[name], locale, portalUrl)}`,
    style: STYLE,
    body: `<header class="top">
<a class="skip" href="#main">${frameWords.skip[locale]}</a>
<a class="brand" href="${signIn}">${LOGO}<span>Portage</span></a>
${menu(parts)}
<div class="side">
${languageSwitch(parts)}
${link(signIn, frameWords.signIn[locale], 'class="button quiet-button"')}
</div>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="foot">
${element('p', frameWords.footer[locale])}
</footer>
<script>${SCRIPT}</script>`,
  });
}
