import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import fastifySwagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import scalarReference, { type ApiReferenceConfiguration } from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { CREDENTIAL_CALLS_PER_MINUTE, MERCHANT_CALLS_PER_MINUTE } from '@portage/contract/limits';
import { DAY } from '@portage/contract/time';
import { exampleOf, operationExamples, PROBLEM, type JsonSchema } from './api-examples.ts';

const IMPORT_EXAMPLE = `

## Import orders from CSV files

A service user sends both files, follows the import, and fetches the rows that failed:

\`\`\`sh
curl $API/orders/imports -H "Authorization: Bearer $TOKEN" -H "Idempotency-Key: $(uuidgen)" \\
  -F 'orderDetails=@orders.csv;type=text/csv' -F 'orderPackages=@packages.csv;type=text/csv'
# {"importId":"019b…"}
curl $API/orders/imports/019b… -H "Authorization: Bearer $TOKEN"
# {"id":"019b…","state":"RUNNING","total":5000,"created":1200,"failed":3,…}
curl $API/orders/imports/019b…/failures -H "Authorization: Bearer $TOKEN" -o failed_orders.csv
curl "$API/orders?importId=019b…" -H "Authorization: Bearer $TOKEN"
\`\`\`
`;

const inWords = (calls: number) => calls.toLocaleString('en-CA');

const RATE_LIMITS = `

## Rate limits

A merchant may make ${inWords(MERCHANT_CALLS_PER_MINUTE)} calls a minute, and each of its credentials (a user or service user) ${inWords(CREDENTIAL_CALLS_PER_MINUTE)}; each server process counts for itself. Calls of the portal to the shop host (\`/shop\`) count as well; webhooks and rates at checkout, which the online shop platform asks for, do not. Every answer says what is left and for how many seconds, in the headers of [draft-ietf-httpapi-ratelimit-headers-10](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/):

\`\`\`
RateLimit-Policy: "merchant";q=${MERCHANT_CALLS_PER_MINUTE};w=60, "credential";q=${CREDENTIAL_CALLS_PER_MINUTE};w=60
RateLimit: "merchant";r=11998;t=42, "credential";r=5998;t=42
\`\`\`

Beyond that calls are answered \`too_many_requests\` (429). When more calls arrive at once than the service can answer, some are answered \`busy\` (503) immediately, with nothing done. Both have \`Retry-After\`, in seconds: wait that long, then retry with the same \`Idempotency-Key\`.
`;

const apiDescription = {
  openapi: '3.1.0',
  info: {
    title: 'Portage carrier API',
    description: [
      'Create, find, rate and label delivery orders. Every error is application/problem+json',
      '(RFC 9457) with a stable `code`. Send `locale: FR` for messages in French.',
      RATE_LIMITS,
      IMPORT_EXAMPLE,
    ].join(' '),
    version: '1.22.4',
    contact: {
      name: 'Portage support',
      url: 'https://portage.example',
      email: 'support@portage.example',
    },
    license: { name: 'UNLICENSED', identifier: 'LicenseRef-Portage' },
  },
  components: {
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      carrierKey: { type: 'http', scheme: 'bearer' },
      shipstationKey: { type: 'http', scheme: 'basic' },
    },
  },
  security: [{ session: [] }],
} satisfies FastifyDynamicSwaggerOptions['openapi'];

const tagDescriptions: Readonly<Record<string, string>> = {
  auth: 'Sign in, renew and end sessions; passwords.',
  carrier: 'Calls of the carrier’s own systems: events and photos of deliveries.',
  'contact-requests': 'Messages to Sales from the public pages.',
  dashboard: 'Figures of the dashboard.',
  labels: 'Labels and packing slips.',
  merchants: 'The merchant’s profile, locations, packages and integrations.',
  orders: 'Delivery orders, their imports, views and address book.',
  photos: 'Photos of deliveries.',
  places: 'Search for addresses.',
  rates: 'Prices and delivery windows.',
  'second-factor': 'Two-step verification.',
  sessions: 'Open sessions of the user.',
  shipstation:
    'The carrier’s side of ShipEngine Connect: requests, answers and errors have the published shapes.',
  shop: 'The shop host: linked shops, their orders, and calls of the online shop platform.',
  'sign-ups': 'Requests for an account.',
  users: 'Users and service users.',
  'well-known': 'Keys by which session tokens are verified.',
};

interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
}

type Content = Record<string, MediaType>;

interface Operation {
  operationId: string;
  tags?: string[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** The parts that are read here. */
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

export class ApiDocument {
  readonly #hosts: (() => OpenApi)[] = [];
  readonly #address: string;
  #text: string | undefined;

  /** `address` is where the paths begin. */
  constructor(address: string) {
    this.#address = address;
  }

  /** Covers routes that are added later. */
  async describe(app: FastifyInstance, tag?: string): Promise<void> {
    await app.register(fastifySwagger, {
      openapi: { ...apiDescription, servers: [{ url: this.#address }] },
      stripBasePath: false,
      transform: jsonSchemaTransform,
      transformObject: jsonSchemaTransformObject,
    });
    this.#hosts.push(() => {
      const document = structuredClone(app.swagger()) as unknown as OpenApi;
      for (const operation of operationsOf(document)) {
        if (tag !== undefined) operation.tags = [tag];
      }
      return document;
    });
  }

  /** JSON, made once, after every route. */
  text(): string {
    this.#text ??= JSON.stringify(finish(this.#hosts.map((host) => host())));
    return this.#text;
  }
}

/** Asks no other host. */
const PAGE: Partial<ApiReferenceConfiguration> & { pageTitle: string } = {
  pageTitle: 'Portage API',
  favicon: '/favicon.svg',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
};

const OWN_ADDRESS = {
  host: 'localhost',
  'x-forwarded-host': undefined,
  'x-forwarded-proto': undefined,
};

export async function referenceRoutes(
  app: FastifyInstance,
  { apiDocument }: { apiDocument: ApiDocument },
): Promise<void> {
  // At start: making it blocks all calls for half a second.
  app.addHook('onListen', async () => void apiDocument.text());
  // The page would fail at a host that is none, or at a call without a host.
  app.addHook('onRequest', async ({ headers }) => void Object.assign(headers, OWN_ADDRESS));
  app.addHook('onSend', compressOnce());
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(apiDocument.text()),
  );
  await app.register(scalarReference, {
    routePrefix: '/reference',
    configuration: { ...PAGE, url: `${app.prefix}/openapi.json` },
  });
}

const compress = promisify(brotliCompress);
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

/** Compresses texts that never change: 4 MB of script would take 300 ms of each call. */
function compressOnce() {
  const bodies = new Map<string, Promise<{ plain: Buffer; compressed: Buffer }>>();
  const bodyOf = async (text: string) => {
    const plain = Buffer.from(
      text.replace(/^<!doctype html>\s+<html>/, '<!doctype html>\n<html lang="en">'),
    );
    return { plain, compressed: await compress(plain, QUALITY) };
  };
  return async ({ headers, routeOptions }: FastifyRequest, reply: FastifyReply, text: unknown) => {
    const { url = '' } = routeOptions;
    if (typeof text !== 'string' || reply.statusCode !== 200) return text;
    const body = bodies.get(url) ?? bodyOf(text);
    bodies.set(url, body);
    const { plain, compressed } = await body;
    void reply.header('vary', 'accept-encoding');
    if (url.endsWith('.js')) void reply.header('cache-control', `public, max-age=${DAY / 1000}`);
    if (!/\bbr\b/.test(headers['accept-encoding'] ?? '')) return plain;
    void reply.header('content-encoding', 'br');
    return compressed;
  };
}

const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names them after their operation. */
function nameSchemas(document: OpenApi): void {
  const { schemas } = document.components;
  const name = (media: MediaType, given: string) => {
    const { schema } = media;
    const isShape = schema && ('properties' in schema || schema.type === 'array');
    if (!schema || '$ref' in schema || !isShape) return;
    schemas[given] = schema;
    media.schema = { $ref: `#/components/schemas/${given}` };
  };
  for (const operation of operationsOf(document)) {
    const base = capitalized(operation.operationId);
    const { requestBody, responses } = operation;
    for (const media of Object.values(requestBody?.content ?? {})) name(media, `${base}Body`);
    for (const [status, { content = {} }] of Object.entries(responses)) {
      if (!status.startsWith('2')) continue;
      for (const media of Object.values(content)) name(media, `${base}Answer`);
    }
  }
}

const REFERENCE = /"#\/components\/schemas\/([\w.-]+)"/g;

const referencesOf = (value: unknown): string[] =>
  Array.from(JSON.stringify(value).matchAll(REFERENCE), ([, name = '']) => name);

function dropUnused({ paths, components }: OpenApi): void {
  const used = closure(paths, components);
  components.schemas = Object.fromEntries(
    Object.entries(components.schemas).filter(([name]) => used.has(name)),
  );
}

/** Drops `Input` where no answer has the same name. */
function dropSuffixes(document: OpenApi): OpenApi {
  const names = new Set(Object.keys(document.components.schemas));
  const plain = (name: string) => {
    const short = name.replace(/Input$/, '');
    return names.has(short) ? name : short;
  };
  const { schemas } = document.components;
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [plain(name), schema]),
  );
  return JSON.parse(
    JSON.stringify(document).replace(
      REFERENCE,
      (_, name: string) => `"#/components/schemas/${plain(name)}"`,
    ),
  ) as OpenApi;
}

