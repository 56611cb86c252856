import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionEndpoints } from '@portage/contract/users/sessions';
import { ApiError } from '../api-error.ts';
import { pathOf } from './path-of.ts';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

/** Matches whole paths such as `/orders/:id`. */
const patternOf = (url: string) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`);

/** 405 with `Allow` for other methods of a path, else 404. Call it before routes are added. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known = new Map<string, KnownPath>();

  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });

  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = pathOf(request.url);
    const entry = [...known.values()].find(({ pattern }) => pattern.test(path));
    // The router refuses a parameter that is too long.
    if (!entry || entry.methods.has(request.method)) throw new ApiError('not_found', { path });
    void reply.header('allow', [...entry.methods].join(', '));
    throw new ApiError('method_not_allowed', { method: request.method, path });
  };
  // The portal’s pages would answer these.
  app.get('/*', { schema: { hide: true } }, refuse);
  app.setNotFoundHandler(refuse);
  // Reads no body of an unknown path.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) refuse(request, reply);
  });
}

/** Forbids everything to an answer opened as a page. */
export const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Allows our scripts, its inline one and our API; it holds no user data. */
const REFERENCE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Forbids caches and frames, and clears the browser's cache at sign-out. */
export function keepAnswersPrivate(app: FastifyInstance): void {
  app.addHook('onSend', async ({ routeOptions, url }, reply) => {
    const { endpoint } = routeOptions.config;
    if (endpoint?.path !== sessionEndpoints.keys.path && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    if (endpoint?.path === sessionEndpoints.signOut.path) {
      void reply.header('clear-site-data', '"cache"');
    }
    if (!reply.hasHeader('content-security-policy')) {
      const isReference = url.startsWith('/api/reference');
      void reply.header('content-security-policy', isReference ? REFERENCE_POLICY : ANSWER_POLICY);
    }
  });
}
