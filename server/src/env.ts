import type { z } from 'zod';
import { DatabaseSettings, Settings, TestSettings } from './settings.ts';
import { invalidSetting } from './startup-error.ts';
import type { TraceSettings } from './watch/span-exporter.ts';

type Parsed = z.infer<typeof Settings>;

export type Env = ReturnType<typeof readEnv>;
export type CognitoSettings = Extract<Env['identity'], { provider: 'cognito' }>;
export type BucketSettings = Extract<Env['photos'], { store: 's3' }>;
export type DatabaseEnv = ReturnType<typeof databaseEnv>;

/** Empty values count as not set. Throws `invalidSetting`, naming the key. */
export function readEnv(environment: NodeJS.ProcessEnv = process.env) {
  const settings = parseSettings(Settings, environment);
  return {
    ...databaseEnv(settings),
    port: settings.PORT,
    host: settings.PORTAGE_HOST ?? (settings.PORTAGE_DEMO ? '127.0.0.1' : '0.0.0.0'),
    demo: settings.PORTAGE_DEMO,
    apiUrl: settings.PORTAGE_API_URL,
    publicUrl: settings.PORTAGE_PUBLIC_URL,
    sales: { email: settings.PORTAGE_SALES_EMAIL, formUrl: settings.PORTAGE_CONTACT_FORM_URL },
    termsUrl: settings.PORTAGE_TERMS_URL,
    videosUrl: settings.PORTAGE_HOWTO_VIDEOS_URL,
    trustedProxies: settings.PORTAGE_TRUSTED_PROXIES ?? [],
    identity: identitySettings(settings),
    places: placesSettings(settings),
    photos: photoSettings(settings),
    /** The service of other buckets, such as those of backups. */
    s3: {
      region: settings.PORTAGE_S3_REGION,
      endpoint: settings.PORTAGE_S3_ENDPOINT,
      usesPaths: settings.PORTAGE_S3_PATH_STYLE,
    },
    map: settings.PORTAGE_MAP_TILES
      ? { tiles: settings.PORTAGE_MAP_TILES, attribution: settings.PORTAGE_MAP_ATTRIBUTION }
      : undefined,
    shop: shopSettings(settings),
    mail: mailSettings(settings),
    logLevel: settings.PORTAGE_LOG_LEVEL,
    faces: settings.PORTAGE_FACES,
    drainSeconds: settings.PORTAGE_DRAIN_SECONDS,
    metricsPort: settings.PORTAGE_METRICS_PORT,
    traces: traceSettings(settings),
    slow: { call: settings.PORTAGE_SLOW_CALL, query: settings.PORTAGE_SLOW_QUERY },
  };
}

/** Needs no other setting. */
export function readDatabaseEnv(environment: NodeJS.ProcessEnv = process.env) {
  return databaseEnv(parseSettings(DatabaseSettings, environment));
}

/** Undefined for an embedded one. */
export function readTestDatabaseUrl(
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return parseSettings(TestSettings, environment).PORTAGE_TEST_DATABASE_URL;
}

function databaseEnv(settings: z.infer<typeof DatabaseSettings>) {
  if (settings.PORTAGE_REPLICA_URL !== undefined && settings.DATABASE_URL === undefined) {
    throw invalidSetting('PORTAGE_REPLICA_URL', 'needs the DATABASE_URL that it replicates');
  }
  return {
    dataDirectory: settings.PORTAGE_DATA,
    databaseUrl: settings.DATABASE_URL,
    replicaUrl: settings.PORTAGE_REPLICA_URL,
    secretKeys: settings.PORTAGE_SECRET_KEYS,
  };
}

function parseSettings<T>(schema: z.ZodType<T>, environment: NodeJS.ProcessEnv): T {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidSetting(String(issue?.path[0]), issue?.message ?? 'not accepted');
}

/** Throws `invalidSetting` without a setting that another one, such as `PORTAGE_PHOTOS`, needs. */
function required<Key extends keyof Parsed>(
  settings: Parsed,
  key: Key,
  by: 'PORTAGE_IDENTITY' | 'PORTAGE_PLACES' | 'PORTAGE_PHOTOS',
): NonNullable<Parsed[Key]> {
  const value = settings[key];
  if (value === undefined) throw invalidSetting(key, `is needed with ${by}=${settings[by]}`);
  return value;
}

