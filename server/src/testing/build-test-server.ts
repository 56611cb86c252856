import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { EpochMillis } from '@portage/contract/time';
import { demo } from '../../../demo/src/demo.ts';
import type { DevelopmentShop } from '../../../demo/src/development-shop/development-shop.ts';
import {
  openDevelopment,
  type OpenedDevelopment,
} from '../../../demo/src/development-shop/open-shop.ts';
import { backgroundWork } from '../background-work.ts';
import type { MarketingForm } from '../contact/marketing-form.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { readPrimary } from '../db/replica.ts';
import type { Deps } from '../deps.ts';
import { UNDECLARED_ERROR } from '../http/endpoint-route.ts';
import { embeddedIdentity } from '../identity/embedded-identity.ts';
import { startWorker } from '../jobs/worker.ts';
import { openLog } from '../log.ts';
import { openLogoSource } from '../logos/logo-source.ts';
import { openOrderChanges } from '../orders/order-changes.ts';
import { untilPrintsRecorded } from '../orders/record-prints.ts';
import type { Internet } from '../outgoing/public-address.ts';
import { openPhotoFiles } from '../photos/photo-store.ts';
import { givenSecretKeys, type SecretKeys } from '../secrets/secret-keys.ts';
import { openSecrets } from '../secrets/secrets.ts';
import { buildServer } from '../server.ts';
import type { Identity, NewAccount } from '../sessions/identity.ts';
import type { Send } from '../shop/shop-platform.ts';
import { openTariffs } from '../tariffs/open-tariffs.ts';
import { cheapenPasswords, insertCheapAccount, restorePasswords } from './cheap-account.ts';
import { noInternet } from './no-internet.ts';
import { placesOfTests } from './places-of-tests.ts';
import { cloneTestDatabase } from './test-database.ts';
import { watchScope } from './unscoped-statements.ts';

/** A Wednesday morning in Toronto, well before the cutoff and far from daylight saving. */
export const TEST_NOW: EpochMillis = Date.parse('2026-06-10T09:00:00-04:00');

/** Shorter than the product's, so that tests do not wait. */
const TEST_HASTE = { slow: 20, backoff: 1 };

export const TEST_SECRET_KEYS: SecretKeys = new Map([[1, Buffer.alloc(32, 1)]]);

/** The real server on its own database, with a clock that tests set. */
export interface TestServer {
  app: FastifyInstance;
  deps: Deps;
  /** The emulated shop platform, and its route to this server. */
  developmentShop: DevelopmentShop;
  deliver: Send;
  addShopPages: OpenedDevelopment['addPages'];
  databaseUrl: string;
  setNow(now: EpochMillis): void;
  /** Runs work `milliseconds` after `TEST_NOW`, then resets the clock. */
  later<T>(milliseconds: number, work: () => Promise<T>): Promise<T>;
  /** Makes an account; the embedded provider's has a cheap password. */
  createAccount(account: NewAccount): Promise<void>;
}

/** Differences from the usual test server. */
export interface TestServerOptions {
  openIdentity?: (deps: Pick<Deps, 'db' | 'clock' | 'log'>) => Promise<Identity>;
  isDemo?: boolean;
  /** None by default. */
  internet?: Internet;
  marketingForm?: MarketingForm;
  /** `TEST_NOW` by default. */
  startsAt?: EpochMillis;
}

async function start(
  options: TestServerOptions,
  write: (line: string) => void,
): Promise<TestServer & { stop(): Promise<void> }> {
  const { isDemo = false } = options;
  const database = await cloneTestDatabase();
  const undeclared: string[] = [];
  const log = openLog('error', {
    write(line) {
      write(line);
      if (line.includes(UNDECLARED_ERROR)) undeclared.push(line);
    },
  });
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'portage-test-'));
  const pool = openPool(database.url, log, 5);
  const db = openDatabase(pool);
  const unscoped = await watchScope(pool, db);
  let now = options.startsAt ?? TEST_NOW;
  const clock = { now: () => now };
  const secrets = openSecrets(givenSecretKeys(TEST_SECRET_KEYS));
  const shop = openDevelopment({
    clock,
    clientSecret: randomUUID(),
    plan: { maximumAvailable: 1e9, restoreRate: 1e9 },
    publicUrl: 'https://portage.example',
    callbackUrl: 'https://portage.example/shop',
    inject: (request) => app.inject(request),
    ...TEST_HASTE,
  });
  const tariffs = await openTariffs({ db, clock, log });
  const deps: Deps = {
    db,
    readOrders: readPrimary(db),
    clock,
    log,
    secrets,
    identity:
      (await options.openIdentity?.({ db, clock, log })) ??
      embeddedIdentity({ db, clock, secrets, portalUrl: 'https://portage.example' }),
    places: placesOfTests(),
    tariffs,
    orderChanges: await openOrderChanges({ db, clock, log }, database.url),
    photos: await openPhotoFiles(directory),
    logos: openLogoSource({ db, clock, log }, options.internet ?? noInternet),
    shopPlatform: shop.platform,
    mail: undefined,
    salesEmail: 'sales@portage.example',
    marketingForm: options.marketingForm,
    portalUrl: 'https://portage.example',
    trackingUrl: 'https://portage.example/track',
  };
  const createAccount = async (account: NewAccount) => {
    if (!options.openIdentity) return insertCheapAccount(db, account, now);
    const create = await deps.identity.prepareAccount(account);
    return create(db);
  };
  const { tasks } = backgroundWork(deps, isDemo ? demo : undefined);
  // No cron: it would run at some times of the day.
  const worker = await startWorker(deps, database.url, { tasks, crontab: '' });
  const app: FastifyInstance = await buildServer(deps, {
    devMail: true,
    demo: isDemo ? demo : undefined,
    developmentShop: shop,
  });
  return {
    app,
    deps,
    developmentShop: shop.world,
    deliver: shop.deliver,
    addShopPages: (pages, portalUrl) => shop.addPages(pages, portalUrl),
    databaseUrl: database.url,
    setNow(timestamp) {
      now = timestamp;
    },
    async later(milliseconds, work) {
      now = TEST_NOW + milliseconds;
      try {
        return await work();
      } finally {
        now = TEST_NOW;
      }
    },
    createAccount,
    async stop() {
      await app.close();
      await worker.stop();
      await deps.logos.stop();
      tariffs.stop();
      await deps.orderChanges.stop();
      await untilPrintsRecorded();
      await db.destroy();
      await database.drop();
      await fs.rm(directory, { recursive: true });
      expect(undeclared).toEqual([]);
      expect([...unscoped]).toEqual([]);
    },
  };
}

/**
 * Starts a server before a file's tests and stops it after them; passwords are cheap. Sets
 * the clock back after each test. A failed one prints the server's errors. Call it at the top of the file.
 */
export function useTestServer(options: TestServerOptions = {}): TestServer {
  const server = {} as TestServer;
  let started: Awaited<ReturnType<typeof start>> | undefined;
  let errors: string[] = [];
  beforeAll(async () => {
    cheapenPasswords();
    started = await start(options, (line) => void errors.push(line));
    Object.assign(server, started);
  });
  beforeEach(() => {
    errors = [];
  });
  afterEach(({ task }) => {
    server.setNow(options.startsAt ?? TEST_NOW);
    if (task.result?.state === 'fail' && errors.length > 0) process.stderr.write(errors.join(''));
  });
  afterAll(async () => {
    restorePasswords();
    await started?.stop();
  });
  return server;
}
