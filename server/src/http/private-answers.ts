import type { FastifyInstance } from 'fastify';
import { sessionEndpoints } from '@portage/contract/sessions';

/** The reference page asks this server alone, and is framed by nobody. */
const REFERENCE_POLICY =
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'";

/**
 * Keeps the answers of an app out of every cache, unless they say otherwise, has a browser empty its
 * own cache at a sign-out, and restricts what the reference page may do.
 */
export function keepAnswersPrivate(app: FastifyInstance): void {
  app.addHook('onSend', async ({ routeOptions, url }, reply) => {
    const { endpoint } = routeOptions.config;
    if (endpoint?.path !== sessionEndpoints.keys.path && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store');
    }
    if (endpoint?.path === sessionEndpoints.signOut.path) {
      void reply.header('clear-site-data', '"cache"');
    }
    if (url.startsWith('/api/reference')) {
      void reply.header('content-security-policy', REFERENCE_POLICY);
    }
  });
}
