import type { Translated } from '@portage/contract/locale';

/** What the head and foot of every public page say. */
export const frameWords = {
  menu: { en: 'About Portage', fr: 'À propos de Portage' },
  pricing: { en: 'Pricing', fr: 'Tarifs' },
  howto: { en: 'How-to', fr: 'Guides' },
  terms: { en: 'Terms of service', fr: 'Conditions d’utilisation' },
  otherLanguage: { en: 'Français', fr: 'English' },
  signIn: { en: 'Sign in', fr: 'Se connecter' },
  skip: { en: 'Skip to content', fr: 'Passer au contenu' },
  footer: {
    en: 'Portage: same-day, next-day and scheduled delivery in Canada and the United States.',
    fr: 'Portage\u00A0: livraison le jour même, le lendemain et planifiée, au Canada et aux États-Unis.',
  },
} as const satisfies Record<string, Translated>;
