import { on } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Endpoint,
  type FormBody,
  type FormFile,
  type FormFiles,
  isFileBody,
  isFormBody,
  isRawBody,
} from '@portage/contract/endpoint';
import { fieldMessages } from '@portage/contract/field-messages';
import { ApiError, invalidField, isApiError } from '../api-error.ts';
import { BODY_LIMIT, MOST_VALUES, PUBLIC_BODY_LIMIT } from '../limits.ts';
import { faultOfJson } from './json-fault.ts';

/**
 * Refuses compression, keys that reach an object's prototype, and other types. Empty bodies count
 * as none: callers always send the JSON type (spec 1 §7).
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const fault = faultOfJson(body.toString(), MOST_VALUES);
    if (body === '') done(null, undefined);
    else if (fault) done(new ApiError(fault, { limit: MOST_VALUES }));
    else void parse(request, body.toString(), done);
  });
  app.addHook('preParsing', async ({ headers, routeOptions }, reply) => {
    const coding = headers['content-encoding'] ?? 'identity';
    if (coding === 'identity' || routeOptions.config.endpoint?.body === undefined) return;
    void reply.header('accept-encoding', 'identity');
    throw new ApiError('content_encoding_unsupported');
  });
}

/** Bytes that are joined before they are passed on. */
const ROOM = 16 * 1024;

/** Bytes of a body whose chunks can be kept one by one. */
const SMALL_BODY = 4 * 1024;

/** Joins the chunks of bodies: one of a byte takes half a kilobyte while it waits for the others. */
export function joinSmallChunks(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers }, _reply, payload) => {
    const length = headers['content-length'];
    const isSmall = length !== undefined && Number(length) <= SMALL_BODY;
    const isNone = length === undefined && headers['transfer-encoding'] === undefined;
    if (isSmall || isNone) return payload;
    return Readable.from(joined(payload), { objectMode: false });
  });
}

async function* joined(payload: Readable): AsyncGenerator<Buffer> {
  let room = Buffer.allocUnsafe(ROOM);
  let used = 0;
  // A refused body must not end the connection before the answer.
  const chunks = payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    if (used > 0 && used + chunk.length > ROOM) {
      yield room.subarray(0, used);
      room = Buffer.allocUnsafe(ROOM);
      used = 0;
    }
    if (chunk.length > ROOM) yield chunk;
    else used += chunk.copy(room, used);
  }
  if (used > 0) yield room.subarray(0, used);
}

export const isJsonBody = (body: Endpoint['body']) =>
  !isFileBody(body) && !isRawBody(body) && !isFormBody(body);

/** Calls `register` on an app for the endpoint's kind of body. */
export function readBodiesOf(
  app: FastifyInstance,
  { body }: Endpoint,
  asBytes: boolean,
  register: (app: FastifyInstance) => void,
): void {
  if (isJsonBody(body) && !asBytes) {
    register(app);
    return;
  }
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    if (isFormBody(body)) {
      own.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
        done(null, payload);
      });
    } else if (isRawBody(body)) {
      own.addContentTypeParser(body.raw, (request: FastifyRequest, payload: Readable) =>
        own.readSignedBody(request, payload, body.maxBytes),
      );
    } else {
      own.addContentTypeParser(
        [...acceptedTypes(body)],
        { parseAs: 'buffer' },
        (_request, bytes, done) => {
          done(null, bytes);
        },
      );
    }
    register(own);
  });
}

export function acceptedTypes(body: Endpoint['body']): readonly string[] {
  if (isFileBody(body)) return body.mediaTypes;
  if (isRawBody(body)) return [body.raw];
  return [isFormBody(body) ? 'multipart/form-data' : 'application/json'];
}

export function bodyLimitOf({ mayCall, body, maxBytes }: Endpoint): number {
  if (isFileBody(body) || isRawBody(body) || isFormBody(body)) return body.maxBytes;
  if (maxBytes !== undefined) return maxBytes;
  return mayCall === 'anyone' ? PUBLIC_BODY_LIMIT : BODY_LIMIT;
}

export function bodyOf(request: FastifyRequest, body: Endpoint['body']): unknown {
  if (isFormBody(body)) return readForm(request, body);
  if (isFileBody(body) || isRawBody(body)) return request.body ?? Buffer.alloc(0);
  return request.body;
}

type FileEvent = [
  part: string | undefined,
  stream: BusboyFileStream,
  fileName: string | undefined,
  encoding: string,
  mediaType: string,
];

/**
 * Yields files as they arrive; read each to its end. Throws `malformed_form`, `body_too_large`,
 * `unsupported_media_type`, and `invalid_request` for unknown parts.
 */
async function* readForm(
  request: FastifyRequest,
  { parts, maxBytes }: FormBody,
): FormFiles & AsyncGenerator<FormFile> {
  const payload = request.body as Readable | undefined;
  if (!payload) throw new ApiError('malformed_form');
  const form = formReader(request, maxBytes);
  let current: BusboyFileStream | undefined;
  // An early end emits errors on unread parts, too.
  form.on('file', (_part, stream: BusboyFileStream) => stream.on('error', () => undefined));
  const files = on(form, 'file', { close: ['finish'] });
  pipeline(payload, form, (error: Error | null | undefined) => {
    // Otherwise the current file would wait forever.
    if (error) current?.destroy(error);
  });
  try {
    for await (const [
      part = '',
      stream,
      fileName,
      ,
      mediaType,
    ] of files as AsyncIterable<FileEvent>) {
      current = stream;
      const mediaTypes = Object.hasOwn(parts, part) ? parts[part] : undefined;
      if (!mediaTypes) throw invalidField(part, fieldMessages.unknownField);
      if (!mediaTypes.includes(mediaType)) {
        const expected = `multipart/form-data (${part}: ${mediaTypes[0]})`;
        throw new ApiError('unsupported_media_type', { mediaTypes: expected });
      }
      if (fileName?.includes('\u0000')) throw new ApiError('malformed_form');
      yield { part, fileName, content: contentOf(stream, maxBytes) };
    }
  } catch (error) {
    throw malformedUnlessKnown(error);
  } finally {
    payload.unpipe(form);
    // The caller reads the answer after sending everything.
    payload.resume();
  }
}

function formReader({ headers }: FastifyRequest, maxBytes: number): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fileSize: maxBytes, fields: 0 },
      isPartAFile: () => true,
    });
  } catch {
    throw new ApiError('malformed_form');
  }
}

async function* contentOf(stream: BusboyFileStream, limit: number): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of stream) yield bytes as Uint8Array;
  } catch (error) {
    throw malformedUnlessKnown(error);
  }
  if (stream.truncated) throw new ApiError('body_too_large', { limit });
}

const malformedUnlessKnown = (error: unknown): ApiError =>
  isApiError(error) ? error : new ApiError('malformed_form');
