import path from 'node:path';
import { z } from 'zod';
import { SecretKeysSetting } from './secrets/secret-keys.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');

/** Such as 10.0.0.0/8. */
const IpNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be IP addresses or networks such as 10.0.0.0/8, with commas between them',
});

const milliseconds = z.coerce.number().int().min(0);

const port = z.coerce.number().int().min(1).max(65_535);

const text = z.string().min(1);

const webAddress = z.url({ protocol: /^https?$/ });

const postgresAddress = z.url({ protocol: /^postgres(ql)?$/ });

const pathOrAddress = z
  .string()
  .regex(/^(\/|https?:\/\/)/, 'must be an absolute address or start with /');

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

/** Parts that a process serves; `portal` includes the public pages. */
const Face = z.enum(['portal', 'api', 'shop', 'tracking', 'worker'], {
  error: 'must be of portal, api, shop, tracking and worker, with commas between them',
});
export type Face = z.output<typeof Face>;

/** Enough for the command line. */
export const DatabaseSettings = z.object({
  PORTAGE_DATA: text
    .default(path.join(REPOSITORY, '.portage'))
    .transform((directory) => path.resolve(directory))
    .describe(
      'The data directory: the embedded PostgreSQL lives in it, and photos where they are kept as files.',
    ),
  DATABASE_URL: postgresAddress
    .optional()
    .describe('Your own PostgreSQL (15 or newer) instead of the embedded one.'),
  PORTAGE_REPLICA_URL: postgresAddress
    .optional()
    .describe(
      'A streaming replica of DATABASE_URL that answers lists, counts, searches and exports, where it has all that the merchant wrote (docs/operations.md). Set it for all servers and commands alike.',
    ),
  PORTAGE_SECRET_KEYS: SecretKeysSetting.optional().describe(
    'The keys that encrypt secrets in the database: version:base64 of 32 bytes, with commas between them; the highest version encrypts, all decrypt. By default the first start makes them in secret-keys.json in the data directory.',
  ),
});

export const TestSettings = z.object({
  PORTAGE_TEST_DATABASE_URL: DatabaseSettings.shape.DATABASE_URL.describe(
    'The PostgreSQL, or the coordinator of a cluster, on which server tests make and drop databases; by default one of their own is started.',
  ),
});