function identitySettings(settings: Parsed) {
  const provider = settings.PORTAGE_IDENTITY;
  if (provider === 'embedded') return { provider };
  return {
    provider,
    poolId: required(settings, 'PORTAGE_COGNITO_POOL_ID', 'PORTAGE_IDENTITY'),
    clientId: required(settings, 'PORTAGE_COGNITO_CLIENT_ID', 'PORTAGE_IDENTITY'),
    region: required(settings, 'PORTAGE_COGNITO_REGION', 'PORTAGE_IDENTITY'),
    /** Undefined for the region's address. */
    endpoint: settings.PORTAGE_COGNITO_ENDPOINT,
  };
}

function placesSettings(settings: Parsed) {
  const provider = settings.PORTAGE_PLACES;
  if (provider === 'embedded') return { provider };
  if (provider === 'google') {
    return { provider, key: required(settings, 'PORTAGE_GOOGLE_MAPS_KEY', 'PORTAGE_PLACES') };
  }
  const photon = required(settings, 'PORTAGE_PHOTON_URL', 'PORTAGE_PLACES');
  return { provider, photon, nominatim: settings.PORTAGE_NOMINATIM_URL };
}

function photoSettings(settings: Parsed) {
  const store = settings.PORTAGE_PHOTOS;
  if (store === 'files') return { store };
  return {
    store,
    bucket: required(settings, 'PORTAGE_S3_BUCKET', 'PORTAGE_PHOTOS'),
    region: required(settings, 'PORTAGE_S3_REGION', 'PORTAGE_PHOTOS'),
    /** Undefined for the region's address. */
    endpoint: settings.PORTAGE_S3_ENDPOINT,
    usesPaths: settings.PORTAGE_S3_PATH_STYLE,
  };
}

/** No credentials mean the development shop, or none. Throws `invalidSetting` for half of them. */
function shopSettings(settings: Parsed) {
  const { PORTAGE_SHOPIFY_CLIENT_ID: clientId, PORTAGE_SHOPIFY_CLIENT_SECRET: clientSecret } =
    settings;
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    const missing = clientId === undefined ? 'ID' : 'SECRET';
    throw invalidSetting(`PORTAGE_SHOPIFY_CLIENT_${missing}`, 'is needed with the other one');
  }
  const credentials =
    clientId !== undefined && clientSecret !== undefined
      ? { clientId, clientSecret, oldClientSecret: settings.PORTAGE_SHOPIFY_OLD_CLIENT_SECRET }
      : undefined;
  const isWanted = settings.PORTAGE_DEMO || settings.PORTAGE_DEVELOPMENT_SHOP;
  return {
    url: settings.PORTAGE_SHOP_URL,
    credentials,
    isDevelopmentShop: credentials === undefined && isWanted,
  };
}

function traceSettings(settings: Parsed): TraceSettings | undefined {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  // Values are percent-encoded, as in a query; `+` stands for itself.
  const list = settings.OTEL_EXPORTER_OTLP_HEADERS ?? '';
  const query = list.replace(/[+&]/g, encodeURIComponent).replaceAll(',', '&');
  return {
    endpoint,
    headers: Object.fromEntries(new URLSearchParams(query)),
    serviceName: settings.OTEL_SERVICE_NAME,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** Keeps mails in the outbox without a server. Throws `invalidSetting` where they go nowhere. */
function mailSettings(settings: Parsed) {
  const smtpUrl = settings.PORTAGE_SMTP_URL;
  const readable = smtpUrl === undefined && (settings.PORTAGE_DEMO || settings.PORTAGE_DEV_MAIL);
  if (smtpUrl === undefined && !readable) {
    throw invalidSetting(
      'PORTAGE_SMTP_URL',
      'is needed: temporary passwords and reset codes go by mail. For development, PORTAGE_DEV_MAIL=on keeps mails readable at /dev/mail',
    );
  }
  if (smtpUrl !== undefined && settings.PORTAGE_PUBLIC_URL === undefined) {
    throw invalidSetting(
      'PORTAGE_PUBLIC_URL',
      'is needed with PORTAGE_SMTP_URL: it is where mails tell people to sign in',
    );
  }
  return { smtpUrl, from: settings.PORTAGE_MAIL_FROM, readable };
}
