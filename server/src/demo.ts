import type { Clock } from './clock.ts';
import type { Executor } from './db/database.ts';
import type { Deps } from './deps.ts';
import type { addRoute } from './http/endpoint-route.ts';
import type { BackgroundWork } from './jobs/worker.ts';
import type { ShopPlatform } from './shop/shop-platform.ts';

type App = Parameters<typeof addRoute>[0];

/** Printed in the terminal and listed on a demo's sign-in page. */
export interface DemoSignIn {
  username: string;
  password: string;
  merchant: string;
}

export interface ShopSurroundings {
  clock: Clock;
  /** Signs requests of the platform and its tokens. */
  clientSecret: string;
  /** Absolute. */
  publicUrl: string;
  /** Base address of the shop host, absolute. */
  callbackUrl: string;
  /** Calls the server in its process. */
  inject: (request: {
    method: 'GET' | 'POST';
    url: string;
    headers: Record<string, string>;
    payload?: string | Buffer;
  }) => Promise<{ statusCode: number; rawPayload: Buffer }>;
}

/** Pages at `/dev/shop`. */
export interface DevelopmentShop {
  platform: ShopPlatform;
  addPages(app: App, portalUrl: string): Promise<void>;
  /** Restores orders from Portage: the emulator keeps none. */
  seed(
    deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'trackingUrl'>,
    demoMerchantId: string | undefined,
  ): Promise<void>;
}

/** Implemented by the workspace `demo`. */
export interface Demo {
  signIns: DemoSignIn[];
  merchantId: string;
  hasUsers(db: Executor): Promise<boolean>;
  /** Fills an empty database. */
  makeData(deps: Deps): Promise<void>;
  addRoutes(app: App, deps: Deps): void;
  work(deps: Deps): BackgroundWork;
  openShop(surroundings: ShopSurroundings): DevelopmentShop;
}
