import type { Clock } from '../clock.ts';
import { guardedFetch } from '../outgoing/guarded-fetch.ts';
import { publicInternet } from '../outgoing/internet.ts';
import { openShopPlatform, type Send, type ShopPlatform } from '../shop/shop-platform.ts';
import { type DevelopmentShop, openDevelopmentShop } from './development-shop.ts';

/** Where the pages of the development shop are. */
export const DEVELOPMENT_SHOP_PATH = '/dev/shop';

/** What the platform may take, and answer. */
const LIMITS = { timeout: 10_000, maxBytes: 8 * 1024 * 1024, maxRedirects: 0 };

/** The platform, and the emulator where it stands for it. */
interface OpenedShop {
  platform: ShopPlatform | undefined;
  development: { world: DevelopmentShop; deliver: Send } | undefined;
}

/** A call of the server in its own process. */
interface InProcessRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** How the emulator reaches the server that it runs in. */
interface Around {
  clock: Clock;
  /** The secret that the emulator shares with the server. */
  developmentSecret: string;
  /** Base address of the server, absolute. */
  publicUrl: string;
  /** Calls the server in its own process. */
  inject: (request: InProcessRequest) => Promise<{ statusCode: number; rawPayload: Buffer }>;
}

/** Opens what the settings say: the platform, its emulator, or none. */
export function openShop(
  settings: {
    url: string;
    credentials: { clientId: string; clientSecret: string } | undefined;
    isDevelopmentShop: boolean;
  },
  around: Around,
): OpenedShop {
  const isRooted = settings.url.startsWith('/');
  const callbackUrl = isRooted ? `${around.publicUrl}${settings.url}` : settings.url;
  if (settings.credentials) {
    const limits = { ...LIMITS, internet: publicInternet };
    const platform = openShopPlatform({
      ...settings.credentials,
      isDevelopmentShop: false,
      callbackUrl,
      adminUrl: (shop) => `https://${shop}/admin`,
      send: (url, request) => guardedFetch(url, limits, request),
    });
    return { platform, development: undefined };
  }
  if (!settings.isDevelopmentShop) return { platform: undefined, development: undefined };
  const { platform, world, deliver } = openDevelopment({ ...around, callbackUrl });
  return { platform, development: { world, deliver } };
}

/** Opens the emulator, and the platform that speaks to it. */
export function openDevelopment({
  clock,
  developmentSecret: clientSecret,
  publicUrl,
  callbackUrl,
  inject,
  plan,
  slow,
  backoff,
}: Around & {
  callbackUrl: string;
  plan?: { maximumAvailable: number; restoreRate: number };
  slow?: number;
  backoff?: number;
}): { platform: ShopPlatform; world: DevelopmentShop; deliver: Send } {
  const deliver: Send = async (address, { method = 'GET', headers = {}, body }) => {
    const { pathname, search } = new URL(address);
    // The shop host, whatever address it has outside.
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
    clientId: 'portage-development',
    clientSecret,
    isDevelopmentShop: true,
    callbackUrl,
    adminUrl: (shop) => `${publicUrl}${DEVELOPMENT_SHOP_PATH}/${shop}/admin`,
    send: world.send,
    ...(backoff !== undefined && { backoff }),
  });
  return { platform, world, deliver };
}
