import { randomUUID } from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { apiApp } from './api-app.ts';
import type { Demo } from './demo.ts';
import type { Deps } from './deps.ts';
import type { DevelopmentShop } from './development-shop/development-shop.ts';
import { healthApp } from './health-app.ts';
import { type CallLimits, callLimiter, type LimitCalls } from './http/call-limits.ts';
import { finishCallsUnderWay } from './http/calls-under-way.ts';
import { BODY_LIMIT, LONGEST_PARAMETER, REQUEST_TIMEOUT } from './limits.ts';
import { devMailApp } from './mail/dev-mail-app.ts';
import { portalApp, type PortalOptions } from './portal-app.ts';
import { answerProblem } from './problem.ts';
import { publicApp, type PublicPagesOptions } from './public-app.ts';
import { DEVELOPMENT_SHOP_PATH } from './development-shop/open-shop.ts';
import type { Send } from './shop/shop-platform.ts';
import { trackingApp } from './tracking-app.ts';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { addAuthentication } from './http/authentication.ts';
import { readJsonBodies } from './http/request-body.ts';
import { keepAnswersPrivate, answerUnknownRoutes } from './http/private-answers.ts';
import { boundSignedBodies } from './http/signed-bodies.ts';
import { reportRejectedCalls } from './http/report-rejected-calls.ts';
import { sessionAuthenticators } from './identity/authenticate-session.ts';
import { recordRejectedCall } from './identity/record-rejected-call.ts';
import { shopAuthenticator } from './shop/authenticate-shop.ts';
import { shopCallbackRoutes, shopLinkRoutes, shopRoutes } from './shop/shop-routes.ts';
import type { ShopDeps } from './shop/with-shop.ts';
import { z } from 'zod';
import { Locale } from '@portage/contract/locale';
import { ShopDomain } from '@portage/contract/shop/shop';
import { ApiError } from './api-error.ts';
import {
  agreePage,
  checkoutPage,
  shopPage,
  shopsPage,
  USUAL_BUYER,
} from './development-shop/development-shop-pages.ts';
import { type DevShop, FAILURES } from './development-shop/shop-state.ts';
import {
  type Basket,
  cancelDevOrder,
  checkoutRates,
  fulfillDevOrder,
  placeDevOrder,
  uninstallApp,
} from './development-shop/storefront.ts';
import { pathOf } from './http/path-of.ts';
import { preferredLocale } from './http/preferred-locale.ts';

const HTML = 'text/html; charset=utf-8';
const Texts = z.record(z.string(), z.string().max(2000));

const textsOf = (value: unknown) => Texts.safeParse(value ?? {}).data ?? {};

const localeOf = ({ query, headers }: FastifyRequest) =>
  Locale.safeParse(textsOf(query)['lang']).data ?? preferredLocale(headers['accept-language']);

/** What a checkout was given. */
function basketOf(typed: Readonly<Record<string, string>>, locale: string): Basket {
  const said = (name: string) => typed[name]?.trim() || null;
  return {
    items: [{ productId: typed['product'] ?? '', quantity: Number(typed['quantity'] ?? 1) || 1 }],
    address: {
      name: said('name'),
      company: null,
      address1: said('street'),
      address2: null,
      city: said('city'),
      provinceCode: said('province'),
      zip: said('zip'),
      countryCodeV2: said('country'),
      phone: said('phone'),
    },
    email: said('email'),
    note: said('note'),
    locale,
  };
}

/**
 * The pages of the development shop: what a shop's staff and its buyers do. Registered only where the
 * settings say so; anybody who reaches the server may use them.
 */
async function developmentShopApp(
  app: FastifyInstance,
  { world, deliver, portalUrl }: { world: DevelopmentShop; deliver: Send; portalUrl: string },
): Promise<void> {
  const base = app.prefix;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body.toString())));
    },
  );
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      // No form-action: browsers hold it against the redirects that follow a form, too.
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    });
  });

  const pageAt = (request: FastifyRequest) => ({ locale: localeOf(request), base });

  /** The shop of a path. Throws `not_found` for a name that is no shop's. */
  function shopOf({ params, url }: FastifyRequest): DevShop {
    const domain = ShopDomain.safeParse(textsOf(params)['shop']);
    if (!domain.success) throw new ApiError('not_found', { path: pathOf(url) });
    return world.shop(domain.data);
  }

  app.get('/', (request, reply) =>
    reply.type(HTML).send(shopsPage(pageAt(request), world.shops())),
  );
  app.get('/:shop', (request, reply) =>
    reply.type(HTML).send(shopPage(pageAt(request), shopOf(request))),
  );
  app.get('/:shop/install', (request, reply) => {
    const query = new URLSearchParams(world.installQuery(shopOf(request).domain));
    return reply.redirect(`${portalUrl}/platform/authorize?${query.toString()}`);
  });

  app.get('/:shop/admin/oauth/authorize', (request, reply) => {
    const page = agreePage(pageAt(request), shopOf(request).domain, textsOf(request.query));
    return reply.type(HTML).send(page);
  });
  app.post('/:shop/admin/oauth/authorize', (request, reply) => {
    const { redirect_uri: target = '', state = '' } = textsOf(request.query);
    const query = new URLSearchParams(world.agree(shopOf(request).domain, state));
    // The platform knows the addresses of the app; the emulator's are those of this server.
    if (!target.startsWith(`${portalUrl}/`)) throw new ApiError('not_found', { path: target });
    return reply.redirect(`${target}?${query.toString()}`, 303);
  });

  app.get('/:shop/checkout', async (request, reply) => {
    const shop = shopOf(request);
    const { lang: _lang, ...typed } = textsOf(request.query);
    const page = pageAt(request);
    if (Object.keys(typed).length === 0) {
      return reply.type(HTML).send(checkoutPage(page, shop, { typed: USUAL_BUYER }));
    }
    const basket = basketOf(typed, page.locale);
    const rates = await checkoutRates(world, deliver, shop.domain, basket);
    return reply.type(HTML).send(checkoutPage(page, shop, { typed, rates }));
  });
  app.post('/:shop/checkout', async (request, reply) => {
    const { domain } = shopOf(request);
    const typed = textsOf(request.body);
    const basket = basketOf(typed, localeOf(request));
    const rates = typed['rate'] ? await checkoutRates(world, deliver, domain, basket) : [];
    const rate = rates.find(({ service_code: code }) => code === typed['rate']);
    await placeDevOrder(world, domain, basket, rate);
    return reply.redirect(`${base}/${domain}`, 303);
  });

  app.post('/:shop/failure', (request, reply) => {
    const shop = shopOf(request);
    shop.failure = z.enum(FAILURES).parse(textsOf(request.body)['failure']);
    return reply.redirect(`${base}/${shop.domain}`, 303);
  });
  app.post('/:shop/uninstall', async (request, reply) => {
    const { domain } = shopOf(request);
    await uninstallApp(world, domain);
    return reply.redirect(`${base}/${domain}`, 303);
  });
  for (const [name, action] of Object.entries({
    cancel: cancelDevOrder,
    fulfill: fulfillDevOrder,
  })) {
    app.post(`/:shop/orders/:id/${name}`, async (request, reply) => {
      const shop = shopOf(request);
      const order = shop.orders.get(textsOf(request.params)['id'] ?? '');
      if (!order) throw new ApiError('not_found', { path: pathOf(request.url) });
      await action(world, shop.domain, order);
      return reply.redirect(`${base}/${shop.domain}`, 303);
    });
  }
}