/** Read by env.ts alone. */
export const Settings = DatabaseSettings.extend({
  PORT: port
    .default(8080)
    .describe('The port that serves the portal, the API and the tracking site.'),
  PORTAGE_HOST: text
    .optional()
    .describe(
      'The address to listen on; 127.0.0.1 keeps the server to this machine. A demo, whose passwords are public, listens there unless told otherwise; any other server on 0.0.0.0.',
    ),
  PORTAGE_FACES: z
    .string()
    .default('portal,api,shop,tracking,worker')
    .transform((text) => text.split(',').map((face) => face.trim()))
    .pipe(z.array(Face))
    .transform((faces): ReadonlySet<Face> => new Set(faces))
    .describe(
      'Faces of this process, with commas between them: processes of one DATABASE_URL may share the work.',
    ),
  PORTAGE_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(120)
    .default(0)
    .describe(
      'How long a stop answers calls while /readyz already says 503, so that a proxy sends no more.',
    ),
  PORTAGE_DEMO: onOff
    .prefault('on')
    .describe('`off` makes no demo data and shows no demo banner or demo sign-ins.'),
  PORTAGE_API_URL: pathOrAddress
    .default('/api')
    .describe(
      'The address at which browsers reach the API. On another host, what stands before the API must allow cross-origin calls.',
    ),
  PORTAGE_SHOP_URL: pathOrAddress
    .default('/shop')
    .transform((address) => address.replace(/\/$/, ''))
    .describe('The address at which browsers and the online shop platform reach the shop host.'),
  PORTAGE_SHOPIFY_CLIENT_ID: text
    .optional()
    .describe('The client id of the Shopify app, with which real shops are linked.'),
  PORTAGE_SHOPIFY_CLIENT_SECRET: text.optional().describe('The client secret of the Shopify app.'),
  PORTAGE_SHOPIFY_OLD_CLIENT_SECRET: text
    .optional()
    .describe(
      'The client secret of before a rotation, which signs requests of Shopify for up to an hour longer.',
    ),
  PORTAGE_DEVELOPMENT_SHOP: onOff
    .prefault('off')
    .describe(
      '`on` runs the development shop at /dev/shop, an emulator of the online shop platform, when there is no PORTAGE_SHOPIFY_CLIENT_ID: for development only. A demo does so by itself.',
    ),
  PORTAGE_PUBLIC_URL: webAddress
    .transform((address) => address.replace(/\/$/, ''))
    .optional()
    .describe('The address printed into labels and mails; by default the one listened on.'),
  PORTAGE_SALES_EMAIL: z
    .email()
    .default('sales@portage.example')
    .describe('The address that gets messages to Sales from the pricing page.'),
  PORTAGE_CONTACT_FORM_URL: webAddress
    .optional()
    .describe(
      'A marketing form that gets these messages, too: an address of the HubSpot Forms API, such as https://api.hsforms.com/submissions/v3/integration/submit/{portalId}/{formGuid}.',
    ),
  PORTAGE_HOWTO_VIDEOS_URL: webAddress
    .optional()
    .describe(
      'The address below which /platform/howto finds its videos: create-order, print-labels and find-order, each as .mp4, .jpg, .en.vtt and .fr.vtt. By default the videos that come with Portage.',
    ),
  PORTAGE_TERMS_URL: webAddress
    .optional()
    .describe(
      'The document that /terms-of-service embeds; `{lang}` in it becomes `en` or `fr`. By default the page has plain terms of its own.',
    ),
  PORTAGE_TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .pipe(z.array(IpNetwork))
    .optional()
    .describe(
      'The proxies before the server, as addresses or networks with commas between them: their word is taken for where a call comes from. By default there are none.',
    ),
  PORTAGE_IDENTITY: z
    .enum(['embedded', 'cognito'])
    .default('embedded')
    .describe('Checks passwords: Portage itself, or a user pool of Amazon Cognito.'),
  PORTAGE_COGNITO_POOL_ID: z
    .string()
    .regex(/^[\w-]+_\w+$/, 'must look like ca-central-1_AbCdEfGhI')
    .optional()
    .describe('The user pool of Amazon Cognito.'),
  PORTAGE_COGNITO_CLIENT_ID: text
    .optional()
    .describe('The app client of the pool; it has no secret and allows USER_PASSWORD_AUTH.'),
  PORTAGE_COGNITO_REGION: text.optional().describe('The region of the pool, such as ca-central-1.'),
  PORTAGE_COGNITO_ENDPOINT: webAddress
    .optional()
    .describe('Another address of the Cognito API than that of the region, such as an emulator’s.'),
  PORTAGE_PLACES: z
    .enum(['embedded', 'google', 'osm'])
    .default('embedded')
    .describe(
      'Where addresses are found: Portage itself, by postal code; Google Maps Platform; or OpenStreetMap by Photon and Nominatim.',
    ),
  PORTAGE_GOOGLE_MAPS_KEY: text
    .optional()
    .describe('The key of Places API (New) and the Geocoding API. It never leaves the server.'),
  PORTAGE_PHOTON_URL: webAddress
    .optional()
    .describe('The Photon service that completes addresses, such as https://photon.example/.'),
  PORTAGE_NOMINATIM_URL: webAddress
    .optional()
    .describe('The Nominatim service that locates addresses. By default Photon does.'),
  PORTAGE_MAP_TILES: z
    .string()
    .regex(
      /^https?:\/\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/,
      'must be an address with {z}, {x} and {y}',
    )
    .optional()
    .describe(
      'The address of map tiles, such as https://tiles.example/{z}/{x}/{y}.png: orders then show a map. Browsers ask it themselves.',
    ),
  PORTAGE_MAP_ATTRIBUTION: text
    .default('© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>')
    .describe('Attribution as HTML, shown on every map.'),
  PORTAGE_PHOTOS: z
    .enum(['files', 's3'])
    .default('files')
    .describe(
      'Where the pictures of photos are kept: as files in the data directory, or in a bucket of S3. Several servers on one DATABASE_URL need a bucket.',
    ),
  PORTAGE_S3_BUCKET: text.optional().describe('The bucket, readable by the server alone.'),
  PORTAGE_S3_REGION: text
    .optional()
    .describe(
      'The region of the bucket, such as ca-central-1; for other stores as they name it, often us-east-1.',
    ),
  PORTAGE_S3_ENDPOINT: webAddress
    .optional()
    .describe('The address of a store other than Amazon’s that speaks like S3.'),
  PORTAGE_S3_PATH_STYLE: onOff
    .prefault('off')
    .describe(
      '`on` asks for a bucket in the path and not in the host name, as many stores need it.',
    ),
  PORTAGE_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'The mail server, such as smtps://user:password@mail.example:465. With smtp: TLS is used where the server offers it, and demanded for a password.',
    ),
  PORTAGE_MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[\w-]+(\.[\w-]+)*>|[^<>@,;\s]+@[\w-]+(\.[\w-]+)*)$/,
      'must be an address, such as Portage <no-reply@portage.example>',
    )
    .default('Portage <no-reply@portage.example>')
    .describe('The sender of mails.'),
  PORTAGE_DEV_MAIL: onOff
    .prefault('off')
    .describe(
      '`on` keeps mails in the outbox and shows them at /dev/mail without sign-in, when there is no PORTAGE_SMTP_URL: for development only. A demo does so by itself.',
    ),
  PORTAGE_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('warn')
    .describe('Level of the log on standard output.'),
  PORTAGE_METRICS_PORT: port
    .optional()
    .describe(
      'The port that serves /metrics to Prometheus, on the same address as PORT and without a password. By default there is none.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
    .optional()
    .describe(
      'The receiver of traces, such as http://collector:4318: OTLP over HTTP, in JSON. By default there are no traces.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must look like authorization=Bearer%20abc,team=x')
    .optional()
    .describe('Headers for the receiver of traces, percent-encoded, with commas between them.'),
  OTEL_SERVICE_NAME: text.default('portage').describe('The name of the server in traces.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'The share of traces that is kept, from 0 to 1. Calls with a `traceparent` are kept as it says.',
    ),
  PORTAGE_SLOW_CALL: milliseconds
    .default(5_000)
    .describe('Calls that take at least this many milliseconds are logged; 0 logs none.'),
  PORTAGE_SLOW_QUERY: milliseconds
    .default(1_000)
    .describe('SQL statements that take at least this many milliseconds are logged; 0 logs none.'),
});
