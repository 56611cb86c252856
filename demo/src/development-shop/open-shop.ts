import type { DevelopmentShop as ServerShop, ShopSurroundings } from '../../../server/src/demo.ts';
import { openShopPlatform, type Send } from '../../../server/src/shop/shop-platform.ts';
import { developmentShopPages } from './development-shop-pages.ts';
import { CLIENT_ID, type DevelopmentShop, openDevelopmentShop } from './development-shop.ts';
import { seedDevelopmentShop } from './seed-development-shop.ts';

const BASE = '/dev/shop';

/** The emulator with the platform client that talks to it. */
export interface OpenedDevelopment extends ServerShop {
  world: DevelopmentShop;
  /** Calls Portage like the platform. */
  deliver: Send;
}

/** Opens the emulator inside the server's process. */
export function openDevelopment({
  clock,
  clientSecret,
  publicUrl,
  callbackUrl,
  inject,
  plan,
  slow,
  backoff,
}: ShopSurroundings & {
  plan?: { maximumAvailable: number; restoreRate: number };
  slow?: number;
  backoff?: number;
}): OpenedDevelopment {
  const deliver: Send = async (address, { method = 'GET', headers = {}, body }) => {
    const { pathname, search } = new URL(address);
    // The callback address may have another path outside.
    const path = `${pathname}${search}`.replace(new URL(callbackUrl).pathname, '/shop');
    const response = await inject({
      method,
      url: path,
      headers: { ...headers },
      ...(body !== undefined && { payload: body }),
    });
    return { status: response.statusCode, headers: {}, body: response.rawPayload };
  };
  const world = openDevelopmentShop({
    clock,
    clientSecret,
    deliver,
    ...(plan && { plan }),
    ...(slow !== undefined && { slow }),
  });
  const platform = openShopPlatform({
    clientId: CLIENT_ID,
    clientSecret,
    isDevelopmentShop: true,
    callbackUrl,
    adminUrl: (shop) => `${publicUrl}${BASE}/${shop}/admin`,
    send: world.send,
    ...(backoff !== undefined && { backoff }),
  });
  return {
    platform,
    world,
    deliver,
    addPages: async (app, portalUrl) => {
      await app.register((pages) => developmentShopPages(pages, { world, deliver, portalUrl }), {
        prefix: BASE,
      });
    },
    seed: (deps, demoMerchantId) =>
      seedDevelopmentShop(deps, world, { callbackUrl, demoMerchantId }),
  };
}
