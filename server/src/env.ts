import type { z } from 'zod';
import type { SecretKeys } from './secrets/secret-keys.ts';
import {
  type BucketSettings,
  type CognitoSettings,
  DatabaseSettings,
  type Face,
  Settings,
  TestSettings,
} from './settings.ts';
import { invalidSetting } from './startup-error.ts';
import type { TraceSettings } from './watch/span-exporter.ts';

type IdentitySettings = { provider: 'embedded' } | CognitoSettings;

type PlacesSettings =
  | { provider: 'embedded' }
  | { provider: 'google'; key: string }
  | { provider: 'osm'; photon: string; nominatim: string | undefined };

type PhotoSettings = { store: 'files' } | BucketSettings;

interface ShopSettings {
  url: string;
  /** Undefined for the development shop, or none. */
  credentials:
    | { clientId: string; clientSecret: string; oldClientSecret: string | undefined }
    | undefined;
  isDevelopmentShop: boolean;
}

export interface DatabaseEnv {
  dataDirectory: string;
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined;
  /** Undefined without a replica. */
  replicaUrl: string | undefined;
  /** Undefined for keys in the data directory. */
  secretKeys: SecretKeys | undefined;
}

export interface Env extends DatabaseEnv {
  port: number;
  host: string;
  demo: boolean;
  apiUrl: string;
  publicUrl: string | undefined;
  sales: { email: string; formUrl: string | undefined };
  /** `{lang}` is its language; undefined for the default terms. */
  termsUrl: string | undefined;
  /** Undefined for the videos that come with Portage. */
  videosUrl: string | undefined;
  trustedProxies: string[];
  identity: IdentitySettings;
  places: PlacesSettings;
  photos: PhotoSettings;
  /** The service of other buckets, such as those of backups. */
  s3: Pick<BucketSettings, 'endpoint' | 'usesPaths'> & { region: string | undefined };
  /** Undefined without maps. */
  map: { tiles: string; attribution: string } | undefined;
  shop: ShopSettings;
  mail: {
    /** Undefined when mails stay in the outbox. */
    smtpUrl: string | undefined;
    from: string;
    /** Allows `/dev/mail`. */
    readable: boolean;
  };
  logLevel: z.infer<typeof Settings>['PORTAGE_LOG_LEVEL'];
  faces: ReadonlySet<Face>;
  drainSeconds: number;
  /** Undefined without metrics. */
  metricsPort: number | undefined;
  /** Undefined without traces. */
  traces: TraceSettings | undefined;
  /** Milliseconds from which calls and queries are logged as slow; 0 for none. */
  slow: { call: number; query: number };
}

/** Empty values count as not set. Throws `invalidSetting`, naming the key. */
export function readEnv(environment: NodeJS.ProcessEnv = process.env): Env {
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
export function readDatabaseEnv(environment: NodeJS.ProcessEnv = process.env): DatabaseEnv {
  return databaseEnv(parseSettings(DatabaseSettings, environment));
}

/** Undefined for an embedded one. */
export function readTestDatabaseUrl(
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return parseSettings(TestSettings, environment).PORTAGE_TEST_DATABASE_URL;
}

function databaseEnv(settings: z.infer<typeof DatabaseSettings>): DatabaseEnv {
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

/** Throws `invalidSetting` for an unnamed pool. */
function identitySettings(settings: z.infer<typeof Settings>): IdentitySettings {
  if (settings.PORTAGE_IDENTITY === 'embedded') return { provider: 'embedded' };
  const required = (key: 'POOL_ID' | 'CLIENT_ID' | 'REGION') => {
    const value = settings[`PORTAGE_COGNITO_${key}`];
    if (value === undefined) {
      throw invalidSetting(`PORTAGE_COGNITO_${key}`, 'is needed with PORTAGE_IDENTITY=cognito');
    }
    return value;
  };
  return {
    provider: 'cognito',
    poolId: required('POOL_ID'),
    clientId: required('CLIENT_ID'),
    region: required('REGION'),
    endpoint: settings.PORTAGE_COGNITO_ENDPOINT,
  };
}

/** Throws `invalidSetting` without key or address. */
function placesSettings(settings: z.infer<typeof Settings>): PlacesSettings {
  const required = (key: 'PORTAGE_GOOGLE_MAPS_KEY' | 'PORTAGE_PHOTON_URL') => {
    const value = settings[key];
    if (value !== undefined) return value;
    throw invalidSetting(key, `is needed with PORTAGE_PLACES=${settings.PORTAGE_PLACES}`);
  };
  const provider = settings.PORTAGE_PLACES;
  if (provider === 'embedded') return { provider };
  if (provider === 'google') return { provider, key: required('PORTAGE_GOOGLE_MAPS_KEY') };
  const nominatim = settings.PORTAGE_NOMINATIM_URL;
  return { provider, photon: required('PORTAGE_PHOTON_URL'), nominatim };
}

/** Throws `invalidSetting` for an unnamed bucket. */
function photoSettings(settings: z.infer<typeof Settings>): PhotoSettings {
  if (settings.PORTAGE_PHOTOS === 'files') return { store: 'files' };
  const required = (key: 'BUCKET' | 'REGION') => {
    const value = settings[`PORTAGE_S3_${key}`];
    if (value === undefined) {
      throw invalidSetting(`PORTAGE_S3_${key}`, 'is needed with PORTAGE_PHOTOS=s3');
    }
    return value;
  };
  return {
    store: 's3',
    bucket: required('BUCKET'),
    region: required('REGION'),
    endpoint: settings.PORTAGE_S3_ENDPOINT,
    usesPaths: settings.PORTAGE_S3_PATH_STYLE,
  };
}

/** Throws `invalidSetting` for half of the credentials. */
function shopSettings(settings: z.infer<typeof Settings>): ShopSettings {
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

function traceSettings(settings: z.infer<typeof Settings>): TraceSettings | undefined {
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

/** Throws `invalidSetting` where mails would go nowhere. */
function mailSettings(settings: z.infer<typeof Settings>): Env['mail'] {
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
