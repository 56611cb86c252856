import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Locale } from '@portage/contract/locale';
import { isDatabaseLost } from './db/is-database-lost.ts';
import type { Deps } from './deps.ts';
import { preferredLocale } from './http/preferred-locale.ts';
import { failurePage, notFoundPage, numberPage, waitPage } from './tracking/number-pages.ts';
import { orderPage } from './tracking/order-page.ts';
import { contentPolicy } from './tracking/page-assets.ts';
import type { SitePage } from './tracking/page-frame.ts';
import { readTrackedNumber } from './tracking/read-tracked-number.ts';
import { trackOrder } from './tracking/track-order.ts';
import { trackingContent } from './tracking/tracking-content.ts';

/** More of what was typed is not shown again: no number is as long. */
const LONGEST_SHOWN = 60;

/** One value of a query, as text; anybody may write anything into it. */
function queryValue({ query }: FastifyRequest, name: 'lang' | 'number'): string | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** The language that the address asks for. */
const askedLocale = (request: FastifyRequest): Locale | undefined =>
  Locale.safeParse(queryValue(request, 'lang')).data;

/**
 * The public tracking site: a page an order, for its recipient, made on the server. It has no session
 * and tells nothing of an order but what stands in `TrackingContent`.
 */
export async function trackingApp(app: FastifyInstance, deps: Deps): Promise<void> {
  const policy = contentPolicy([]);
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
  });

  /** A page for whoever asks, before an order says in which language. */
  const pageFor = (request: FastifyRequest, query?: SitePage['query']): SitePage => ({
    locale: askedLocale(request) ?? preferredLocale(request.headers['accept-language']),
    sitePath: app.prefix,
    ...(query && { query }),
  });

  const sendPage = (reply: FastifyReply, page: string) =>
    reply.type('text/html; charset=utf-8').send(page);

  app.get('/', (request, reply) => {
    const typed = queryValue(request, 'number')?.trim() ?? '';
    if (typed === '') return sendPage(reply, numberPage(pageFor(request)));
    const number = readTrackedNumber(typed);
    if (number) {
      const lang = askedLocale(request);
      const path = 'orderId' in number ? number.orderId : number.trackingNumber;
      return reply.redirect(`${app.prefix}/${path}${lang ? `?lang=${lang}` : ''}`, 303);
    }
    const shown = typed.slice(0, LONGEST_SHOWN);
    const page = notFoundPage(pageFor(request, { number: shown }), shown, false);
    return sendPage(reply.code(404), page);
  });

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const typed = request.params['*'].slice(0, LONGEST_SHOWN);
    const number = readTrackedNumber(typed);
    if (!number) return sendPage(reply.code(404), notFoundPage(pageFor(request), typed, false));

    const tracked = await trackOrder(deps, number, request.ip);
    if (tracked.found) {
      const { order, merchant } = tracked;
      const page = orderPage(trackingContent(order, merchant), {
        locale: askedLocale(request) ?? merchant.language,
        sitePath: app.prefix,
        now: deps.clock.now(),
        linkOf: () => undefined,
      });
      return sendPage(reply, page);
    }
    if ('wait' in tracked) {
      void reply.code(429).header('retry-after', tracked.wait);
      return sendPage(reply, waitPage(pageFor(request), tracked.wait));
    }
    return sendPage(reply.code(404), notFoundPage(pageFor(request), typed, true));
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const isLost = isDatabaseLost(error);
    if (!isLost) request.log.error({ err: error }, 'unexpected error');
    return sendPage(reply.code(isLost ? 503 : 500), failurePage(pageFor(request)));
  });
}
