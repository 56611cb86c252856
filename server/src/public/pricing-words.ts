import type { Translated } from '@portage/contract/locale';
import type { VolumeService } from '@portage/contract/volume-prices';

/** What the pricing page says; `{…}` is filled in. */
export const pricingWords = {
  title: { en: 'Delivery prices', fr: 'Tarifs de livraison' },
  description: {
    en: 'Estimate what same-day, next-day and scheduled deliveries cost per package, by weekly volume.',
    fr: 'Estimez le prix par colis des livraisons le jour même, le lendemain et planifiées, selon votre volume hebdomadaire.',
  },
  lead: {
    en: 'Choose how many packages you send in a week. The price per delivery drops as your volume grows.',
    fr: 'Choisissez combien de colis vous expédiez par semaine. Le prix par livraison baisse quand votre volume augmente.',
  },
  volume: { en: 'Packages per week', fr: 'Colis par semaine' },
  slider: { en: 'Packages per week, slider', fr: 'Colis par semaine, curseur' },
  sliderText: { en: '{volume} packages per week', fr: '{volume} colis par semaine' },
  show: { en: 'Show prices', fr: 'Afficher les tarifs' },
  perDelivery: { en: 'per delivery', fr: 'par livraison' },
  summary: {
    en: 'At {volume} packages per week: next-day {NEXTDAY}, same-day {SAMEDAY}, scheduled {SCHEDULED} per delivery.',
    fr: 'Pour {volume} colis par semaine\u00A0: lendemain {NEXTDAY}, jour même {SAMEDAY}, planifiée {SCHEDULED} par livraison.',
  },
  highVolume: {
    en: 'Above {limit} packages per week, you qualify for a high-volume discount. Contact Sales for a quote.',
    fr: 'Au-delà de {limit} colis par semaine, vous avez droit à un rabais de volume. Communiquez avec l’équipe des ventes pour obtenir une soumission.',
  },
  estimate: {
    en: 'Prices are estimates in Canadian dollars, for packages under 10\u00A0×\u00A010\u00A0×\u00A010\u00A0inches and 25\u00A0lb.',
    fr: 'Les prix sont des estimations en dollars canadiens, pour des colis de moins de 10\u00A0×\u00A010\u00A0×\u00A010\u00A0po et de 25\u00A0lb.',
  },
  table: { en: 'All prices by weekly volume', fr: 'Tous les tarifs selon le volume hebdomadaire' },
  tierRange: { en: '{from} to {to}', fr: '{from} à {to}' },
  tierOpen: { en: '{from} and up', fr: '{from} et plus' },
} as const satisfies Record<string, Translated>;

/** The card of each service: its name, and when it delivers (spec 2 §2, /platform/pricing). */
export const serviceWords: Readonly<
  Record<VolumeService, { readonly name: Translated; readonly note: Translated }>
> = {
  NEXTDAY: {
    name: { en: 'Next-day', fr: 'Lendemain' },
    note: {
      en: 'Order before 1 p.m. for delivery the next day; later orders take two days.',
      fr: 'Commandez avant 13 h pour une livraison le lendemain; sinon, comptez deux jours.',
    },
  },
  SAMEDAY: {
    name: { en: 'Same-day', fr: 'Jour même' },
    note: {
      en: 'Order before 1 p.m. for delivery between 6 p.m. and 10 p.m.',
      fr: 'Commandez avant 13 h pour une livraison entre 18 h et 22 h.',
    },
  },
  SCHEDULED: {
    name: { en: 'Scheduled', fr: 'Planifiée' },
    note: {
      en: 'You choose a 3-hour delivery window.',
      fr: 'Vous choisissez une plage de livraison de 3 heures.',
    },
  },
};
