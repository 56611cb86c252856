import type { FastifyInstance } from 'fastify';

/** Reads the bodies of an endpoint that takes files or signed bodies: their bytes, as they were sent. */
export function readBytes(app: FastifyInstance, mediaTypes: readonly string[]): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...mediaTypes], { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}
