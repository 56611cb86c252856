import { STATUS_CODES } from 'node:http';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import {
  type Caller,
  type Endpoint,
  type EventsResponse,
  type FormBody,
  isEventsResponse,
  isFileBody,
  isFileResponse,
  isFormBody,
  isRawBody,
  isReportedFileResponse,
} from '@portage/contract/endpoint';
import { errorCatalogue, Problem, type ErrorCode } from '@portage/contract/errors';

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

const isJsonBody = (body: Endpoint['body']) =>
  !isFileBody(body) && !isRawBody(body) && !isFormBody(body);

/** Errors that need no description. */
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
  const json: ErrorCode[] = body && isJsonBody(body) ? ['malformed_json'] : [];
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

/** By status, each with its codes. */
function problemResponses(endpoint: Endpoint) {
  const codes = [...new Set([...generalErrors(endpoint), ...endpoint.errors])];
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
        { type: 'string', contentMediaType },
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

/** Of callers without a session. */
function securityOf({ mayCall }: Endpoint) {
  if (mayCall === 'anyone') return { security: [] };
  if (mayCall === 'shipstation') return { security: [{ shipstationKey: [] }] };
  return mayCall === 'carrier' ? { security: [{ carrierKey: [] }] } : {};
}

/** Refuses unknown parameters, unless the query is loose. */
const knownOnly = (query: z.ZodObject = z.object({})) =>
  query.def.catchall ? query : query.strict();

/** From method and path, for generated clients. */
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
export function endpointSchema(endpoint: Endpoint): FastifySchema {
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
