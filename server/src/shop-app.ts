import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { addAuthentication } from './http/authentication.ts';
import { readJsonBodies } from './http/json-body.ts';
import { answerUnknownRoutes } from './http/unknown-route.ts';
import { sessionAuthenticators } from './identity/authenticate-session.ts';
import { shopAuthenticator } from './shop/authenticate-shop.ts';
import { shopCallbackRoutes, shopLinkRoutes, shopRoutes } from './shop/shop-routes.ts';
import type { ShopDeps } from './shop/with-shop.ts';

/** The shop host: what the portal asks of a linked shop, and what the online shop platform calls. */
export async function shopApp(app: FastifyInstance, deps: ShopDeps): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerUnknownRoutes(app);
  readJsonBodies(app);
  addAuthentication(app, {
    anyone: () => undefined,
    ...sessionAuthenticators(deps),
    shop: shopAuthenticator(deps, deps.shopPlatform),
  });
  shopRoutes(app, deps);
  shopLinkRoutes(app, deps);
  shopCallbackRoutes(app, deps);
}
