import type { Locale, Translated } from '@portage/contract/locale';
import { element, escapeHtml } from '../http/escape-html.ts';
import { languageLinks } from './language-links.ts';

/** The portal's only page for search engines. */
export const SIGN_IN_PATH = '/';

const words = {
  title: { en: 'Sign in', fr: 'Connexion' },
  description: {
    en: 'Sign in to Portage to create delivery orders, print labels and follow every package in Canada and the United States.',
    fr: 'Connectez-vous à Portage pour créer des commandes de livraison, imprimer des étiquettes et suivre chaque colis au Canada et aux États-Unis.',
  },
} as const satisfies Record<string, Translated>;

/** Serves readers without scripts; the running portal speaks the device's language. */
export function signInPage(portalPage: string, locale: Locale, portalUrl: string): string {
  const head = [
    element('title', `${words.title[locale]} – Portage`),
    `<meta name="description" content="${escapeHtml(words.description[locale])}">`,
    languageLinks(SIGN_IN_PATH, locale, portalUrl),
  ].join('\n');
  return portalPage
    .replace(/<html lang="\w+">/, `<html lang="${locale}">`)
    .replace(/<title>.*?<\/title>/, () => head);
}
