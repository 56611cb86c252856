import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
  HTTPMethods,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
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
  type Caller,
  type FormBody,
  isFileBody,
  isFormBody,
  isRawBody,
} from '@portage/contract/endpoint';
import { errorCatalogue, Problem, type ErrorCode } from '@portage/contract/errors';
import type { Locale } from '@portage/contract/locale';
import { isApiError } from '../api-error.ts';
import { onBehalfOf } from '../db/database.ts';
import { localeOf } from '../problem.ts';
import { authenticationHook, type CallerIdentities } from './authentication.ts';
import { breakOff, callerGone } from './caller-gone.ts';
import { type EventOf, type Following, followingOf, sendEvents } from './event-stream.ts';
import { FileContent } from './file-content.ts';
import { formOf, type ReportedFile } from './reported-file.ts';
import { bodyLimitOf, bodyOf, isJsonBody, readBodiesOf } from './request-body.ts';

const KEY_LENGTH = 255;

/** Other headers pass unread. */
const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .min(1)
    .max(KEY_LENGTH)
    .optional()
    .describe('Makes a repeated request do its work once and give the first answer again.'),
});

/** Browsers send it when they reconnect. */
const EventsHeaders = z.looseObject({
  'last-event-id': z
    .string()
    .optional()
    .describe('The id of the last event that came, to be told what happened since.'),
});

/** Logged where the API reference lacks an error; fails tests. */
export const UNDECLARED_ERROR = 'The endpoint does not declare this error';

const SESSION_ERRORS: readonly ErrorCode[] = [
  'not_signed_in',
  'invalid_token',
  'account_not_linked',
  'second_factor_needed',
  'second_factor_setup_required',
  'sign_in_unavailable',
  'too_many_requests',
  'busy',
];

const callerErrors: Readonly<Record<Caller, readonly ErrorCode[]>> = {
  anyone: [],
  userOrService: SESSION_ERRORS,
  user: [...SESSION_ERRORS, 'forbidden'],
  owner: [...SESSION_ERRORS, 'forbidden', 'owner_only'],
  carrier: ['invalid_carrier_key'],
  shop: ['shop_signature_invalid'],
  shipstation: ['invalid_shipstation_key', 'too_many_requests', 'busy'],
};

function generalErrors({
  mayCall,
  body,
  idempotent,
  needsRecentSignIn,
  needsRecentFactor,
}: Endpoint): ErrorCode[] {
  const content: ErrorCode[] = body
    ? ['body_too_large', 'unsupported_media_type', 'content_encoding_unsupported']
    : [];
  const form: ErrorCode[] = isFormBody(body) ? ['malformed_form'] : [];
  const json: ErrorCode[] = body && isJsonBody(body) ? ['malformed_json', 'too_many_values'] : [];
  const repetition: ErrorCode[] = idempotent
    ? ['request_in_progress', 'idempotency_key_reused']
    : [];
  const password: ErrorCode[] = needsRecentSignIn ? ['password_needed', 'sign_in_again'] : [];
  const factor: ErrorCode[] =
    needsRecentSignIn || needsRecentFactor ? ['second_factor_needed'] : [];
  return [
    ...callerErrors[mayCall],
    ...password,
    ...factor,
    'invalid_request',
    ...content,
    ...json,
    ...form,
    ...repetition,
  ];
}

const declaredErrors = (endpoint: Endpoint) =>
  new Set([...generalErrors(endpoint), ...endpoint.errors]);

/** Describes each status with its error codes. */
function problemResponses(endpoint: Endpoint) {
  const codes = [...declaredErrors(endpoint)];
  const { failure } = endpoint;
  const statusOf = (code: ErrorCode) => {
    const { status } = errorCatalogue[code];
    return failure ? failure.statusOf(status) : status;
  };
  const content = failure
    ? { 'application/json': { schema: failure.response } }
    : { 'application/problem+json': { schema: Problem } };
  const byStatus = Object.entries(Object.groupBy(codes, statusOf));
  return byStatus.map(([status, those = []]) => [
    status,
    {
      description: those.map((code) => `\`${code}\`: ${errorCatalogue[code].title.en}`).join('; '),
      content,
    },
  ]);
}

/** Data is JSON. */
function eventSchema({ events }: EventsResponse) {
  const kinds = Object.entries(events).map(([kind, data]) =>
    z.object({ id: z.string(), event: z.literal(kind), data }),
  );
  return z.union(kinds).describe('One event; each comes as soon as it is known.');
}

const FILE = z.any().meta({ type: 'string', contentEncoding: 'binary' });

