import type { FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Locale } from '@portage/contract/locale';
import { text } from '@portage/contract/text';
import type { Deps } from '../deps.ts';
import { pathOf } from '../http/path-of.ts';
import { preferredLocale } from '../http/preferred-locale.ts';
import { ApiError } from '../api-error.ts';
import { devMailListPage, devMailPage } from './dev-mail-pages.ts';
import { findMail, listNewestMails } from './mail-queries.ts';

/** How many mails are listed. */
const LIMIT = 50;

/** The pages run no script and load nothing but their icon; a mail is shown in a frame of its own. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What a mail program would let a mail do: look as it looks, and open links elsewhere. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const HTML = 'text/html; charset=utf-8';

/** Anybody may write anything into a query: what is not understood counts as not said. */
const Query = z.object({
  to: text(254).optional().catch(undefined),
  lang: Locale.optional().catch(undefined),
});

const Params = z.object({ id: z.string() });

/**
 * The outbox for development: mails that are not sent, readable by anybody who reaches the server.
 * Registered only where the settings say so. `/dev/mail.json` is for tests and scripts.
 */
export async function devMailApp(root: FastifyInstance, { db }: Pick<Deps, 'db'>): Promise<void> {
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  });

  /** The mail of a call's path. Raises `not_found`. */
  const mailOf = async ({ params, url }: { params: { id: string }; url: string }) => {
    const id = z.uuid().safeParse(params.id);
    const mail = id.success ? await findMail(db, id.data) : undefined;
    if (!mail) throw new ApiError('not_found', { path: pathOf(url) });
    return mail;
  };

  app.get('/dev/mail', { schema: { querystring: Query } }, async ({ query, headers }, reply) => {
    const locale = query.lang ?? preferredLocale(headers['accept-language']);
    const mails = await listNewestMails(db, { limit: LIMIT, recipient: query.to });
    const page = devMailListPage(mails, locale);
    return reply.type(HTML).header('content-security-policy', PAGE_POLICY).send(page);
  });

  app.get('/dev/mail.json', { schema: { querystring: Query } }, async ({ query }) =>
    listNewestMails(db, { limit: LIMIT, recipient: query.to }),
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
    // A frame without an origin cannot ask to be kept apart by its origin.
    void reply.removeHeader('origin-agent-cluster');
    return reply.type(HTML).header('content-security-policy', MAIL_POLICY).send(html);
  });
}
