import { Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import { escapeHtml } from '../http/escape-html.ts';

export const pathIn = (path: string, locale: Locale): string => `${path}?lang=${locale}`;

/** Links the languages of a page for search engines. */
export function languageLinks(path: string, locale: Locale, portalUrl: string): string {
  const linkTo = (kind: string, address: string) =>
    `<link ${kind} href="${escapeHtml(portalUrl + address)}">`;
  return [
    linkTo('rel="canonical"', pathIn(path, locale)),
    ...Locale.options.map((lang) =>
      linkTo(`rel="alternate" hreflang="${REGIONAL_LOCALE[lang]}"`, pathIn(path, lang)),
    ),
    linkTo('rel="alternate" hreflang="x-default"', path),
  ].join('\n');
}
