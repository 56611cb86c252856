import { provincesOf } from '@portage/contract/addresses/provinces';
import { fillText, type Locale, REGIONAL_LOCALE, type Translated } from '@portage/contract/locale';
import { contactRequestEndpoints } from '@portage/contract/merchants/contact-requests';
import {
  HIGH_VOLUME_ABOVE,
  tierOf,
  volumeServices,
  volumeTiers,
  WEEKLY_VOLUME_MAX,
  type VolumeTier,
  type VolumeService,
} from '@portage/contract/rates/volume-prices';
import { signUpEndpoints } from '@portage/contract/users/sign-ups';
import { element, escapeHtml } from '../http/escape-html.ts';
import { dialogButton, formDialog, type FormDialog, type FormField } from './form-dialog.ts';
import { publicFrame, publicPaths, type PublicPage } from './public-frame.ts';

/** Required. */
const field = (
  name: string,
  label: Translated,
  autocomplete: string,
  more: Partial<FormField> = {},
): FormField => ({
  name,
  label,
  autocomplete,
  type: 'text',
  isRequired: true,
  maxLength: 200,
  ...more,
});

const name = field('name', { en: 'Your name', fr: 'Votre nom' }, 'name');
const company = field('company', { en: 'Company', fr: 'Entreprise' }, 'organization');
const email = field('email', { en: 'E-mail', fr: 'Courriel' }, 'email', {
  type: 'email',
  maxLength: 254,
});
const phone = field('phone', { en: 'Phone', fr: 'Téléphone' }, 'tel', {
  type: 'tel',
  maxLength: 40,
});
const weeklyPackages = field(
  'weeklyPackages',
  { en: 'Packages per week', fr: 'Colis par semaine' },
  'off',
  { type: 'number' },
);
const message = field('message', { en: 'Message', fr: 'Message' }, 'off', {
  type: 'textarea',
  maxLength: 2000,
  isRequired: false,
});

const countries = [
  { value: 'CA', text: { en: 'Canada', fr: 'Canada' } },
  { value: 'US', text: { en: 'United States', fr: 'États-Unis' } },
] as const;

/** Contact Sales (spec 2 §2, /platform/pricing). */
const contactForm: FormDialog = {
  id: 'contact',
  title: { en: 'Contact Sales', fr: 'Communiquer avec l’équipe des ventes' },
  lead: {
    en: 'Tell us what you ship. We reply within one business day.',
    fr: 'Dites-nous ce que vous expédiez. Nous répondons dans un délai d’un jour ouvrable.',
  },
  fields: [name, company, email, { ...phone, isRequired: false }, weeklyPackages, message],
  submit: { en: 'Send', fr: 'Envoyer' },
  done: {
    en: 'Thank you. Your message is on its way to Sales.',
    fr: 'Merci. Votre message a été transmis à l’équipe des ventes.',
  },
  endpoint: contactRequestEndpoints.send,
  openEndpoint: contactRequestEndpoints.openForm,
};

/** An operator approves it. */
const signUpForm: FormDialog = {
  id: 'sign-up',
  title: { en: 'Open an account', fr: 'Ouvrir un compte' },
  lead: {
    en: 'We review every request. Once yours is approved, an e-mail tells you how to sign in.',
    fr: 'Nous examinons chaque demande. Après l’approbation, un courriel vous indiquera comment vous connecter.',
  },
  fields: [
    name,
    company,
    email,
    phone,
    field(
      'location.street',
      { en: 'Street you ship from', fr: 'Rue d’expédition' },
      'address-line1',
    ),
    field('location.unit', { en: 'Unit', fr: 'App./bureau' }, 'address-line2', {
      isRequired: false,
      maxLength: 50,
    }),
    field('location.city', { en: 'City', fr: 'Ville' }, 'address-level2', { maxLength: 100 }),
    field('location.postalCode', { en: 'Postal code', fr: 'Code postal' }, 'postal-code', {
      maxLength: 10,
    }),
    field(
      'location.province',
      { en: 'Province or state', fr: 'Province ou État' },
      'address-level1',
      {
        type: 'select',
        groups: countries.map(({ value, text }) => ({
          text,
          options: Object.entries(provincesOf[value]).map(([code, province]) => ({
            value: code,
            text: province,
          })),
        })),
      },
    ),
    field('location.country', { en: 'Country', fr: 'Pays' }, 'country', {
      type: 'select',
      options: countries,
    }),
    weeklyPackages,
    message,
  ],
  submit: { en: 'Request an account', fr: 'Demander un compte' },
  done: {
    en: 'Thank you. We received your request and will reply by e-mail.',
    fr: 'Merci. Nous avons reçu votre demande et vous répondrons par courriel.',
  },
  endpoint: signUpEndpoints.request,
};