/** Read as they arrive. */
const formSchema = ({ parts }: FormBody) =>
  z.any().meta({
    type: 'object',
    required: Object.keys(parts),
    properties: Object.fromEntries(
      Object.entries(parts).map(([name, [contentMediaType]]) => [
        name,
        { type: 'string', format: 'binary', contentMediaType },
      ]),
    ),
  });

function successResponse({ response, status, summary }: Endpoint) {
  if (isEventsResponse(response)) {
    const event = eventSchema(response);
    return { description: summary, content: { 'text/event-stream': { schema: event } } };
  }
  if (isReportedFileResponse(response)) {
    const parts = z.object({ report: response.report, file: FILE.optional() });
    return { description: summary, content: { 'multipart/form-data': { schema: parts } } };
  }
  if (!isFileResponse(response)) return response;
  const file = { schema: z.string().meta({ contentEncoding: 'binary' }) };
  return {
    description: STATUS_CODES[status] ?? summary,
    content: Object.fromEntries(response.mediaTypes.map((mediaType) => [mediaType, file])),
  };
}

/** Declares the credential of callers without a session. */
function securityOf({ mayCall }: Endpoint) {
  if (mayCall === 'anyone') return { security: [] };
  if (mayCall === 'shipstation') return { security: [{ shipstationKey: [] }] };
  return mayCall === 'carrier' ? { security: [{ carrierKey: [] }] } : {};
}

/** Refuses unknown parameters, unless the query is loose. */
const knownOnly = (query: z.ZodObject = z.object({})) =>
  query.def.catchall ? query : query.strict();

/** Makes an id for generated clients from method and path. */
export function operationIdOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^a-z0-9]+/i)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + words.join('');
}

const callerWords: Readonly<Record<Caller, string>> = {
  anyone: 'Needs no session.',
  userOrService: 'For signed-in users and service users.',
  user: 'For signed-in users.',
  owner: 'For owners of the account.',
  carrier: 'For systems of the carrier, with a carrier key.',
  shop: 'For the online shop platform, which signs the body.',
  shipstation: 'For ShipStation, with the merchant’s API key as the password of HTTP Basic.',
};

/** Adds the caller and its preconditions. */
function descriptionOf({ summary, ...endpoint }: Endpoint): string {
  return [
    `${summary.replace(/[.]$/, '')}.`,
    callerWords[endpoint.mayCall],
    endpoint.needsRecentSignIn &&
      'Asks for the password or the second factor again when it was shown too long ago.',
    endpoint.idempotent && 'Repeat it safely with the same `Idempotency-Key`.',
    isEventsResponse(endpoint.response) && 'The answer is a stream of server-sent events.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Fastify validates and serializes with it; OpenAPI is made from it. */
function endpointSchema(endpoint: Endpoint): FastifySchema {
  const { path, summary, params, query, body, status, response, idempotent } = endpoint;
  return {
    operationId: operationIdOf(endpoint),
    summary,
    description: descriptionOf(endpoint),
    tags: [path.split('/')[1]?.replace('.', '') ?? ''],
    ...securityOf(endpoint),
    ...(params && { params }),
    querystring: knownOnly(query),
    ...(body && isJsonBody(body) && { body }),
    ...(isFormBody(body) && { body: formSchema(body), consumes: ['multipart/form-data'] }),
    ...(isRawBody(body) && { body: FILE, consumes: [body.raw] }),
    ...(isFileBody(body) && { body: FILE, consumes: [...body.mediaTypes] }),
    ...(idempotent && { headers: IdempotencyHeaders }),
    ...(isEventsResponse(response) && { headers: EventsHeaders }),
    response: {
      [status]: successResponse(endpoint),
      ...Object.fromEntries(problemResponses(endpoint)),
    },
  };
}

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

type Answer<E extends Endpoint> = E['response'] extends z.ZodNull
  ? void
  : E['response'] extends z.ZodType
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
  const declared = declaredErrors(endpoint);
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
      const content: unknown = await onBehalfOfCaller(request, async () => {
        try {
          return await handler(call);
        } catch (error) {
          if (isApiError(error) && !declared.has(error.code)) {
            request.log.error({ code: error.code, method, path }, UNDECLARED_ERROR);
          }
          throw error;
        }
      });
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
    const { mediaType, headers, content: file } = content;
    if (file instanceof Readable) {
      file.once('error', () => {
        if (reply.raw.headersSent) breakOff(reply);
      });
    }
    return reply.headers(headers).type(mediaType).send(file);
  }
  return reply.send(content);
}
