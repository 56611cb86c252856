import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { errorCatalogue, type Problem } from '@portage/contract/errors';
import {
  localeFromHeader,
  REGIONAL_LOCALE,
  type Locale,
  type Translated,
} from '@portage/contract/locale';
import { ApiError } from './api-error.ts';
import { isDatabaseLost, isStatementTimeout } from './db/lost-connections.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { isGivenUp } from './http/caller-gone.ts';
import { pathOf } from './http/path-of.ts';
import { acceptedTypes } from './http/request-body.ts';

const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** `locale: EN` or `FR`. */
export function localeOf(request: FastifyRequest): Locale {
  const { locale } = request.headers;
  return localeFromHeader(typeof locale === 'string' ? locale : undefined);
}

/** Media types in words. */
function mediaTypesOf({ routeOptions }: FastifyRequest): Translated {
  const mediaTypes = acceptedTypes(routeOptions.config.endpoint?.body);
  const listed = (locale: Locale) =>
    new Intl.ListFormat(REGIONAL_LOCALE[locale], { type: 'disjunction' }).format(mediaTypes);
  return { en: listed('en'), fr: listed('fr') };
}

export function apiErrorOf(error: FastifyError | ApiError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error.validation && error.validationContext) return invalidPart(error, request);
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('malformed_json');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type', { mediaTypes: mediaTypesOf(request) });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('body_too_large', { limit: request.routeOptions.bodyLimit });
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError('not_found', { path: pathOf(request.url) });
    default:
      if (isStatementTimeout(error)) return new ApiError('busy');
      return new ApiError(isDatabaseLost(error) ? 'not_ready' : 'internal_error');
  }
}

/** Explains what is wrong in body, query, parameters or headers. */
function invalidPart(error: FastifyError, request: FastifyRequest): ApiError {
  const schemas = request.routeOptions.schema as Readonly<Record<string, z.ZodType>> | undefined;
  const part = error.validationContext ?? 'body';
  const values: Readonly<Record<string, unknown>> = {
    body: request.body,
    querystring: request.query,
    params: request.params,
    headers: request.headers,
  };
  const schema = schemas?.[part];
  return new ApiError('invalid_request', {
    fieldErrors: (locale) => (schema ? fieldErrorsOf(schema, values[part], locale) : []),
  });
}

export function problemOf(error: ApiError, locale: Locale, requestId: string): Problem {
  const { status, title } = errorCatalogue[error.code];
  const errors = error.fieldErrors?.(locale);
  return {
    type: `https://portage.example/problems/${error.code}`,
    title: title[locale],
    status,
    detail: error.detail(locale),
    code: error.code,
    ...(errors && { errors }),
    ...(error.rates && { rates: error.rates(locale) }),
    requestId,
  };
}

/** Answers unexpected errors as `internal_error`, without details. */
export function answerProblem(
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const apiError = apiErrorOf(error, request);
  const problem = problemOf(apiError, localeOf(request), request.id);
  if (problem.status >= 500 && !isGivenUp(error, reply)) request.failure ??= error;
  // Headers of the file do not describe the error. Fastify would close before the body has come.
  for (const name of ['content-encoding', 'content-disposition', 'connection']) {
    void reply.removeHeader(name);
  }
  void reply.header('cache-control', 'no-store');
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  if (apiError.retryAfter !== undefined) void reply.header('retry-after', apiError.retryAfter);
  // Fastify would listen twice more to a reply that is returned.
  void reply.code(problem.status).type(PROBLEM_MEDIA_TYPE).send(JSON.stringify(problem));
}

const UNMET = new Set([412, 416]);

/** Answers for files: an unmet precondition or range has no body, a bad path no file. */
export function answerFileProblem(
  error: FastifyError & { headers?: Record<string, string> },
  { url }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode = 500, headers = {} } = error;
  if (UNMET.has(statusCode)) {
    return reply
      .code(statusCode)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send();
  }
  throw statusCode < 500 ? new ApiError('not_found', { path: pathOf(url) }) : error;
}
