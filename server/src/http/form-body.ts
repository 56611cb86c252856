import { on } from 'node:events';
import { type Readable, pipeline } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FormBody, FormFile, FormFiles } from '@portage/contract/endpoint';
import { fieldMessages } from '@portage/contract/field-messages';
import { ApiError, invalidField } from '../api-error.ts';

/** Passes the bodies of an endpoint that takes a form on as the stream they arrive in. */
export function passForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    done(null, payload);
  });
}

type FileEvent = [
  part: string,
  content: BusboyFileStream,
  fileName: string | undefined,
  encoding: string,
  mediaType: string,
];

/** The bytes of a file. Raises `body_too_large` beyond the limit. */
async function* contentOf(stream: BusboyFileStream, limit: number): AsyncGenerator<Uint8Array> {
  for await (const bytes of stream) yield bytes as Uint8Array;
  if (stream.truncated) throw new ApiError('body_too_large', { limit });
}

/**
 * The files of a form, each to be read to its end before the next one comes: nothing is held but what
 * is being read. Raises `invalid_request` for parts that the endpoint does not have,
 * `unsupported_media_type` for a part of another type and `body_too_large`. What is not read is let go.
 */
export async function* readForm(
  request: FastifyRequest,
  { parts, maxBytes }: FormBody,
): FormFiles & AsyncGenerator<FormFile> {
  const payload = request.body as Readable;
  const form = formReader(request, maxBytes);
  let current: BusboyFileStream | undefined;
  const files = on(form, 'file', { close: ['finish'] });
  pipeline(payload, form, (error: Error | null | undefined) => {
    // A file that is being read would wait forever for what does not come any more.
    if (error) current?.destroy(error);
  });
  try {
    for await (const [part, stream, fileName, , mediaType] of files as AsyncIterable<FileEvent>) {
      current = stream;
      const mediaTypes = parts[part];
      if (!mediaTypes) throw invalidField(part, fieldMessages.unknownField);
      if (!mediaTypes.includes(mediaType)) {
        throw new ApiError('unsupported_media_type', { mediaTypes: mediaTypes.join(', ') });
      }
      yield { part, fileName, content: contentOf(stream, maxBytes) };
    }
  } finally {
    payload.unpipe(form);
    // Callers hear the answer once all they send is taken.
    payload.resume();
  }
}

/** Raises `malformed_form` for a type without a boundary. */
function formReader({ headers }: FastifyRequest, maxBytes: number): InstanceType<typeof Busboy> {
  const contentType = headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': contentType },
      limits: { fileSize: maxBytes, fields: 0 },
      isPartAFile: () => true,
    });
  } catch {
    throw invalidField('content-type', fieldMessages.required);
  }
}
