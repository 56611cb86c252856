import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { SECOND } from '@portage/contract/time';
import { startEmbeddedPostgres } from '../../postgres/src/embedded-postgres.ts';
import { hasCode } from '../../postgres/src/startup-error.ts';
import { backgroundWork } from './background-work.ts';
import { systemClock } from './clock.ts';
import { openMarketingForm } from './contact/marketing-form.ts';
import { isPooledByTransaction, openDatabase, openPool, pingDatabase } from './db/database.ts';
import { isCluster } from './db/distribute-tables.ts';
import { checkSchema, migrate } from './db/migrate.ts';
import { openReplica, readPrimary, rememberPositions, type Replica } from './db/replica.ts';
import type { Demo, DemoSignIn, DevelopmentShop } from './demo.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { listen, requireFree } from './http/listen.ts';
import { embeddedIdentity } from './identity/embedded-identity.ts';
import { openCognito } from './identity/open-cognito.ts';
import { insertJob, listWaitingJobs } from './jobs/job-queries.ts';
import { migrateJobs, startWorker } from './jobs/worker.ts';
import { openLogoSource } from './logos/logo-source.ts';
import { countRecentGivenUpMails } from './mail/outbox.ts';
import { type MailTransport, smtpTransport } from './mail/smtp-transport.ts';
import { openOrderChanges } from './orders/order-changes.ts';
import { untilPrintsRecorded } from './orders/record-prints.ts';
import { guardedFetch } from './outgoing/guarded-fetch.ts';
import { publicInternet } from './outgoing/public-address.ts';
import { openPhotoBucket, openPhotoFiles, type PhotoStore } from './photos/photo-store.ts';
import { openPlaces } from './places/open-places.ts';
import { startPrintThread } from './printing/print-threads.ts';
import { publicPaths } from './public/public-frame.ts';
import { getSecret, hasSecret, useStoredVersion } from './secrets/get-secret.ts';
import { fileSecretKeys, givenSecretKeys } from './secrets/secret-keys.ts';
import { openSecrets, SecretUnreadable } from './secrets/secrets.ts';
import { buildServer } from './server.ts';
import { keepAnnouncing } from './servers/announce-server.ts';
import type { Identity } from './sessions/identity.ts';
import { openShopPlatform, type ShopPlatform } from './shop/shop-platform.ts';
import {
  databaseUnreachable,
  demoUsersLeft,
  invalidSetting,
  portTaken,
  secretKeysWrong,
} from './startup-error.ts';
import { openTariffs } from './tariffs/open-tariffs.ts';
import type { Metrics } from './watch/metrics.ts';
import type { TraceSettings } from './watch/span-exporter.ts';
import { keepSpans } from './watch/spans.ts';

const PORTAL_BUILD = path.resolve(import.meta.dirname, '../../portal/dist');
const SHOP_LIMITS = { timeout: 10_000, maxBytes: 8 * 1024 * 1024, maxRedirects: 0 };
/** Milliseconds that a database may be silent while the process stops. */
const LAST_ANSWERS = 5_000;

const VERSION = '1.22.4';

