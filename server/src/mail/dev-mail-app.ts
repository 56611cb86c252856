import type { FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Locale, fillText, REGIONAL_LOCALE } from '@portage/contract/locale';
import { text } from '@portage/contract/text';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { developmentPage } from '../http/development-page.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { pathOf } from '../http/path-of.ts';
import { preferredLocale } from '../http/preferred-locale.ts';
import { findMail, listNewestMails, type StoredMail } from './mail-queries.ts';
import { readBody } from './outbox.ts';

const WORDS = {
  title: { en: 'Development outbox', fr: 'Boîte d’envoi de développement' },
  notice: {
    en: 'These e-mails are not sent to anyone: Portage runs without a mail server, and anyone who can open this page can read them.',
    fr: 'Ces courriels ne sont envoyés à personne\u00A0: Portage fonctionne sans serveur de courriel, et quiconque ouvre cette page peut les lire.',
  },
  none: { en: 'No e-mail yet.', fr: 'Aucun courriel pour l’instant.' },
  newest: { en: 'The newest e-mails', fr: 'Les courriels les plus récents' },
  subject: { en: 'Subject', fr: 'Objet' },
  to: { en: 'To', fr: 'À' },
  written: { en: 'Written', fr: 'Rédigé' },
  back: { en: 'All e-mails', fr: 'Tous les courriels' },
  html: { en: 'HTML part', fr: 'Partie HTML' },
  text: { en: 'Text part', fr: 'Partie texte' },
  forgotten: {
    en: 'The text of this e-mail was deleted: it was sent or given up while there was a mail server.',
    fr: 'Le texte de ce courriel a été supprimé\u00A0: il a été envoyé ou abandonné quand il y avait un serveur de courriel.',
  },
  documentTitle: {
    en: '{subject} – Development outbox',
    fr: '{subject} – Boîte d’envoi de développement',
  },
} as const;

const STYLE = `
body { max-width: 60rem; }
h1 { font-size: 1.5rem; }
caption { text-align: start; font-weight: 600; padding-block: .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dd { margin: 0; }
iframe { box-sizing: border-box; width: 100%; height: 44rem; border: 1px solid light-dark(#d9dcdc, #3f4549); border-radius: 8px; resize: vertical; }
pre { padding: 1rem; border: 1px solid light-dark(#d9dcdc, #3f4549); border-radius: 8px; white-space: pre-wrap; }`;

const notice = (locale: Locale) => `<p role="note">${escapeHtml(WORDS.notice[locale])}</p>`;

/** In UTC: the reader's zone is unknown. */
function timeOf(timestamp: EpochMillis, locale: Locale): string {
  const date = new Date(timestamp);
  const words = date.toLocaleString(REGIONAL_LOCALE[locale], {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  });
  return `<time datetime="${date.toISOString()}">${escapeHtml(words)}</time>`;
}

/** Null once sent or given up. */
type ReadableMail = Omit<StoredMail, 'encryptedBody'> & {
  text: string | null;
  html: string | null;
};

function rowOf({ id, subject, recipient, createdAt }: ReadableMail, locale: Locale): string {
  return `<tr>
<th scope="row"><a href="/dev/mail/${id}?lang=${locale}">${escapeHtml(subject)}</a></th>
<td>${escapeHtml(recipient)}</td>
<td>${timeOf(createdAt, locale)}</td>
</tr>`;
}

function devMailListPage(mails: readonly ReadableMail[], locale: Locale): string {
  const word = (key: keyof typeof WORDS) => escapeHtml(WORDS[key][locale]);
  const list = `<table>
<caption>${word('newest')}</caption>
<thead><tr>
<th scope="col">${word('subject')}</th><th scope="col">${word('to')}</th><th scope="col">${word('written')}</th>
</tr></thead>
<tbody>
${mails.map((mail) => rowOf(mail, locale)).join('\n')}
</tbody>
</table>`;
  const content = [
    `<h1>${word('title')}</h1>`,
    notice(locale),
    mails.length > 0 ? list : `<p>${word('none')}</p>`,
  ];
  return developmentPage(locale, {
    title: word('title'),
    style: STYLE,
    content: content.join('\n'),
  });
}

