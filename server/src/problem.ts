import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isFileBody, isRawBody } from '@portage/contract/endpoint';
import { errorCatalogue, type ErrorCode, type Problem } from '@portage/contract/errors';
import {
  localeFromHeader,
  REGIONAL_LOCALE,
  type Locale,
  type Translated,
} from '@portage/contract/locale';
import { isDatabaseLost } from './db/is-database-lost.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { isGivenUp } from './http/caller-gone.ts';
import { pathOf } from './http/path-of.ts';
import { detailOf, Refusal } from './refusals.ts';

/** The media type of every refusal (RFC 9457). */
const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** The language a request asks to be answered in (`locale: EN` or `FR`). */
export function localeOf(request: FastifyRequest): Locale {
  const { locale } = request.headers;
  return localeFromHeader(typeof locale === 'string' ? locale : undefined);
}

/** Fastify's own errors in the words of our catalogue. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** The media types that the body of a request may have, as people list them. */
function mediaTypesOf({ routeOptions }: FastifyRequest): Translated {
  const body = routeOptions.config.endpoint?.body;
  const mediaTypes = isFileBody(body)
    ? body.mediaTypes
    : [isRawBody(body) ? body.raw : 'application/json'];
  const listed = (locale: Locale) =>
    new Intl.ListFormat(REGIONAL_LOCALE[locale], { type: 'disjunction' }).format(mediaTypes);
  return { en: listed('en'), fr: listed('fr') };
}

function refusalOf(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error.validation && error.validationContext) return invalidPart(error, request);
  const code =
    FRAMEWORK_ERRORS[error.code] ?? (isDatabaseLost(error) ? 'not_ready' : 'internal_error');
  return new Refusal(code, {
    limit: request.routeOptions.bodyLimit,
    path: pathOf(request.url),
    ...(code === 'unsupported_media_type' && { mediaTypes: mediaTypesOf(request) }),
  });
}

/** What is wrong with the body, query, parameters or headers, said again in the language of the request. */
function invalidPart(error: FastifyError, request: FastifyRequest): Refusal {
  const schemas = request.routeOptions.schema as Readonly<Record<string, z.ZodType>> | undefined;
  const part = error.validationContext ?? 'body';
  const values: Readonly<Record<string, unknown>> = {
    body: request.body,
    querystring: request.query,
    params: request.params,
    headers: request.headers,
  };
  const schema = schemas?.[part];
  return new Refusal('invalid_request', {}, (locale) =>
    schema ? fieldErrorsOf(schema, values[part], locale) : [],
  );
}

/** The problem a refusal becomes, in the language of the request. */
function problemOf(refusal: Refusal, locale: Locale, requestId: string): Problem {
  const { status, title } = errorCatalogue[refusal.code];
  const errors = refusal.fieldErrors?.(locale);
  return {
    type: `https://portage.example/problems/${refusal.code}`,
    title: title[locale],
    status,
    detail: detailOf(refusal, locale),
    code: refusal.code,
    ...(errors && { errors }),
    requestId,
  };
}

/**
 * The one error handler: every refusal leaves as problem+json. What nobody expected is logged with
 * its stack and answered as `internal_error`, without a word of what it was.
 */
export function answerProblem(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error, request);
  if (refusal.code === 'internal_error' && !isGivenUp(error, reply)) {
    request.log.error({ err: error }, 'unexpected error');
  }
  const problem = problemOf(refusal, localeOf(request), request.id);
  // What was said of a file holds no more, when there is none.
  void reply.removeHeader('content-encoding').removeHeader('content-disposition');
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter);
  return reply.code(problem.status).type(PROBLEM_MEDIA_TYPE).send(JSON.stringify(problem));
}
