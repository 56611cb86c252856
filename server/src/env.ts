import path from 'node:path';
import { z } from 'zod';
import { invalidSetting } from './startup-error.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');

/** An IP address, or a network such as 10.0.0.0/8. */
const IpNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be IP addresses or networks such as 10.0.0.0/8, with commas between them',
});

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

/** The settings that say where the database is: all that the command line needs. */
const DatabaseSettings = z.object({
  PORTAGE_DATA: z
    .string()
    .min(1)
    .default(path.join(REPOSITORY, '.portage'))
    .transform((directory) => path.resolve(directory))
    .describe(
      'The data directory: the embedded PostgreSQL lives in it. Not used with DATABASE_URL.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('Your own PostgreSQL (15 or newer) instead of the embedded one.'),
});

/** Every setting of the server, with what it does. Read nowhere else. */
const Settings = DatabaseSettings.extend({
  PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .default(8080)
    .describe('The port that serves the portal, the API and the tracking site.'),
  PORTAGE_HOST: z
    .string()
    .min(1)
    .default('0.0.0.0')
    .describe('The address to listen on; 127.0.0.1 keeps the server to this machine.'),
  PORTAGE_DEMO: onOff
    .prefault('on')
    .describe('`off` makes no demo data and shows no demo banner or demo sign-ins.'),
  PORTAGE_API_URL: z
    .string()
    .regex(/^(\/|https?:\/\/)/, 'must be an absolute address or start with /')
    .default('/api')
    .describe(
      'The address at which browsers reach the API. On another host, what stands before the API must allow cross-origin calls.',
    ),
  PORTAGE_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((address) => address.replace(/\/$/, ''))
    .optional()
    .describe('The address printed into labels and mails; by default the one listened on.'),
  PORTAGE_TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .pipe(z.array(IpNetwork))
    .optional()
    .describe(
      'The proxies before the server, as addresses or networks with commas between them: what they say of where a call comes from is believed. By default nobody is.',
    ),
  PORTAGE_IDENTITY: z
    .enum(['embedded', 'cognito'])
    .default('embedded')
    .describe('Who checks passwords: Portage itself, or a user pool of Amazon Cognito.'),
  PORTAGE_COGNITO_POOL_ID: z
    .string()
    .regex(/^[\w-]+_\w+$/, 'must look like ca-central-1_AbCdEfGhI')
    .optional()
    .describe('The user pool of Amazon Cognito.'),
  PORTAGE_COGNITO_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('The app client of the pool; it has no secret and allows USER_PASSWORD_AUTH.'),
  PORTAGE_COGNITO_REGION: z
    .string()
    .min(1)
    .optional()
    .describe('The region of the pool, such as ca-central-1.'),
  PORTAGE_COGNITO_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Another address of the Cognito API than that of the region, such as an emulator’s.'),
  PORTAGE_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'The mail server, such as smtps://user:password@mail.example:465. With smtp: TLS is used where the server offers it, and demanded for a password.',
    ),
  PORTAGE_MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@,;\r\n]*<[^<>@\s]+@[\w.-]+>|[^<>@,;\s]+@[\w.-]+)$/,
      'must be an address, such as Portage <no-reply@portage.example>',
    )
    .default('Portage <no-reply@portage.example>')
    .describe('The sender of mails.'),
  PORTAGE_DEV_MAIL: onOff
    .prefault('off')
    .describe(
      '`on` keeps mails in the outbox where anybody can read them at /dev/mail, when there is no PORTAGE_SMTP_URL: for development only. A demo does so by itself.',
    ),
  PORTAGE_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('warn')
    .describe('How much is logged to standard output.'),
});

/** The user pool that checks passwords. */
export interface CognitoSettings {
  provider: 'cognito';
  poolId: string;
  clientId: string;
  region: string;
  /** Undefined for the address that the region has. */
  endpoint: string | undefined;
}

/** Where passwords are checked. */
type IdentitySettings = { provider: 'embedded' } | CognitoSettings;

/** Where the database is. */
export interface DatabaseEnv {
  dataDirectory: string;
  /** Undefined for the embedded database, which lives in the data directory. */
  databaseUrl: string | undefined;
}

/** The settings in the words of the code. */
export interface Env extends DatabaseEnv {
  port: number;
  host: string;
  demo: boolean;
  apiUrl: string;
  publicUrl: string | undefined;
  /** Addresses and networks. */
  trustedProxies: string[];
  identity: IdentitySettings;
  mail: {
    /** The mail server, with its credentials; undefined when mails stay in the outbox. */
    smtpUrl: string | undefined;
    from: string;
    /** True where the outbox may be read at `/dev/mail`. */
    readable: boolean;
  };
  logLevel: z.infer<typeof Settings>['PORTAGE_LOG_LEVEL'];
}

/**
 * Reads the environment. An empty value counts as not set. Raises `invalidSetting`, naming the key,
 * at the first value that is not accepted.
 */
export function readEnv(environment: NodeJS.ProcessEnv = process.env): Env {
  const settings = parseSettings(Settings, environment);
  return {
    ...databaseEnv(settings),
    port: settings.PORT,
    host: settings.PORTAGE_HOST,
    demo: settings.PORTAGE_DEMO,
    apiUrl: settings.PORTAGE_API_URL,
    publicUrl: settings.PORTAGE_PUBLIC_URL,
    trustedProxies: settings.PORTAGE_TRUSTED_PROXIES ?? [],
    identity: identitySettings(settings),
    mail: mailSettings(settings),
    logLevel: settings.PORTAGE_LOG_LEVEL,
  };
}

/** Reads where the database is, as `readEnv` does, and asks for no other setting. */
export function readDatabaseEnv(environment: NodeJS.ProcessEnv = process.env): DatabaseEnv {
  return databaseEnv(parseSettings(DatabaseSettings, environment));
}

function databaseEnv(settings: z.infer<typeof DatabaseSettings>): DatabaseEnv {
  return { dataDirectory: settings.PORTAGE_DATA, databaseUrl: settings.DATABASE_URL };
}

function parseSettings<T>(schema: z.ZodType<T>, environment: NodeJS.ProcessEnv): T {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidSetting(String(issue?.path[0]), issue?.message ?? 'not accepted');
}

/** Raises `invalidSetting` when a pool is chosen and not named. */
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

/** Raises `invalidSetting` where mails would go nowhere. */
function mailSettings(settings: z.infer<typeof Settings>): Env['mail'] {
  const smtpUrl = settings.PORTAGE_SMTP_URL;
  const readable = smtpUrl === undefined && (settings.PORTAGE_DEMO || settings.PORTAGE_DEV_MAIL);
  if (smtpUrl === undefined && !readable) {
    throw invalidSetting(
      'PORTAGE_SMTP_URL',
      'is needed: without a mail server nobody gets temporary passwords and reset codes. For development, PORTAGE_DEV_MAIL=on keeps mails readable at /dev/mail',
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
