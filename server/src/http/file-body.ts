import type { FastifyInstance } from 'fastify';
import type { FileBody } from '@portage/contract/endpoint';

/** Reads the bodies of an endpoint that takes files: their bytes as they come, and no JSON. */
export function readFileBodies(app: FastifyInstance, { mediaTypes }: FileBody): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...mediaTypes], { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}