/** `{…}` is filled in. */
const pricingWords = {
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

/** Name and delivery time (spec 2 §2, /platform/pricing). */
const serviceWords: Readonly<
  Record<VolumeService, { readonly name: Translated; readonly note: Translated }>
> = {
  NEXTDAY: {
    name: { en: 'Next-day', fr: 'Lendemain' },
    note: {
      en: 'Order before 1 p.m. for delivery the next day; later orders take two days.',
      fr: 'Commandez avant 13\u00A0h pour une livraison le lendemain; sinon, comptez deux jours.',
    },
  },
  SAMEDAY: {
    name: { en: 'Same-day', fr: 'Jour même' },
    note: {
      en: 'Order before 1 p.m. for delivery between 6 p.m. and 10 p.m.',
      fr: 'Commandez avant 13\u00A0h pour une livraison entre 18\u00A0h et 22\u00A0h.',
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

/** Shown to a visitor who has not chosen a volume. */
const FIRST_VOLUME = 100;

/** The number field takes any whole number. */
const SLIDER_STEP = 50;

/** A whole number within the estimator's range. */
export function readVolume(typed: string | undefined): number {
  const isNumber = typed !== undefined && /^\d{1,9}$/.test(typed);
  return isNumber ? Math.min(Number(typed), WEEKLY_VOLUME_MAX) : FIRST_VOLUME;
}

/** Canadian dollars per delivery. */
const money = (price: number, locale: Locale) =>
  price.toLocaleString(REGIONAL_LOCALE[locale], {
    style: 'currency',
    currency: 'CAD',
    currencyDisplay: 'narrowSymbol',
  });

const count = (volume: number, locale: Locale) => volume.toLocaleString(REGIONAL_LOCALE[locale]);

/** Asks for the page again where scripts do not run. */
function volumeForm(volume: number, locale: Locale): string {
  const range = `min="0" max="${WEEKLY_VOLUME_MAX}"`;
  return `<form action="${publicPaths.pricing}" method="get" class="estimate" data-slider-text="${pricingWords.sliderText[locale]}" data-summary="${pricingWords.summary[locale]}" data-locale="${REGIONAL_LOCALE[locale]}" data-high-volume-above="${HIGH_VOLUME_ABOVE}">
<input type="hidden" name="lang" value="${locale}">
<label for="volume">${pricingWords.volume[locale]}</label>
<div class="volume">
<input id="slider" type="range" ${range} step="${SLIDER_STEP}" value="${volume}" aria-label="${pricingWords.slider[locale]}" aria-valuetext="${fillText(pricingWords.sliderText[locale], { volume: count(volume, locale) })}">
<input id="volume" name="volume" type="number" inputmode="numeric" ${range} step="1" value="${volume}">
</div>
<noscript>${element('button', pricingWords.show[locale], 'type="submit"')}</noscript>
</form>`;
}

function priceCards({ prices }: VolumeTier, locale: Locale): string {
  const cards = volumeServices.map((service) => {
    const { name, note } = serviceWords[service];
    return `<li class="card">
${element('h2', name[locale])}
<p class="price"><strong data-price="${service}">${money(prices[service], locale)}</strong> ${escapeHtml(pricingWords.perDelivery[locale])}</p>
${element('p', note[locale])}
</li>`;
  });
  return `<ul class="cards">\n${cards.join('\n')}\n</ul>`;
}

/** The script takes its prices from the rows. */
function tierTable(locale: Locale): string {
  const headings = volumeServices.map((service) =>
    element('th', serviceWords[service].name[locale], 'scope="col" class="number"'),
  );
  const rows = volumeTiers.map(({ from, prices }, index) => {
    const next = volumeTiers[index + 1];
    const range = next
      ? fillText(pricingWords.tierRange[locale], {
          from: count(from, locale),
          to: count(next.from - 1, locale),
        })
      : fillText(pricingWords.tierOpen[locale], { from: count(from, locale) });
    const cells = volumeServices.map((service) =>
      element('td', money(prices[service], locale), `class="number" data-service="${service}"`),
    );
    return `<tr data-from="${from}">${element('th', range, 'scope="row"')}${cells.join('')}</tr>`;
  });
  return `<section>
${element('h2', pricingWords.table[locale], 'id="tiers-title"')}
<div class="table" role="region" aria-labelledby="tiers-title" tabindex="0"><table id="tiers">
<thead><tr>${element('th', pricingWords.volume[locale], 'scope="col"')}${headings.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
</section>`;
}

/** Spec 2 §2, /platform/pricing. */
export function pricingPage(page: PublicPage, volume: number): string {
  const { locale, apiUrl } = page;
  const highVolume = fillText(pricingWords.highVolume[locale], {
    limit: count(HIGH_VOLUME_ABOVE, locale),
  });
  const isHidden = volume > HIGH_VOLUME_ABOVE ? '' : ' hidden';
  return publicFrame({
    ...page,
    name: 'pricing',
    title: pricingWords.title[locale],
    description: pricingWords.description[locale],
    main: `${element('h1', pricingWords.title[locale])}
${element('p', pricingWords.lead[locale], 'class="lead"')}
${volumeForm(volume, locale)}
${priceCards(tierOf(volume), locale)}
<p id="summary" class="unseen" role="status"></p>
${element('p', highVolume, `id="high-volume" class="note"${isHidden}`)}
${element('p', pricingWords.estimate[locale], 'class="quiet"')}
<p class="actions">
${dialogButton(signUpForm, signUpForm.title[locale])}
${dialogButton(contactForm, contactForm.title[locale], 'class="quiet-button"')}
</p>
${tierTable(locale)}
${formDialog(signUpForm, locale, apiUrl)}
${formDialog(contactForm, locale, apiUrl)}`,
  });
}
