import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { addAuthentication } from './http/authentication.ts';
import type { LimitCalls } from './http/call-limits.ts';
import { readJsonBodies } from './http/json-body.ts';
import { keepAnswersPrivate } from './http/private-answers.ts';
import { answerUnknownRoutes } from './http/unknown-route.ts';
import { reportRejectedCalls } from './http/report-rejected-calls.ts';
import { sessionAuthenticators } from './identity/authenticate-session.ts';
import { recordRejectedCall } from './identity/record-rejected-call.ts';
import { shopAuthenticator } from './shop/authenticate-shop.ts';
import { shopCallbackRoutes, shopLinkRoutes, shopRoutes } from './shop/shop-routes.ts';
import type { ShopDeps } from './shop/with-shop.ts';

/** The shop host: what the portal asks of a linked shop, and what the online shop platform calls. */
export async function shopApp(
  app: FastifyInstance,
  deps: ShopDeps,
  limitCalls: LimitCalls,
): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  keepAnswersPrivate(app);
  answerUnknownRoutes(app);
  readJsonBodies(app);
  limitCalls(app);
  const reportForgery = reportRejectedCalls(app, deps.clock, (rejected) =>
    recordRejectedCall(deps, rejected),
  );
  addAuthentication(app, {
    anyone: () => undefined,
    ...sessionAuthenticators(deps),
    shop: shopAuthenticator(deps, deps.shopPlatform),
  });
  shopRoutes(app, deps);
  shopLinkRoutes(app, deps, reportForgery);
  shopCallbackRoutes(app, deps);
}