export interface Portage {
  /** Such as `http://localhost:8080`. */
  address: string;
  /** Empty without a demo. */
  demoSignIns: DemoSignIn[];
  /** Lets running work end, and closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts database, schema, demo data, background work and port, and stops them when a later part
 * fails. Throws a `StartupError` for what an operator can fix, changing nothing.
 */
export async function startPortage(
  env: Env,
  log: Logger,
  demo: Demo,
  onDatabaseExit: (error: Error) => void,
): Promise<Portage> {
  await using started = new AsyncDisposableStack();
  /** Stops a part with the others. */
  const keep = <Part extends { stop: () => unknown }>(part: Part): Part =>
    started.adopt(part, async (one) => void (await one.stop()));

  const ofMetrics = {
    host: env.host,
    port: env.metricsPort ?? 0,
    key: 'PORTAGE_METRICS_PORT',
  };
  const address = env.publicUrl ?? `http://localhost:${env.port}`;
  // Before anything is changed.
  await saysPortTaken(env, () => requireFree(env));
  const metrics = await openMetrics();
  if (env.traces) await startTracing(env.traces);
  const databaseUrl = env.databaseUrl ?? (await startOwnDatabase());
  const pool = openPool(databaseUrl, log);
  const db = started.adopt(
    openDatabase(
      pool,
      { log, slowQuery: env.slow.query, onWait: metrics?.onWait },
      env.replicaUrl === undefined ? undefined : rememberPositions,
    ),
    (one) => one.destroy(),
  );
  started.defer(untilPrintsRecorded);
  await pingDatabase(db).catch((error: unknown) => {
    throw databaseUnreachable(databaseUrl, error);
  });
  if (env.databaseUrl && (await isPooledByTransaction(env.databaseUrl))) {
    throw invalidSetting(
      'DATABASE_URL',
      'leads through a pooler that shares connections between transactions: use session pooling (pool_mode = session), or the address of the database itself',
    );
  }
  if (env.replicaUrl && (await isCluster(db))) {
    throw invalidSetting('PORTAGE_REPLICA_URL', 'does not work with a cluster');
  }
  const hasSchema = (await checkSchema(db)) !== 'missing';
  if (hasSchema && !env.demo && env.identity.provider === 'embedded' && (await demo.hasUsers(db))) {
    throw demoUsersLeft();
  }
  const hasKeys = hasSchema && (await hasSecret(db, 'lookups'));
  const secrets = openSecrets(
    env.secretKeys
      ? givenSecretKeys(env.secretKeys)
      : fileSecretKeys(env.dataDirectory, { make: !hasKeys }),
  );
  if (hasKeys) await getSecret({ db, secrets }, 'lookups').catch(saysKeysWrong);
  const identity = await openIdentity(env.identity);
  const photos = await openPhotos(env.photos);

  await migrateJobs({ db, log }, databaseUrl);
  await migrate(db);
  await getSecret({ db, secrets }, 'lookups').catch(saysKeysWrong);
  await useStoredVersion({ db, secrets });

  const replica = await openOwnReplica(env.replicaUrl);
  const orderChanges = keep(await openOrderChanges({ db, clock: systemClock, log }, databaseUrl));
  const shop = await openShop(env.shop);
  const deps: Deps = {
    db,
    readOrders: replica?.readOrders ?? readPrimary(db),
    clock: systemClock,
    log,
    secrets,
    identity,
    places: openPlaces(env.places, { clock: systemClock, log }),
    tariffs: keep(await openTariffs({ db, clock: systemClock, log })),
    orderChanges,
    photos,
    logos: keep(openLogoSource({ db, clock: systemClock, log }, publicInternet)),
    shopPlatform: shop.platform,
    mail: openMail(env.mail),
    salesEmail: env.sales.email,
    marketingForm:
      env.sales.formUrl === undefined
        ? undefined
        : openMarketingForm(env.sales.formUrl, `${address}${publicPaths.pricing}`, publicInternet),
    portalUrl: address,
    trackingUrl: `${address}/track`,
  };
  if (env.demo) await demo.makeData(deps);
  await shop.development?.seed(deps, env.demo ? demo.merchantId : undefined);
  // The public address may have changed.
  if (shop.platform) {
    await insertJob(db, 'connect-shops', { moved: true }, { key: 'connect moved shops' });
  }
  // The demo's users are not in a user pool.
  const signIns = env.demo && env.identity.provider === 'embedded' ? demo.signIns : [];

  const work = backgroundWork(deps, env.demo ? demo : undefined);
  const worker = env.faces.has('worker')
    ? await startWorker(deps, databaseUrl, work, metrics?.onJob)
    : undefined;
  started.defer(() => worker?.stop());
  // Jobs of shops wait for minutes; they run again at the next start.
  started.defer(() => shop.platform?.stop());

  let isDraining = false;
  const server: FastifyInstance = await buildServer(deps, {
    developmentShop: shop.development,
    trustedProxies: env.trustedProxies,
    devMail: env.mail.readable,
    isQueueStuck: async () => worker?.isQueueStuck() ?? false,
    faces: env.faces,
    isDraining: () => isDraining,
    replica,
    watch: { slowCall: env.slow.call, onCall: metrics?.onCall, onStream: metrics?.onStream },
    demo: env.demo ? demo : undefined,
    publicPages: { termsUrl: env.termsUrl, videosUrl: env.videosUrl },
    portal: {
      directory: PORTAL_BUILD,
      config: {
        apiUrl: env.apiUrl,
        ...(shop.platform && { shopUrl: env.shop.url }),
        developmentShop: env.shop.isDevelopmentShop,
        trackingUrl: '/track',
        ...(env.map && { map: env.map }),
        demo: env.demo,
        demoSignIns: signIns,
        version: VERSION,
      },
    },
  });
  started.defer(() => server.close());
  if (env.faces.has('api')) await startPrintThread();
  await saysPortTaken(env, () => listen(server, env));
  keep(await keepAnnouncing(deps, { port: env.port, version: VERSION }));

  if (metrics) {
    const sources = {
      version: VERSION,
      jobs: Object.keys(work.tasks),
      pool,
      listWaitingJobs: () => listWaitingJobs(db),
      countMailsGivenUp: () => countRecentGivenUpMails(deps),
      replica,
    };
    keep(await saysPortTaken(ofMetrics, () => metrics.serve(ofMetrics, sources)));
  }

  const everything = started.move();
  return {
    address,
    demoSignIns: signIns,
    async stop() {
      isDraining = true;
      await setTimeout(env.drainSeconds * SECOND);
      pool.hurry(LAST_ANSWERS);
      await everything.disposeAsync();
    },
  };

  async function openShop({ url, credentials, isDevelopmentShop }: Env['shop']): Promise<{
    platform?: ShopPlatform;
    development?: DevelopmentShop;
  }> {
    const callbackUrl = url.startsWith('/') ? `${address}${url}` : url;
    if (credentials) {
      const limits = { ...SHOP_LIMITS, internet: publicInternet };
      const platform = openShopPlatform({
        ...credentials,
        isDevelopmentShop: false,
        callbackUrl,
        adminUrl: (shop) => `https://${shop}/admin`,
        send: (to, request) => guardedFetch(to, limits, request),
      });
      return { platform };
    }
    if (!isDevelopmentShop) return {};
    const development = demo.openShop({
      clock: systemClock,
      clientSecret: (await getSecret({ db, secrets }, 'development-shop')).toString('hex'),
      publicUrl: address,
      callbackUrl,
      inject: (request) => server.inject(request),
    });
    return { platform: development.platform, development };
  }

  async function startTracing(settings: TraceSettings): Promise<void> {
    const { openSpanExporter } = await import('./watch/span-exporter.ts');
    const exporter = keep(openSpanExporter(settings, { version: VERSION, log }));
    started.defer(keepSpans({ ratio: settings.ratio, keep: exporter.keep }));
  }

  /** Throws `portTaken`. */
  async function openMetrics(): Promise<Metrics | undefined> {
    if (env.metricsPort === undefined) return undefined;
    await saysPortTaken(ofMetrics, () => requireFree(ofMetrics));
    return (await import('./watch/metrics.ts')).openMetrics();
  }

  async function openOwnReplica(url: string | undefined): Promise<Replica | undefined> {
    if (url === undefined) return undefined;
    const watch = { log, slowQuery: env.slow.query };
    return keep(await openReplica({ db, log, watch, onRead: metrics?.onRead }, url));
  }

  async function openIdentity(settings: Env['identity']): Promise<Identity> {
    return settings.provider === 'cognito'
      ? openCognito({ db, clock: systemClock, log }, settings)
      : embeddedIdentity({ db, clock: systemClock, secrets, portalUrl: address });
  }

  async function openPhotos(settings: Env['photos']): Promise<PhotoStore> {
    if (settings.store === 'files') return openPhotoFiles(env.dataDirectory);
    return started.adopt(await openPhotoBucket(settings, log), (photos) => photos.close());
  }

  /** Undefined keeps mails in the outbox. */
  function openMail({ smtpUrl, from }: Env['mail']): MailTransport | undefined {
    if (smtpUrl === undefined) return undefined;
    return started.adopt(smtpTransport({ url: smtpUrl, from }), (mail) => mail.close());
  }

  async function startOwnDatabase(): Promise<string> {
    const { dataDirectory } = env;
    const postgres = await startEmbeddedPostgres({ dataDirectory, log, onExit: onDatabaseExit });
    started.defer(() => postgres.stop());
    return postgres.url;
  }
}

function saysKeysWrong(error: unknown): never {
  throw error instanceof SecretUnreadable ? secretKeysWrong(error) : error;
}

async function saysPortTaken<Result>(
  { host, port, key = 'PORT' }: { host: string; port: number; key?: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw hasCode(error, 'EADDRINUSE') ? portTaken(host, port, key) : error;
  }
}
