import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DevelopmentShop } from '../demo/src/development-shop/development-shop.ts';
import { openDevelopment } from '../demo/src/development-shop/open-shop.ts';
import { backgroundWork } from '../server/src/background-work.ts';
import { systemClock } from '../server/src/clock.ts';
import { openDatabase, openPool, type Database } from '../server/src/db/database.ts';
import { readPrimary } from '../server/src/db/replica.ts';
import type { Deps } from '../server/src/deps.ts';
import type { CallLimits } from '../server/src/http/call-limits.ts';
import { listen } from '../server/src/http/listen.ts';
import { embeddedIdentity } from '../server/src/identity/embedded-identity.ts';
import { startWorker } from '../server/src/jobs/worker.ts';
import type { openLog } from '../server/src/log.ts';
import { openLogoSource } from '../server/src/logos/logo-source.ts';
import { openOrderChanges } from '../server/src/orders/order-changes.ts';
import { openPhotoFiles } from '../server/src/photos/photo-store.ts';
import { embeddedPlaces } from '../server/src/places/embedded-places.ts';
import type { PortalOptions } from '../server/src/portal-app.ts';
import { givenSecretKeys } from '../server/src/secrets/secret-keys.ts';
import { openSecrets } from '../server/src/secrets/secrets.ts';
import { buildServer } from '../server/src/server.ts';
import type { Identity } from '../server/src/sessions/identity.ts';
import { adoptShop } from '../server/src/shop/link-shop.ts';
import { shippedTariff } from '../server/src/tariffs/shipped-tariff.ts';
import { noInternet } from '../server/src/testing/no-internet.ts';

/** Made by `npm run build`; undefined before it. */
const portal: PortalOptions = {
  directory: path.resolve(import.meta.dirname, '../portal/dist'),
  config: {
    apiUrl: '/api',
    trackingUrl: '/track',
    demo: false,
    demoSignIns: [],
    version: 'benchmark',
  },
};

/** Lifts the limits, since one merchant makes all calls. */
const NO_LIMITS: CallLimits = {
  openConnections: Infinity,
  streamsOfACredential: Infinity,
  ofAnAddress: Infinity,
  atOnce: Infinity,
  atOnceOfAMerchant: Infinity,
  atOnceOfACredential: Infinity,
  publicAtOnce: Infinity,
  publicAtOnceOfAnAddress: Infinity,
  ofAMerchant: Infinity,
  ofACredential: Infinity,
};

/** The real server on a port of this machine. */
export interface BenchServer extends AsyncDisposable {
  /** Base address of the API, such as `http://127.0.0.1:40123/api`. */
  api: string;
  /** The server's own pool, for comparisons. */
  pool: ReturnType<typeof openPool>;
  db: Database;
  deps: Deps;
  identity: Identity;
  /** The emulator of the online shop platform, with the throttle of the real one. */
  developmentShop: DevelopmentShop;
  /** Links a shop of the emulator to a merchant. */
  linkShop: (merchantId: string, domain: string) => Promise<void>;
  /** Runs the server's jobs until disposed. */
  startWork: () => Promise<AsyncDisposable>;
}

/** Starts the server on a migrated database. */
export async function startBenchServer(
  url: string,
  log: ReturnType<typeof openLog>,
  { isLimited = false } = {},
): Promise<BenchServer> {
  const shop = openDevelopment({
    clock: systemClock,
    clientSecret: randomUUID(),
    publicUrl: 'https://portage.example',
    callbackUrl: 'https://portage.example/shop',
    inject: (request) => server.inject(request),
  });
  const pool = openPool(url, log);
  const db = openDatabase(pool);
  const secrets = openSecrets(givenSecretKeys(new Map([[1, Buffer.alloc(32, 1)]])));
  const identity = embeddedIdentity({
    db,
    clock: systemClock,
    secrets,
    portalUrl: 'https://portage.example',
  });
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'portage-bench-'));
  const deps: Deps = {
    db,
    readOrders: readPrimary(db),
    clock: systemClock,
    log,
    secrets,
    identity,
    places: embeddedPlaces(),
    tariffs: { at: shippedTariff },
    orderChanges: await openOrderChanges({ db, clock: systemClock, log }, url),
    photos: await openPhotoFiles(directory),
    logos: openLogoSource({ db, clock: systemClock, log }, noInternet),
    shopPlatform: shop.platform,
    mail: undefined,
    salesEmail: 'sales@portage.example',
    marketingForm: undefined,
    portalUrl: 'https://portage.example',
    trackingUrl: 'https://portage.example/track',
  };
  // Lets one machine send calls from many addresses, as a proxy does.
  const server = await buildServer(deps, {
    trustedProxies: ['127.0.0.1'],
    portal,
    ...(isLimited ? {} : { callLimits: NO_LIMITS }),
  });
  const address = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    api: `${address}/api`,
    pool,
    db,
    deps,
    identity,
    developmentShop: shop.world,
    linkShop: (merchantId, domain) =>
      adoptShop(deps, merchantId, { shop: domain, token: shop.world.tokenOf(domain) }),
    startWork: async () => {
      const worker = await startWorker(deps, url, backgroundWork(deps));
      return { [Symbol.asyncDispose]: () => worker.stop() };
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await deps.logos.stop();
      await deps.orderChanges.stop();
      await db.destroy();
      await fs.rm(directory, { recursive: true });
    },
  };
}
