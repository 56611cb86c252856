import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Locale } from '@portage/contract/locale';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import { readTrackedNumber } from '@portage/contract/orders/tracking-number';
import { isDatabaseLost } from './db/lost-connections.ts';
import type { Deps } from './deps.ts';
import { apiOrigins } from './http/api-origins.ts';
import { queryValue, sendPage } from './http/html-page.ts';
import { preferredLocale } from './http/preferred-locale.ts';
import { photoLinks } from './photos/photo-links.ts';
import { logoOf } from './tracking/logo-of.ts';
import { failurePage, notFoundPage, numberPage, waitPage } from './tracking/number-pages.ts';
import { orderPage } from './tracking/order-page.ts';
import { trackingPolicy, type SitePage } from './tracking/page-frame.ts';
import { trackOrder } from './tracking/track-order.ts';
import { trackingContent } from './tracking/tracking-content.ts';

/** Longer input is not repeated. */
const LONGEST_SHOWN = 60;
const shown = (typed: string) => typed.slice(0, LONGEST_SHOWN);

const askedLocale = (request: FastifyRequest): Locale | undefined =>
  Locale.safeParse(queryValue(request, 'lang')).data;

/** Undefined without a preference. */
function browserLocale({ headers }: FastifyRequest): Locale | undefined {
  const wished = headers['accept-language'];
  return wished === undefined || wished === '*' ? undefined : preferredLocale(wished);
}

/** Label version of the scanned QR code; undefined for invalid ones. */
function scannedVersion(request: FastifyRequest): number | undefined {
  const version = queryValue(request, 'v') ?? '';
  return /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined;
}

/** Below the site's path, a `%` that encodes nothing stands for itself. */
export function readableUrl({ url = '/' }: IncomingMessage, sitePath: string): string {
  if (!url.startsWith(`${sitePath}/`)) return url;
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Needs no session, only `TrackingContent`. Photos come from `apiUrl`. */
export async function trackingApp(app: FastifyInstance, deps: Deps, apiUrl: string): Promise<void> {
  const policy = trackingPolicy(apiOrigins(apiUrl));
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
  });

  const pageFor = (request: FastifyRequest, query?: SitePage['query']): SitePage => ({
    locale: askedLocale(request) ?? preferredLocale(request.headers['accept-language']),
    sitePath: app.prefix,
    ...(query && { query }),
  });

  /** Links to photos expire. */
  async function pageOfOrder(request: FastifyRequest, order: Order, merchant: Merchant) {
    const [links, logo] = await Promise.all([
      photoLinks(deps, order),
      logoOf(deps, order, merchant),
    ]);
    const urls = new Map(links.map(({ path, url }) => [path, `${apiUrl}${url}`]));
    const version = scannedVersion(request);
    return orderPage(trackingContent(order, merchant, version), {
      locale: askedLocale(request) ?? browserLocale(request) ?? merchant.language,
      sitePath: app.prefix,
      ...(version !== undefined && { query: { v: String(version) } }),
      now: deps.clock.now(),
      linkOf: (path) => urls.get(path),
      ...(logo && { logo }),
    });
  }

  app.get('/', (request, reply) => {
    const typed = queryValue(request, 'number')?.trim() ?? '';
    if (typed === '') return sendPage(reply, numberPage(pageFor(request)));
    const number = readTrackedNumber(typed);
    if (number) {
      const lang = askedLocale(request);
      const path = 'orderId' in number ? number.orderId : number.trackingNumber;
      return reply.redirect(`${app.prefix}/${path}${lang ? `?lang=${lang}` : ''}`, 303);
    }
    const page = notFoundPage(pageFor(request, { number: shown(typed) }), shown(typed), false);
    return sendPage(reply.code(404), page);
  });

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const number = readTrackedNumber(request.params['*']);
    const typed = shown(request.params['*']);
    if (!number) return sendPage(reply.code(404), notFoundPage(pageFor(request), typed, false));

    const tracked = await trackOrder(deps, number, request.ip);
    if (tracked.found) {
      return sendPage(reply, await pageOfOrder(request, tracked.order, tracked.merchant));
    }
    if ('wait' in tracked) {
      void reply.code(429).header('retry-after', tracked.wait);
      return sendPage(reply, waitPage(pageFor(request), tracked.wait));
    }
    return sendPage(reply.code(404), notFoundPage(pageFor(request), typed, true));
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const isLost = isDatabaseLost(error);
    request.failure = error;
    return sendPage(reply.code(isLost ? 503 : 500), failurePage(pageFor(request)));
  });
}
