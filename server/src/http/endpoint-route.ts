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

/** JSON that is already text (or its bytes), such as stored documents: it is passed on as it stands. */
export class JsonText {
  readonly text: string | Buffer;

  constructor(text: string | Buffer) {
    this.text = text;
  }
}

/** Input of a handler: validated parts of the call, and the session. */
interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  session: CallerIdentities[E['mayCall']];
  locale: Locale;
  /** The network address that the call came from. */
  address: string;
  /** User agent of the caller, shortened. */
  userAgent: string | undefined;
  idempotencyKey: string | undefined;
  /** Start and end of an event stream. */
  following: E['response'] extends EventsResponse ? Following : undefined;
  /** Aborted when the caller of an answer that takes long to make, a file, has gone away. */
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

/** `/orders/{id}` of the contract in Fastify's form, `/orders/:id`. */
const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The most characters of a `User-Agent` that are kept. */
const USER_AGENT_LENGTH = 300;

/** The first `Idempotency-Key` of a request, when there is one. */
const idempotencyKeyOf = (request: FastifyRequest) => {
  const header = request.headers['idempotency-key'];
  return Array.isArray(header) ? header[0] : header;
};

/**
 * Registers an endpoint of the contract: its scope, its validation, its serialisation and its entry
 * in the OpenAPI document all follow from the description.
 */
export function addRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void {
  readBodiesOf(app, endpoint, false, (own) => addTo(own, endpoint, handler, endpoint.body));
}

/**
 * Registers an endpoint whose JSON bodies take too long to parse: the handler is given their bytes, and
 * must validate them.
 */
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

/** Tells an answer that is or has a file from the others. */
const hasFile = (response: Endpoint['response']) =>
  isFileResponse(response) || isReportedFileResponse(response);

/** Tells an answer that is JSON from the others. */
const isJson = (response: Endpoint['response']) =>
  !hasFile(response) && !isEventsResponse(response);

/** Leaves bodies to the handler that parses them. */
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
    // A file would be made only to be thrown away, and events would not end.
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

/** The queries of a call count as the merchant's who makes it, where a merchant does. */
function onBehalfOfCaller<Result>({ session }: FastifyRequest, work: () => Result): Result {
  return session && 'merchantId' in session ? onBehalfOf(session.merchantId, work) : work();
}

function answer(reply: FastifyReply, content: unknown): FastifyReply {
  if (content instanceof JsonText) {
    return reply.type('application/json; charset=utf-8').send(content.text);
  }
  if (content instanceof FileContent) {
    // A caller that reads nothing is disconnected.
    reply.raw.setTimeout(ANSWER_TIMEOUT, () => reply.raw.destroy());
    return reply.headers(content.headers).type(content.mediaType).send(content.content);
  }
  return reply.send(content);
}
