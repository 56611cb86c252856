import { Locale, REGIONAL_LOCALE, type Translated } from '@portage/contract/locale';
import { element, escapeHtml } from '../http/escape-html.ts';
import { publicFrame, type PublicPage } from './public-frame.ts';

/** Keyed by video file (howto/howto.story.ts). */
const guides: readonly {
  readonly name: string;
  readonly title: Translated;
  readonly text: Translated;
}[] = [
  {
    name: 'create-order',
    title: { en: 'Create an order', fr: 'Créer une commande' },
    text: {
      en: 'Choose “Create order”. Confirm the address it ships from, enter the recipient and the package, choose a service by its price and delivery time, choose how the package is handed over, then review and submit.',
      fr: 'Choisissez «\u00A0Créer une commande\u00A0». Confirmez l’adresse d’expédition, entrez le destinataire et le colis, choisissez un service selon son prix et son délai, choisissez le mode de remise, puis vérifiez et soumettez.',
    },
  },
  {
    name: 'print-labels',
    title: { en: 'Print labels', fr: 'Imprimer des étiquettes' },
    text: {
      en: 'Select orders in the list, choose the label format of your printer and print. Once the packages are closed, mark the same orders ready for pickup.',
      fr: 'Sélectionnez des commandes dans la liste, choisissez le format d’étiquette de votre imprimante et imprimez. Une fois les colis fermés, marquez ces commandes prêtes pour le ramassage.',
    },
  },
  {
    name: 'find-order',
    title: { en: 'Find an order', fr: 'Trouver une commande' },
    text: {
      en: 'Search the list by name, phone, postal code or reference, or narrow it with filters. Open an order to see each event of its delivery and the photos.',
      fr: 'Cherchez dans la liste par nom, téléphone, code postal ou référence, ou restreignez-la avec des filtres. Ouvrez une commande pour voir chaque événement de sa livraison et les photos.',
    },
  },
];

const words = {
  title: { en: 'How to use Portage', fr: 'Comment utiliser Portage' },
  description: {
    en: 'Guides that show how merchants create orders, print labels and follow deliveries with Portage.',
    fr: 'Des guides qui montrent comment créer des commandes, imprimer des étiquettes et suivre les livraisons avec Portage.',
  },
} as const satisfies Record<string, Translated>;

const languageNames = { en: 'English', fr: 'Français' } as const satisfies Record<Locale, string>;

/** Fetched when it is played. */
function videoPart(name: string, title: string, locale: Locale, base: string): string {
  const address = (suffix: string) => escapeHtml(`${base}/${name}${suffix}`);
  const tracks = Locale.options.map(
    (lang) =>
      `<track kind="captions" src="${address(`.${lang}.vtt`)}" srclang="${REGIONAL_LOCALE[lang]}" label="${languageNames[lang]}"${lang === locale ? ' default' : ''}>`,
  );
  return `<video controls preload="none" playsinline width="960" height="600" poster="${address('.jpg')}" aria-label="${escapeHtml(title)}"${base.startsWith('/') ? '' : ' crossorigin="anonymous"'}>
<source src="${address('.mp4')}" type="video/mp4">
${tracks.join('\n')}
</video>`;
}

/** /platform/howto (spec 2 §2); `videosUrl` is the address of the videos. */
export function howtoPage(page: PublicPage, videosUrl: string): string {
  const { locale } = page;
  const parts = guides.map(
    ({ name, title, text }) => `<section class="video">
${element('h2', title[locale])}
${element('p', text[locale])}
${videoPart(name, title[locale], locale, videosUrl)}
</section>`,
  );
  return publicFrame({
    ...page,
    name: 'howto',
    title: words.title[locale],
    description: words.description[locale],
    main: `${element('h1', words.title[locale])}
${parts.join('\n')}`,
  });
}
