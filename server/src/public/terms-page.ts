import type { Locale, Translated } from '@portage/contract/locale';
import { element, escapeHtml } from '../http/escape-html.ts';
import { publicFrame, type PublicPage } from './public-frame.ts';
import { termsClauses } from './terms-clauses.ts';

const words = {
  title: { en: 'Terms of service', fr: 'Conditions d’utilisation' },
  description: {
    en: 'The terms under which Portage delivers packages for merchants.',
    fr: 'Les conditions selon lesquelles Portage livre des colis pour les commerçants.',
  },
  open: { en: 'Open the document on its own', fr: 'Ouvrir le document seul' },
} as const satisfies Record<string, Translated>;

/** The address of the configured document in a language: `{lang}` in it becomes `en` or `fr`. */
const documentIn = (termsUrl: string, locale: Locale) => termsUrl.replaceAll('{lang}', locale);

/** The configured document inside the page, and a link to it for browsers that show no frames. */
function embeddedTerms(termsUrl: string, locale: Locale): string {
  const address = escapeHtml(documentIn(termsUrl, locale));
  return `<iframe class="document" src="${address}" title="${words.title[locale]}"></iframe>
<p><a href="${address}">${words.open[locale]}</a></p>`;
}

/** The terms that a deployment without a document of its own has. */
function defaultTerms(locale: Locale): string {
  return termsClauses
    .map(
      ({ title, text }, index) =>
        `<section>${element('h2', `${index + 1}. ${title[locale]}`)}${element('p', text[locale])}</section>`,
    )
    .join('\n');
}

/** The terms page (spec 2 §2): the document that the settings name, or a plain default. */
export function termsPage(page: PublicPage, termsUrl: string | undefined): string {
  const { locale } = page;
  return publicFrame({
    ...page,
    name: 'terms',
    title: words.title[locale],
    description: words.description[locale],
    main: `${element('h1', words.title[locale])}
<div class="terms">
${termsUrl === undefined ? defaultTerms(locale) : embeddedTerms(termsUrl, locale)}
</div>`,
  });
}
