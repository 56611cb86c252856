import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE, Locale } from '@portage/contract/locale';
import type { AppConfig } from '@portage/contract/merchants/app-config';
import { ApiError } from './api-error.ts';
import type { Deps } from './deps.ts';
import { apiOrigins } from './http/api-origins.ts';
import { sourceHash } from './http/escape-html.ts';
import { pathOf } from './http/path-of.ts';
import { answerFileProblem } from './problem.ts';
import { SIGN_IN_PATH, signInPage } from './public/sign-in-page.ts';

/** Matches scripts of the built page (portal/page-code.ts). */
const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs;

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/** Sent with pages only; scripts and styles would add a tenth to the first screen. */
const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
  'x-xss-protection',
];

export interface PortalOptions {
  directory: string;
  config: AppConfig;
}

/** Mantine needs inline styles, PDF printing `blob:`, ZPL previews WebAssembly. */
function contentSecurityPolicy({ apiUrl, map }: AppConfig, page: string): string {
  const inPage = Array.from(page.matchAll(INLINE_SCRIPT), ([, text = '']) => sourceHash(text));
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inPage, "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    // Photos come from the API; the server draws merchants' pictures.
    'img-src': ["'self'", 'data:', 'blob:', ...apiOrigins(apiUrl), ...tileOrigins(map)],
    'connect-src': ["'self'", ...apiOrigins(apiUrl)],
    'frame-src': ["'self'", 'blob:'],
    'object-src': ['blob:'],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/** `{s}` in a host means several subdomains. */
const tileOrigins = (map: AppConfig['map']) =>
  map ? [new URL(map.tiles.replace('{s}', '*')).origin] : [];

/** Answers page loads with the portal, other unknown paths with 404. */
export async function portalApp(
  app: FastifyInstance,
  { portalUrl }: Pick<Deps, 'portalUrl'>,
  { directory, config }: PortalOptions,
): Promise<void> {
  const file = path.join(directory, 'index.html');
  // Before a build `npm run dev` has pages of its own.
  const built = existsSync(file) ? await readFile(file, 'utf8') : '';
  const policy = contentSecurityPolicy(config, built);
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('content-security-policy', policy);
  });

  app.get('/config.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').send(config),
  );

  app.get<{ Querystring: { lang?: unknown } }>(SIGN_IN_PATH, async ({ query }, reply) => {
    // Read for each call: a build may rename files before a restart.
    const page = await readFile(file, 'utf8');
    const locale = Locale.safeParse(query.lang).data ?? DEFAULT_LOCALE;
    // Each return of a reply adds listeners to the response.
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    return signInPage(page, locale, portalUrl);
  });

  await app.register(fastifyStatic, {
    root: directory,
    // Its own route lists the directory for each file, which takes as long as sending the file.
    serve: false,
    // Compressed by scripts/build-portal.cjs.
    preCompressed: true,
    // Built files have a hash in their name and never change.
    setHeaders(reply, file) {
      const isHashed = file.includes('/assets/');
      void reply.header(
        'cache-control',
        isHashed ? `public, max-age=${YEAR_IN_SECONDS}, immutable` : 'no-cache',
      );
      // A worker has the policy of its own script.
      if (isHashed && !file.includes('-worker-')) {
        for (const name of PAGE_HEADERS) void reply.removeHeader(name);
      }
      if (file.endsWith('.html')) void reply.header('x-robots-tag', 'noindex');
    },
    cacheControl: false,
  });

  app.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg'));
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) =>
    reply.sendFile(`assets/${params['*']}`),
  );

  app.setErrorHandler(answerFileProblem);

  app.get('/*', (request, reply) => {
    const isPageLoad = request.headers.accept?.includes('text/html');
    if (!isPageLoad) throw new ApiError('not_found', { path: pathOf(request.url) });
    return reply.sendFile('index.html');
  });

  const refuse = ({ url }: FastifyRequest): never => {
    throw new ApiError('not_found', { path: pathOf(url) });
  };
  app.setNotFoundHandler(refuse);
  // Reads no body of an unknown path.
  app.addHook('preParsing', async (request) => {
    if (request.is404) refuse(request);
  });
}
