import { contactRequestEndpoints } from '@portage/contract/contact-requests';
import type { Translated } from '@portage/contract/locale';
import { provincesOf } from '@portage/contract/provinces';
import { signUpEndpoints } from '@portage/contract/sign-ups';
import type { FormDialog, FormField } from './form-dialog.ts';

/** A field that must be filled in. */
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
  { type: 'number', maxLength: 7 },
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

/** The Contact Sales form (spec 2 §2, /platform/pricing). */
export const contactForm: FormDialog = {
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

/** The request to become a merchant; an operator approves it. */
export const signUpForm: FormDialog = {
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
