import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { apiApp, type CallsOptions, prepareCalls } from './api-app.ts';
import type { Replica } from './db/replica.ts';
import type { Demo, DevelopmentShop } from './demo.ts';
import type { Deps } from './deps.ts';
import { healthApp } from './health-app.ts';
import { ApiDocument } from './http/api-document.ts';
import { type CallLimits, callLimiter, limitConnections } from './http/call-limits.ts';
import { endUnreadAnswers } from './http/caller-gone.ts';
import { finishCallsUnderWay } from './http/calls-under-way.ts';
import { joinSmallChunks } from './http/request-body.ts';
import { boundSignedBodies, type SignedBodyLimits } from './http/signed-bodies.ts';
import { type CallWatch, requestIds, watchCalls } from './http/watch-calls.ts';
import { BODY_LIMIT, LONGEST_PARAMETER, REQUEST_TIMEOUT } from './limits.ts';
import { devMailApp } from './mail/dev-mail-app.ts';
import { portalApp, type PortalOptions } from './portal-app.ts';
import { answerProblem } from './problem.ts';
import { publicApp, type PublicPagesOptions } from './public-app.ts';
import type { Face } from './settings.ts';
import { shopCallbackRoutes, shopLinkRoutes, shopRoutes } from './shop/shop-routes.ts';
import { shopAuthenticator } from './shop/shop-signatures.ts';
import type { ShopDeps } from './shop/with-shop.ts';
import { readableUrl, trackingApp } from './tracking-app.ts';

const TRACKING_SITE = '/track';

/** Calls of the portal about a linked shop, and of the shop platform. */
async function shopApp(
  app: FastifyInstance,
  deps: ShopDeps,
  options: CallsOptions,
  signedBodyLimits: SignedBodyLimits | undefined,
): Promise<void> {
  boundSignedBodies(app, deps.clock, signedBodyLimits);
  const shop = shopAuthenticator(deps.shopPlatform);
  const reportForgery = await prepareCalls(app, deps, options, { shop }, 'shop');
  shopRoutes(app, deps);
  shopLinkRoutes(app, deps, reportForgery);
  shopCallbackRoutes(app, deps);
}

export interface ServerOptions {
  /** Undefined serves the API alone. */
  portal?: PortalOptions;
  publicPages?: Omit<PublicPagesOptions, 'apiUrl'>;
  /** Whose `X-Forwarded-For` counts; none by default. */
  trustedProxies?: string[];
  /** Shows the outbox at `/dev/mail` without authentication. */
  devMail?: boolean;
  developmentShop?: Pick<DevelopmentShop, 'addPages'> | undefined;
  demo?: Demo | undefined;
  callLimits?: CallLimits;
  signedBodyLimits?: SignedBodyLimits;
  /** Reports calls, and says which are slow. */
  watch?: CallWatch;
  /** All by default. */
  faces?: ReadonlySet<Face>;
  /** A stop waits for proxies to look elsewhere. */
  isDraining?: () => boolean;
  /** Never by default. */
  isQueueStuck?: () => Promise<boolean>;
  /** Undefined without a replica. */
  replica?: Pick<Replica, 'look'> | undefined;
}

/** All on one port: API, tracking site, portal, health checks. */
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
    signedBodyLimits,
    watch = {},
    isQueueStuck = async () => false,
    faces,
    isDraining = () => false,
    replica,
  }: ServerOptions = {},
): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = deps.log;
  const server = fastify({
    loggerInstance: log,
    bodyLimit: BODY_LIMIT,
    genReqId: requestIds(trustedProxies),
    // A stop waits for calls under way, and not for browsers that keep their connection open.
    forceCloseConnections: true,
    requestTimeout: REQUEST_TIMEOUT,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    trustProxy: trustedProxies,
    frameworkErrors: answerProblem,
    rewriteUrl: (request) => readableUrl(request, TRACKING_SITE),
  });
  server.setErrorHandler(answerProblem);
  finishCallsUnderWay(server);
  endUnreadAnswers(server);
  watchCalls(server, watch);
  limitConnections(server, callLimits);
  joinSmallChunks(server);
  // The portal sets its own content policy; the API's answers have a strict one.
  await server.register(fastifyHelmet, { contentSecurityPolicy: false });
  await server.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    zlibOptions: { level: 4 },
    // A page of orders is a third smaller than with gzip, in the same time.
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    },
    // A small compressed body could unfold to much work.
    globalDecompression: false,
  });

  const has = (face: Face) => faces?.has(face) ?? true;
  healthApp(server, deps, { isQueueStuck, isDraining, replica });
  const calls = {
    limitCalls: callLimiter(deps.clock, callLimits),
    apiDocument: new ApiDocument(deps.portalUrl),
  };
  if (has('api')) {
    await server.register((app) => apiApp(app, deps, calls, demo), { prefix: '/api' });
  }
  const apiUrl = portal?.config.apiUrl ?? '/api';
  if (has('tracking')) {
    await server.register((app) => trackingApp(app, deps, apiUrl), { prefix: TRACKING_SITE });
  }
  if (has('portal')) {
    await server.register((app) => publicApp(app, deps, { apiUrl, ...publicPages }));
  }
  const { shopPlatform, portalUrl } = deps;
  if (shopPlatform && has('shop')) {
    await server.register(
      (app) => shopApp(app, { ...deps, shopPlatform }, calls, signedBodyLimits),
      { prefix: '/shop' },
    );
  }
  await developmentShop?.addPages(server, portalUrl);
  if (devMail) await server.register((app) => devMailApp(app, deps));
  if (portal && has('portal')) await server.register((app) => portalApp(app, deps, portal));
  return server;
}
