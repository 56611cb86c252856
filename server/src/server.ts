import { randomUUID } from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { apiApp } from './api-app.ts';
import type { Deps } from './deps.ts';
import type { DevelopmentShop } from './development-shop/development-shop.ts';
import { developmentShopApp } from './development-shop-app.ts';
import { healthApp } from './health-app.ts';
import { type CallLimits, callLimiter } from './http/call-limits.ts';
import { finishCallsUnderWay } from './http/calls-under-way.ts';
import { BODY_LIMIT, LONGEST_PARAMETER, REQUEST_TIMEOUT } from './limits.ts';
import { devMailApp } from './mail/dev-mail-app.ts';
import { portalApp, type PortalOptions } from './portal-app.ts';
import { answerProblem } from './problem.ts';
import { publicApp, type PublicPagesOptions } from './public-app.ts';
import { shopApp } from './shop-app.ts';
import { DEVELOPMENT_SHOP_PATH } from './development-shop/open-shop.ts';
import type { Send } from './shop/shop-platform.ts';
import { trackingApp } from './tracking-app.ts';

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
  /** Whether deliveries can be simulated, as in a demo; by default they cannot. */
  simulator?: boolean;
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
    simulator = false,
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
  await server.register((app) => apiApp(app, deps, { simulator, limitCalls }), { prefix: '/api' });
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