/** Describes defaults in words: generated clients would require such fields. */
function describeDefaults(schema: JsonSchema): void {
  for (const property of Object.values(schema.properties ?? {})) {
    if (typeof property === 'boolean' || !('default' in property)) continue;
    const { default: value, description } = property;
    delete property.default;
    const said = `By default \`${JSON.stringify(value)}\`.`;
    property.description = description === undefined ? said : `${description} ${said}`;
  }
}

function addExamples(document: OpenApi): void {
  const { schemas } = document.components;
  for (const operation of operationsOf(document)) {
    const own = operationExamples[operation.operationId];
    for (const media of Object.values(operation.requestBody?.content ?? {})) {
      media.example = own?.body ?? exampleOf(media.schema, schemas);
    }
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      // Refusals share an example: a thousand would take linters a minute.
      if (!status.startsWith('2')) continue;
      for (const media of Object.values(content)) {
        media.example = own?.answer ?? exampleOf(media.schema, schemas);
      }
    }
  }
  for (const name of ['Problem', 'ConnectError']) {
    const schema = schemas[name];
    if (schema) schema.examples = [name === 'Problem' ? PROBLEM : exampleOf(schema, schemas)];
  }
}

function finish([first, ...others]: OpenApi[]): object {
  if (!first) return {};
  const merged: OpenApi = {
    ...first,
    paths: Object.assign({}, first.paths, ...others.map(({ paths }) => paths)) as OpenApi['paths'],
    components: {
      ...first.components,
      schemas: Object.assign(
        {},
        first.components.schemas,
        ...others.map(({ components }) => components.schemas),
      ) as Record<string, JsonSchema>,
    },
  };
  nameSchemas(merged);
  dropUnused(merged);
  const document = dropSuffixes(merged);
  addExamples(document);
  for (const operation of operationsOf(document)) {
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
      for (const name of closure(schema, document.components)) {
        const one = document.components.schemas[name];
        if (one) describeDefaults(one);
      }
    }
  }
  const tags = new Set(operationsOf(document).flatMap((operation) => operation.tags ?? []));
  return {
    ...document,
    tags: [...tags]
      .toSorted()
      .map((name) => ({ name, description: tagDescriptions[name] ?? name })),
  };
}

/** Names of the schemas that a value refers to, also through others. */
function closure(value: unknown, { schemas }: OpenApi['components']): Set<string> {
  const names = new Set<string>();
  const visit = (part: unknown) => {
    for (const name of referencesOf(part ?? {})) {
      if (names.has(name)) continue;
      names.add(name);
      visit(schemas[name]);
    }
  };
  visit(value);
  return names;
}
