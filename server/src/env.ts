import path from 'node:path';
import { z } from 'zod';
import { invalidSetting } from './startup-error.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

/** Every setting of the server, with what it does. Read nowhere else. */
const Settings = z.object({
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
  PORTAGE_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('warn')
    .describe('How much is logged to standard output.'),
});

/** The settings in the words of the code. */
export interface Env {
  port: number;
  host: string;
  dataDirectory: string;
  databaseUrl: string | undefined;
  demo: boolean;
  apiUrl: string;
  publicUrl: string | undefined;
  logLevel: z.infer<typeof Settings>['PORTAGE_LOG_LEVEL'];
}

/**
 * Reads the environment. An empty value counts as not set. Raises `invalidSetting`, naming the key,
 * at the first value that is not accepted.
 */
export function readEnv(environment: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidSetting(String(issue?.path[0]), issue?.message ?? 'not accepted');
  }
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.PORTAGE_HOST,
    dataDirectory: settings.PORTAGE_DATA,
    databaseUrl: settings.DATABASE_URL,
    demo: settings.PORTAGE_DEMO,
    apiUrl: settings.PORTAGE_API_URL,
    publicUrl: settings.PORTAGE_PUBLIC_URL,
    logLevel: settings.PORTAGE_LOG_LEVEL,
  };
}
