import type { MailTemplate } from './mail-template.ts';

/** To Sales: what a visitor of the pricing page wrote. In the language of the page. */
export const contactRequestMail: MailTemplate<'contact-request'> = {
  subject: { en: 'Contact Sales: new request', fr: 'Ventes\u00A0: nouvelle demande' },
  preview: {
    en: 'Someone wrote to Sales on the pricing page.',
    fr: 'Quelqu’un a écrit à l’équipe des ventes à partir de la page des tarifs.',
  },
  parts: [
    {
      part: 'paragraph',
      text: {
        en: '{name} of {company} wrote to Sales on the pricing page, in English: {weeklyPackages} packages per week.',
        fr: '{name}, de {company}, a écrit à l’équipe des ventes à partir de la page des tarifs, en français\u00A0: {weeklyPackages} colis par semaine.',
      },
    },
    { part: 'value', name: { en: 'E-mail', fr: 'Courriel' }, value: 'email' },
    { part: 'value', name: { en: 'Phone', fr: 'Téléphone' }, value: 'phone' },
    { part: 'value', name: { en: 'Their message', fr: 'Message' }, value: 'message' },
  ],
};
