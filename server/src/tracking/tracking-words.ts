import { fillText, type Locale, type Translated } from '@portage/contract/locale';

/** What the pages of the tracking site say, but for what happens to orders; `{…}` is filled in. */
const WORDS = {
  today: { en: 'today', fr: 'aujourd’hui' },
  tomorrow: { en: 'tomorrow', fr: 'demain' },
  by: { en: 'by {day}', fr: 'au plus tard {day}' },
  arriving: { en: 'Arriving {when}', fr: 'Arrivée prévue {when}' },
  expected: { en: 'Expected {when}', fr: 'Livraison prévue {when}' },
  wasExpected: { en: 'Was expected {when}', fr: 'Était prévue {when}' },
  late: {
    en: 'It is taking longer than planned, and we are sorry. Check back here for updates.',
    fr: 'C’est plus long que prévu, et nous en sommes désolés. Revenez ici pour la suite.',
  },
  changed: {
    en: 'The delivery time has changed. Before: {when}',
    fr: 'L’heure de livraison a changé. Avant\u00A0: {when}',
  },
  reason: { en: 'Why: {reason}', fr: 'Pourquoi\u00A0: {reason}' },
  deliveredAt: { en: '{day} at\u00A0{time}', fr: '{day} à\u00A0{time}' },
  forSomebody: { en: 'For {name} in {city}', fr: 'Pour {name}, à {city}' },
  forCity: { en: 'To {city}', fr: 'À destination de {city}' },
  labelTitle: { en: 'This label is out of date', fr: 'Cette étiquette n’est plus à jour' },
  label: {
    en: 'The delivery was changed after this label was printed, so what it says may be wrong. Go by this page; {merchant} can tell you more.',
    fr: 'La livraison a été modifiée après l’impression de cette étiquette, qui peut donc être inexacte. Fiez-vous à cette page; {merchant} peut vous en dire plus.',
  },
  progress: { en: 'Progress', fr: 'Avancement' },
  stepState: { en: ': {state}', fr: '\u00A0: {state}' },
  proof: { en: 'Proof of delivery', fr: 'Preuve de livraison' },
  photo: { en: 'Photo of the delivery', fr: 'Photo de la livraison' },
  signature: { en: 'Signature', fr: 'Signature' },
  numbered: { en: '{name}, {number} of {count}', fr: '{name}, {number} sur {count}' },
  happened: { en: 'What has happened', fr: 'Ce qui s’est passé' },
  newestEvents: {
    en: 'These are the {count} newest events.',
    fr: 'Voici les {count} événements les plus récents.',
  },
  packageOf: { en: 'package {number} of {count}', fr: 'colis {number} sur {count}' },
  about: { en: 'About this delivery', fr: 'À propos de cette livraison' },
  trackingNumber: { en: 'Tracking number', fr: 'Numéro de suivi' },
  packages: { en: 'Packages', fr: 'Colis' },
  from: { en: 'From', fr: 'De' },
  to: { en: 'To', fr: 'À' },
  contact: { en: 'Write to {merchant}', fr: 'Écrire à {merchant}' },
  localTimes: { en: 'Times are local to {city}.', fr: 'Les heures sont celles de {city}.' },
  asOf: { en: 'Updated at {time}', fr: 'Mis à jour à {time}' },
  refresh: { en: 'Refresh', fr: 'Actualiser' },
  another: { en: 'Track another delivery', fr: 'Suivre une autre livraison' },
  byPortage: { en: 'Delivered with Portage', fr: 'Livré avec Portage' },
  otherLanguage: { en: 'Français', fr: 'English' },
  trackTitle: { en: 'Track a delivery', fr: 'Suivre une livraison' },
  trackLead: {
    en: 'See where your delivery is and when it comes.',
    fr: 'Voyez où se trouve votre livraison et quand elle arrive.',
  },
  numberLabel: { en: 'Tracking number', fr: 'Numéro de suivi' },
  numberHint: {
    en: 'It begins with PTG and has 14 characters. It is on the label or in your e-mail.',
    fr: 'Il commence par PTG et compte 14 caractères. Il figure sur l’étiquette ou dans votre courriel.',
  },
  track: { en: 'Track', fr: 'Suivre' },
  notFoundTitle: { en: 'We cannot find this delivery', fr: 'Nous ne trouvons pas cette livraison' },
  notFound: {
    en: 'No delivery has this number, or it was long ago. Compare it with the one you were given, or ask the sender.',
    fr: 'Aucune livraison ne porte ce numéro, ou elle date d’il y a longtemps. Comparez-le à celui que vous avez reçu, ou demandez à l’expéditeur.',
  },
  notANumber: {
    en: 'This is not one of our tracking numbers: check it for a typo against the number you were given.',
    fr: 'Ce n’est pas un de nos numéros de suivi\u00A0: cherchez une faute de frappe en le comparant au numéro que vous avez reçu.',
  },
  waitTitle: { en: 'Please wait a little', fr: 'Un peu de patience' },
  wait: {
    en: 'Too many unknown numbers were tried from your network. Try again in {wait}.',
    fr: 'Trop de numéros inconnus ont été essayés à partir de votre réseau. Réessayez dans {wait}.',
  },
  failureTitle: { en: 'Something went wrong', fr: 'Un problème est survenu' },
  failure: {
    en: 'We cannot show deliveries right now. Your number is not the cause: try again in a moment.',
    fr: 'Nous ne pouvons pas afficher les livraisons en ce moment. Votre numéro n’y est pour rien\u00A0: réessayez dans un instant.',
  },
} as const satisfies Record<string, Translated>;

/** The name of a text of the tracking site. */
type Word = keyof typeof WORDS;

/** Says something in the language of a page, as plain text: what is written into HTML is escaped there. */
export type Say = (
  word: Word | Translated,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** How the pages of a language say things. */
export const sayIn =
  (locale: Locale): Say =>
  (word, values = {}) =>
    fillText((typeof word === 'string' ? WORDS[word] : word)[locale], values);
