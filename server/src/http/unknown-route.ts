import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { pathOf } from './path-of.ts';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

/** `/orders/:id` as a pattern that matches whole paths. */
const patternOf = (url: string) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`);

/**
 * Answers what no route answers: 405 with `Allow` when the path exists for other methods, else 404.
 * Call it before the routes are added, since it takes note of them.
 */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known = new Map<string, KnownPath>();

  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const entry = [...known.values()].find(({ pattern }) => pattern.test(path));
    if (!entry) throw new ApiError('not_found', { path });
    void reply.header('allow', [...entry.methods].join(', '));
    throw new ApiError('method_not_allowed', { method: request.method, path });
  });
}