/** The shop host: what the portal asks of a linked shop, and what the online shop platform calls. */
async function shopApp(
  app: FastifyInstance,
  deps: ShopDeps,
  limitCalls: LimitCalls,
): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  keepAnswersPrivate(app);
  answerUnknownRoutes(app);
  readJsonBodies(app);
  boundSignedBodies(app, deps.clock);
  limitCalls(app);
  const reportForgery = reportRejectedCalls(app, deps.clock, (rejected) =>
    recordRejectedCall(deps, rejected),
  );
  addAuthentication(app, {
    anyone: () => undefined,
    ...sessionAuthenticators(deps),
    shop: shopAuthenticator(deps.shopPlatform),
  });
  shopRoutes(app, deps);
  shopLinkRoutes(app, deps, reportForgery);
  shopCallbackRoutes(app, deps);
}

/** What a server is given beside what its use cases work with. */
export interface ServerOptions {
  /** The built portal and its settings; without them the API stands alone. */
  portal?: PortalOptions;
  /** What the settings say about the public pages. */
  publicPages?: Omit<PublicPagesOptions, 'apiUrl'>;
  /** Addresses and networks whose `X-Forwarded-For` is believed; by default nobody's. */
  trustedProxies?: string[];
  /** Whether anybody may read the outbox, at `/dev/mail`; by default nobody. */
  devMail?: boolean;
  /** The development shop, whose pages are at `/dev/shop`; by default none. */
  developmentShop?: { world: DevelopmentShop; deliver: Send } | undefined;
  demo?: Demo | undefined;
  /** How many calls the API and the shop host take, if not as many as usual. */
  callLimits?: CallLimits;
}

/** Everything Portage serves, on one port: the API, the tracking site, the portal, the health checks. */
export async function buildServer(
  deps: Deps,
  {
    portal,
    publicPages = {},
    trustedProxies = [],
    devMail = false,
    developmentShop,
    demo,
    callLimits,
  }: ServerOptions = {},
): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = deps.log;
  const server = fastify({
    loggerInstance: log,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    // A stop waits for calls under way, and not for browsers that keep their connection open.
    forceCloseConnections: true,
    requestTimeout: REQUEST_TIMEOUT,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    trustProxy: trustedProxies,
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
  });
  server.setErrorHandler(answerProblem);
  finishCallsUnderWay(server);
  // The portal sets a content policy of its own; the API answers data, which needs none.
  await server.register(fastifyHelmet, { contentSecurityPolicy: false });
  await server.register(fastifyCompress, {
    encodings: ['gzip'],
    zlibOptions: { level: 4 },
    // Bodies come as they are: a small compressed one could unfold to much work.
    globalDecompression: false,
  });

  healthApp(server, deps);
  const limitCalls = callLimiter(deps.clock, callLimits);
  await server.register((app) => apiApp(app, deps, { demo, limitCalls }), { prefix: '/api' });
  const apiUrl = portal?.config.apiUrl ?? '/api';
  await server.register((app) => trackingApp(app, deps, apiUrl), { prefix: '/track' });
  await server.register((app) => publicApp(app, deps, { apiUrl, ...publicPages }));
  const { shopPlatform, portalUrl } = deps;
  if (shopPlatform) {
    await server.register((app) => shopApp(app, { ...deps, shopPlatform }, limitCalls), {
      prefix: '/shop',
    });
  }
  if (developmentShop) {
    await server.register((app) => developmentShopApp(app, { ...developmentShop, portalUrl }), {
      prefix: DEVELOPMENT_SHOP_PATH,
    });
  }
  if (devMail) await server.register((app) => devMailApp(app, deps));
  if (portal) await server.register((app) => portalApp(app, deps, portal));
  return server;
}
