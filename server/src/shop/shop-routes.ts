import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { ShopDomain, shopEndpoints, type ShopLink } from '@portage/contract/shop/shop';
import { CarrierRateRequest, shopCallbackEndpoints } from '@portage/contract/shop/shop-callbacks';
import { shopLinkEndpoints } from '@portage/contract/shop/shop-link';
import { shopOrderEndpoints } from '@portage/contract/shop/shop-orders';
import { ApiError, isApiError } from '../api-error.ts';
import { addRoute } from '../http/endpoint-route.ts';
import type { ReportForgery } from '../http/report-rejected-calls.ts';
import { fulfillBatch, syncTags } from './batch.ts';
import { quoteCheckout, serviceOfCode } from './checkout-rates.ts';
import { listWithDrift, repairDrift } from './drift.ts';
import {
  createAndFulfill,
  fulfillOrder,
  listFulfillmentChoices,
  placeShopOrder,
} from './fulfill-orders.ts';
import {
  activateShop,
  authorizeLink,
  finishLink,
  linkAgain,
  receiveCode,
  startLink,
  unlinkShop,
} from './link-shop.ts';
import { readSigned, receiveWebhook } from './receive-webhook.ts';
import { connectShop, readConnection } from './shop-connection.ts';
import { listUnreadableShopOrders } from './shop-order-queries.ts';
import { findShop, updateShop } from './shop-queries.ts';
import { getShop, type ShopDeps } from './with-shop.ts';

export function shopRoutes(app: FastifyInstance, deps: ShopDeps): void {
  addRoute(app, shopEndpoints.locations, ({ session, query, locale }) =>
    listFulfillmentChoices(deps, { ...session, shop: query.shop }, query.id, locale),
  );
  addRoute(app, shopEndpoints.fulfill, async ({ session, query, body }) => {
    const { orderId: id, locationId } = body;
    const fulfiller = { ...session, shop: query.shop };
    return { fulfillmentIds: await fulfillOrder(deps, fulfiller, { id, locationId }) };
  });
  addRoute(app, shopEndpoints.createAndFulfill, ({ session, query, body }) => {
    const { orderId: shopOrderId, locationId, rate, corrections, version } = body;
    const service = typeof rate === 'string' ? rate : rate && serviceOfCode(rate.service_code);
    const fulfiller = { ...session, shop: query.shop };
    return createAndFulfill(deps, fulfiller, {
      shopOrderId,
      locationId,
      service,
      corrections,
      version,
    });
  });
  addRoute(app, shopEndpoints.bulkFulfill, async ({ session, body, locale }) => {
    const fulfiller = { ...session, shop: body.shopName };
    return { outcomes: await fulfillBatch(deps, fulfiller, body.orders, locale) };
  });
  addRoute(app, shopEndpoints.syncTags, async ({ session, body, locale }) => {
    const shop = { merchantId: session.merchantId, shop: body.shopName };
    return { outcomes: await syncTags(deps, shop, body.orders, locale) };
  });

  addRoute(app, shopOrderEndpoints.list, async ({ session, query }) => ({
    shopOrders: await listWithDrift(deps, session.merchantId, query.show),
    unreadable: await listUnreadableShopOrders(deps.db, session.merchantId),
  }));
  addRoute(app, shopOrderEndpoints.place, ({ session, params, body }) =>
    placeShopOrder(deps, session, { ...params, ...body }),
  );
  addRoute(app, shopOrderEndpoints.repair, async ({ session, params, query }) => {
    const { shop } = await getShop(deps, session.merchantId);
    return repairDrift(deps, { ...session, shop }, params.shopOrderId, query.orderId);
  });
}