function devMailPage(mail: ReadableMail, locale: Locale): string {
  const word = (key: keyof typeof WORDS) => escapeHtml(WORDS[key][locale]);
  const subject = escapeHtml(mail.subject);
  const parts =
    mail.text === null
      ? [`<p>${word('forgotten')}</p>`]
      : [
          `<h2>${word('html')}</h2>`,
          `<iframe title="${word('html')}" src="/dev/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
          `<h2>${word('text')}</h2>`,
          `<pre>${escapeHtml(mail.text)}</pre>`,
        ];
  const content = [
    `<p><a href="/dev/mail?lang=${locale}">${word('back')}</a></p>`,
    `<h1>${subject}</h1>`,
    notice(locale),
    `<dl><dt>${word('to')}</dt><dd>${escapeHtml(mail.recipient)}</dd>`,
    `<dt>${word('written')}</dt><dd>${timeOf(mail.createdAt, locale)}</dd></dl>`,
    ...parts,
  ];
  const title = escapeHtml(fillText(WORDS.documentTitle[locale], { subject: mail.subject }));
  return developmentPage(locale, { title, style: STYLE, content: content.join('\n') });
}

const LIMIT = 50;

/** No script; each mail has its own frame. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** As mail programs: styles, and links to elsewhere. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const HTML = 'text/html; charset=utf-8';

/** Ignores invalid parameters. */
const Query = z.object({
  to: text(254).optional().catch(undefined),
  lang: Locale.optional().catch(undefined),
});

const Params = z.object({ id: z.string() });

/** Lists unsent mails without sign-in, where the settings allow it. */
export async function devMailApp(
  root: FastifyInstance,
  deps: Pick<Deps, 'db' | 'secrets'>,
): Promise<void> {
  const { db } = deps;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  });

  const readable = ({ encryptedBody, ...mail }: StoredMail): ReadableMail => ({
    ...mail,
    ...(readBody(deps, { id: mail.id, encryptedBody }) ?? { text: null, html: null }),
  });
  const listMails = async (recipient: string | undefined) =>
    (await listNewestMails(db, { limit: LIMIT, recipient })).map(readable);

  /** Throws `not_found`. */
  const mailOf = async ({ params, url }: { params: { id: string }; url: string }) => {
    const id = z.uuid().safeParse(params.id);
    const mail = id.success ? await findMail(db, id.data) : undefined;
    if (!mail) throw new ApiError('not_found', { path: pathOf(url) });
    return readable(mail);
  };

  app.get('/dev/mail', { schema: { querystring: Query } }, async ({ query, headers }, reply) => {
    const locale = query.lang ?? preferredLocale(headers['accept-language']);
    const mails = await listMails(query.to);
    const page = devMailListPage(mails, locale);
    return reply.type(HTML).header('content-security-policy', PAGE_POLICY).send(page);
  });

  app.get('/dev/mail.json', { schema: { querystring: Query } }, async ({ query }) =>
    listMails(query.to),
  );

  app.get(
    '/dev/mail/:id',
    { schema: { params: Params, querystring: Query } },
    async (request, reply) => {
      const { query, headers } = request;
      const locale = query.lang ?? preferredLocale(headers['accept-language']);
      const page = devMailPage(await mailOf(request), locale);
      return reply.type(HTML).header('content-security-policy', PAGE_POLICY).send(page);
    },
  );

  app.get('/dev/mail/:id/html', { schema: { params: Params } }, async (request, reply) => {
    const { html } = await mailOf(request);
    if (html === null) throw new ApiError('not_found', { path: pathOf(request.url) });
    // A frame without an origin cannot use it.
    void reply.removeHeader('origin-agent-cluster');
    return reply.type(HTML).header('content-security-policy', MAIL_POLICY).send(html);
  });
}
