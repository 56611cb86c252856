import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
  HTTPMethods,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import {
  type BodyOf,
  type Endpoint,
  type EventsResponse,
  type FileResponse,
  isEventsResponse,
  isFileResponse,
  isReportedFileResponse,
  type ParamsOf,
  type QueryOf,
  type ReportedFileResponse,
} from '@portage/contract/endpoint';
import type { Locale } from '@portage/contract/locale';
import { onBehalfOf } from '../db/connection-shares.ts';
import { ANSWER_TIMEOUT } from '../limits.ts';
import { localeOf } from '../problem.ts';
import { authenticationHook, type CallerIdentities } from './authentication.ts';
import { callerGone } from './caller-gone.ts';
import { endpointSchema } from './endpoint-schema.ts';
import { FileContent } from './file-content.ts';
import { formOf, type ReportedFile } from './reported-file.ts';
import { type EventOf, type Following, followingOf, sendEvents } from './event-stream.ts';
import { bodyLimitOf, bodyOf, readBodiesOf } from './request-body.ts';

/** JSON text or its bytes, such as stored documents, sent unchanged. */
export class JsonText {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }
}

/** Validated parts and the session. */
interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  session: CallerIdentities[E['mayCall']];
  locale: Locale;
  /** Network address of the caller. */
  address: string;
  /** Shortened. */
  userAgent: string | undefined;
  idempotencyKey: string | undefined;
  following: E['response'] extends EventsResponse ? Following : undefined;
  /** Aborted when the caller of a slow answer leaves. */
  gone: E['response'] extends FileResponse | ReportedFileResponse ? AbortSignal : undefined;
}

type Answer<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']> | JsonText
  : E['response'] extends EventsResponse
    ? AsyncIterable<EventOf<E['response']>>
    : E['response'] extends ReportedFileResponse
      ? ReportedFile<z.output<E['response']['report']>>
      : FileContent;

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>;

/** `/orders/{id}` becomes `/orders/:id`. */
const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

const USER_AGENT_LENGTH = 300;

const idempotencyKeyOf = (request: FastifyRequest) => {
  const header = request.headers['idempotency-key'];
  return Array.isArray(header) ? header[0] : header;
};

/** Derives scope, validation, serialization and OpenAPI from the description. */
export function addRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void {
  readBodiesOf(app, endpoint, false, (own) => addTo(own, endpoint, handler, endpoint.body));
}

/** Hands over the bytes of a JSON body that is slow to parse; the handler validates it. */
export function addBytesRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Omit<Call<E>, 'body'> & { body: Uint8Array }) => ReturnType<Handler<E>>,
): void {
  const bytes = { raw: 'application/json', maxBytes: bodyLimitOf(endpoint) };
  readBodiesOf(app, endpoint, true, (own) =>
    addTo(own, endpoint, handler as unknown as Handler<E>, bytes),
  );
}

const hasFile = (response: Endpoint['response']) =>
  isFileResponse(response) || isReportedFileResponse(response);

const isJson = (response: Endpoint['response']) =>
  !hasFile(response) && !isEventsResponse(response);

const validateAllButBody: FastifySchemaCompiler<FastifySchema> = (part) =>
  part.httpPart === 'body'
    ? (value: unknown) => ({ value })
    : validatorCompiler(part as Parameters<typeof validatorCompiler>[0]);

function addTo<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  body: Endpoint['body'],
): void {
  const { method, path, status, response } = endpoint;
  app.route({
    method: method satisfies HTTPMethods,
    url: fastifyPath(path),
    schema: endpointSchema(endpoint),
    ...(body !== endpoint.body && { validatorCompiler: validateAllButBody }),
    config: { endpoint },
    // A HEAD would make a file for nothing, and events would not end.
    exposeHeadRoute: isJson(response),
    bodyLimit: bodyLimitOf(endpoint),
    ...authenticationHook(app, endpoint),
    handler: async (request, reply) => {
      const following = isEventsResponse(response) ? followingOf(request, reply) : undefined;
      const call = {
        params: request.params,
        query: request.query,
        body: bodyOf(request, body),
        session: request.session,
        locale: localeOf(request),
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH),
        idempotencyKey: idempotencyKeyOf(request),
        following,
        gone: hasFile(response) ? callerGone(reply) : undefined,
      } as Call<E>;
      const content: unknown = await onBehalfOfCaller(request, () => handler(call));
      if (isReportedFileResponse(response)) {
        const reported = content as ReportedFile<unknown>;
        request.report = reported.report;
        return answer(reply.code(status), formOf(response, reported));
      }
      return following && isEventsResponse(response)
        ? sendEvents(reply, response, content as AsyncIterable<EventOf<EventsResponse>>)
        : answer(reply.code(status), content);
    },
  });
}

/** Counts queries as the calling merchant's. */
function onBehalfOfCaller<Result>({ session }: FastifyRequest, work: () => Result): Result {
  return session && 'merchantId' in session ? onBehalfOf(session.merchantId, work) : work();
}

function answer(reply: FastifyReply, content: unknown): FastifyReply {
  if (content instanceof JsonText) {
    return reply.type('application/json; charset=utf-8').send(content.text);
  }
  if (content instanceof FileContent) {
    // Disconnects a caller that reads nothing.
    reply.raw.setTimeout(ANSWER_TIMEOUT, () => reply.raw.destroy());
    return reply.headers(content.headers).type(content.mediaType).send(content.content);
  }
  return reply.send(content);
}
