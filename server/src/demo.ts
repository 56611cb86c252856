import type { Clock } from './clock.ts';
import type { Executor } from './db/database.ts';
import type { Deps } from './deps.ts';
import type { addRoute } from './http/endpoint-route.ts';
import type { BackgroundWork } from './jobs/worker.ts';
import type { ShopPlatform } from './shop/shop-platform.ts';

type App = Parameters<typeof addRoute>[0];

/** An account that the terminal prints and the sign-in page of a demo lists. */
export interface DemoSignIn {
  username: string;
  password: string;
  /** Name of its merchant. */
  merchant: string;
}

/** Server around the development shop. */
export interface ShopSurroundings {
  clock: Clock;
  /** Signs requests of the platform and its tokens. */
  clientSecret: string;
  /** Base address of the server, absolute. */
  publicUrl: string;
  /** Base address of the shop host, absolute. */
  callbackUrl: string;
  /** Calls the server in its own process. */
  inject: (request: {
    method: 'GET' | 'POST';
    url: string;
    headers: Record<string, string>;
    payload?: string | Buffer;
  }) => Promise<{ statusCode: number; rawPayload: Buffer }>;
}

/** An emulator of the online shop platform, with its pages at `/dev/shop`. */
export interface DevelopmentShop {
  platform: ShopPlatform;
  addPages(app: App, portalUrl: string): Promise<void>;
  /** Restores orders from Portage, since the emulator keeps none; links the demo merchant's shop. */
  seed(
    deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'trackingUrl'>,
    demoMerchantId: string | undefined,
  ): Promise<void>;
}

/** Extensions of the workspace `demo`, which only `main.ts` and tests import. */
export interface Demo {
  signIns: DemoSignIn[];
  /** The merchant that the development shop is linked to. */
  merchantId: string;
  hasUsers(db: Executor): Promise<boolean>;
  /** Fills a database without merchants. */
  makeData(deps: Deps): Promise<void>;
  addRoutes(app: App, deps: Deps): void;
  work(deps: Deps): BackgroundWork;
  openShop(surroundings: ShopSurroundings): DevelopmentShop;
}
