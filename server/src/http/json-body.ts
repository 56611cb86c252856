import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON bodies. An empty one counts as none, since callers send `Content-Type: application/json`
 * with every call (spec 1 §7); keys that would reach an object's prototype are refused, and so is a
 * body of any other type.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