/** Calls that link a shop, and the browser's two stops on the way. */
export function shopLinkRoutes(
  app: FastifyInstance,
  deps: ShopDeps,
  reportForgery: ReportForgery,
): void {
  async function linkOf(merchantId: string): Promise<ShopLink | undefined> {
    const stored = await findShop(deps.db, merchantId);
    if (!stored) return undefined;
    return {
      shop: stored.shop,
      state: stored.encryptedToken ? 'linked' : 'authorization_lost',
      linkedAt: stored.linkedAt,
      placesOrders: stored.placesOrders,
      ...(stored.foreignCurrency !== null && { foreignCurrency: stored.foreignCurrency }),
      isDevelopmentShop: deps.shopPlatform.isDevelopmentShop,
    };
  }

  addRoute(app, shopLinkEndpoints.start, ({ body, address }) =>
    orForgery({ subject: 'POST /link/start 401', address }, () => startLink(deps, body.query)),
  );
  addRoute(app, shopLinkEndpoints.authorize, ({ session, body }) =>
    authorizeLink(deps, session, body),
  );
  addRoute(app, shopLinkEndpoints.finish, ({ session, body }) =>
    finishLink(deps, session, body.finishToken),
  );
  addRoute(app, shopLinkEndpoints.linkAgain, ({ session }) => linkAgain(deps, session));
  addRoute(app, shopLinkEndpoints.get, async ({ session }) => {
    const link = await linkOf(session.merchantId);
    return link ? { link } : {};
  });
  addRoute(app, shopLinkEndpoints.change, async ({ session, body }) => {
    await getShop(deps, session.merchantId);
    await updateShop(deps.db, session.merchantId, body);
    const link = await linkOf(session.merchantId);
    if (!link) throw new ApiError('shop_not_linked', { shop: '' });
    return link;
  });
  addRoute(app, shopLinkEndpoints.connection, ({ session }) =>
    readConnection(deps, session.merchantId),
  );
  addRoute(app, shopLinkEndpoints.setUp, async ({ session }) => {
    await connectShop(deps, session.merchantId);
    return readConnection(deps, session.merchantId);
  });
  addRoute(app, shopLinkEndpoints.unlink, ({ session, query }) =>
    unlinkShop(deps, session, query.shop),
  );

  const hidden = { schema: { hide: true } };
  const Activation = z.object({ shop: ShopDomain, token: z.string() });

  app.get('/activate_shop', hidden, async ({ query }, reply) => {
    const activation = Activation.safeParse(query);
    return orFailure(reply, async () => {
      if (!activation.success) throw new ApiError('shop_link_expired');
      return activateShop(deps, activation.data);
    });
  });

  app.get('/oauth/callback', hidden, async ({ query, ip: address }, reply) => {
    const texts = z.record(z.string(), z.string()).safeParse(query);
    return orFailure(reply, async () => {
      const forged = { subject: 'GET /oauth/callback 401', address };
      const finish = await orForgery(forged, () => receiveCode(deps, texts.data ?? {}));
      return `${deps.portalUrl}/platform/authorize?${new URLSearchParams({ finish }).toString()}`;
    });
  });

  /** Reports a wrong signature. */
  async function orForgery<Result>(
    forged: Parameters<ReportForgery>[0],
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (isApiError(error, 'shop_signature_invalid')) await reportForgery(forged);
      throw error;
    }
  }

  /** Redirects the browser to `target`, or to the page that shows the error. */
  async function orFailure(reply: FastifyReply, target: () => Promise<string>) {
    try {
      return await reply.redirect(await target());
    } catch (error) {
      if (!isApiError(error)) throw error;
      const failure = new URLSearchParams({ failure: error.code });
      return reply.redirect(`${deps.portalUrl}/platform/authorize?${failure.toString()}`);
    }
  }
}

/** Serves the platform's calls: webhooks, and rates at checkout. */
export function shopCallbackRoutes(app: FastifyInstance, deps: ShopDeps): void {
  addRoute(app, shopCallbackEndpoints.webhook, async ({ session, params }) => {
    await receiveWebhook(deps, { ...session, topic: `${params.resource}/${params.event}` });
    return { received: true } as const;
  });
  addRoute(app, shopCallbackEndpoints.carrierRates, async ({ session }) => ({
    rates: await quoteCheckout(deps, session.shop, readSigned(CarrierRateRequest, session.body)),
  }));
}
