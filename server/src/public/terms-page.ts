import type { Locale, Translated } from '@portage/contract/locale';
import { element, escapeHtml } from '../http/escape-html.ts';
import { publicFrame, type PublicPage } from './public-frame.ts';

interface TermsClause {
  readonly title: Translated;
  readonly text: Translated;
}

/** A carrier replaces them by PORTAGE_TERMS_URL. */
const termsClauses: readonly TermsClause[] = [
  {
    title: { en: 'The service', fr: 'Le service' },
    text: {
      en: 'Portage picks up packages from merchants and delivers them to recipients in the areas it serves. These terms apply to every merchant that creates an account or an order.',
      fr: 'Portage ramasse des colis chez les commerçants et les livre aux destinataires dans les zones desservies. Les présentes conditions s’appliquent à tout commerçant qui crée un compte ou une commande.',
    },
  },
  {
    title: { en: 'Your account', fr: 'Votre compte' },
    text: {
      en: 'You keep your passwords and API credentials confidential, and you are responsible for what is done with them. Tell us immediately if you suspect that someone else is using your account.',
      fr: 'Vous gardez vos mots de passe et vos identifiants d’API confidentiels et vous répondez de leur utilisation. Avisez-nous sans délai si vous croyez qu’une autre personne utilise votre compte.',
    },
  },
  {
    title: { en: 'Orders', fr: 'Les commandes' },
    text: {
      en: 'You provide correct addresses, weights and dimensions, pack every package so that it withstands transport, and attach its current label. An order can be changed or cancelled until we pick it up.',
      fr: 'Vous fournissez des adresses, des poids et des dimensions exacts, vous emballez chaque colis pour qu’il résiste au transport et vous y apposez l’étiquette à jour. Une commande peut être modifiée ou annulée jusqu’au ramassage.',
    },
  },
  {
    title: { en: 'What we do not carry', fr: 'Ce que nous ne transportons pas' },
    text: {
      en: 'Do not send anything that the law forbids to transport, dangerous goods, live animals, cash, or goods that need a licence you do not have. Goods with a minimum age are delivered only to a person who proves that age.',
      fr: 'N’expédiez rien dont la loi interdit le transport, ni matières dangereuses, animaux vivants, argent comptant ou articles exigeant un permis que vous n’avez pas. Les articles assortis d’un âge minimal ne sont remis qu’à une personne qui prouve avoir cet âge.',
    },
  },
  {
    title: { en: 'Delivery times', fr: 'Les délais de livraison' },
    text: {
      en: 'Delivery times and windows are our best estimate. Weather, traffic and an absent recipient can delay a delivery; the tracking page shows the current status.',
      fr: 'Les délais et les plages de livraison sont notre meilleure estimation. La météo, la circulation ou l’absence du destinataire peuvent retarder une livraison; la page de suivi indique l’état à jour.',
    },
  },
  {
    title: { en: 'Prices and payment', fr: 'Les prix et le paiement' },
    text: {
      en: 'Each order is charged at the price shown when it is rated. Packages that are larger or heavier than declared are rated again. Invoices are in Canadian dollars and due within 30 days.',
      fr: 'Chaque commande est facturée au prix affiché lors de la tarification. Un colis plus grand ou plus lourd que déclaré est tarifé de nouveau. Les factures sont en dollars canadiens et payables dans les 30 jours.',
    },
  },
  {
    title: { en: 'Loss and damage', fr: 'Perte et dommages' },
    text: {
      en: 'Report a lost or damaged package within 30 days of the promised delivery. Our liability is limited to the declared value of the goods, as far as the law allows.',
      fr: 'Signalez un colis perdu ou endommagé dans les 30 jours suivant la livraison promise. Notre responsabilité se limite à la valeur déclarée des articles, dans la mesure permise par la loi.',
    },
  },
  {
    title: { en: 'Personal information', fr: 'Les renseignements personnels' },
    text: {
      en: 'We use the names, addresses, phone numbers and e-mail addresses of recipients only to deliver their packages and to keep them and you informed. We protect them as Canadian privacy law requires.',
      fr: 'Nous utilisons les noms, les adresses, les numéros de téléphone et les courriels des destinataires uniquement pour livrer leurs colis et pour les tenir, ainsi que vous, au courant. Nous les protégeons comme l’exigent les lois canadiennes sur la vie privée.',
    },
  },
  {
    title: { en: 'Changes to these terms', fr: 'La modification des conditions' },
    text: {
      en: 'We announce changes to these terms by e-mail at least 30 days before they apply. You can close your account at any time.',
      fr: 'Nous annonçons par courriel toute modification au moins 30 jours avant son entrée en vigueur. Vous pouvez fermer votre compte en tout temps.',
    },
  },
];

const words = {
  title: { en: 'Terms of service', fr: 'Conditions d’utilisation' },
  description: {
    en: 'The terms under which Portage delivers packages for merchants.',
    fr: 'Les conditions selon lesquelles Portage livre des colis pour les commerçants.',
  },
  open: { en: 'Open the document on its own', fr: 'Ouvrir le document seul' },
} as const satisfies Record<string, Translated>;

/** `{lang}` becomes `en` or `fr`. */
const documentIn = (termsUrl: string, locale: Locale) => termsUrl.replaceAll('{lang}', locale);

/** Embeds the terms, with a link for browsers without frames. */
function embeddedTerms(termsUrl: string, locale: Locale): string {
  const address = escapeHtml(documentIn(termsUrl, locale));
  return `<iframe class="document" src="${address}" title="${words.title[locale]}"></iframe>
<p><a href="${address}">${words.open[locale]}</a></p>`;
}

function defaultTerms(locale: Locale): string {
  return termsClauses
    .map(
      ({ title, text }, index) =>
        `<section>${element('h2', `${index + 1}. ${title[locale]}`)}${element('p', text[locale])}</section>`,
    )
    .join('\n');
}

/** Spec 2 §2: the configured document, or the default. */
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
