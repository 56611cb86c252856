import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { FinishedCall } from '../watch/metrics.ts';
import { endSpan, newSpan, parentOf, type Span, spanKinds, asWork } from '../watch/spans.ts';
import { isStream } from './event-stream.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that was answered with 5xx. */
    failure: Error | undefined;
    /** The limit of calls that refused it. */
    refusedBy: string | undefined;
    span: Span | undefined;
  }
}

/** Probes and files would fill the traces. */
const UNTRACED: readonly (string | undefined)[] = [
  '/healthz',
  '/readyz',
  '/favicon.svg',
  '/assets/*',
  '/*',
];

export interface CallWatch {
  /** Milliseconds from which calls are logged; 0 logs none. */
  slowCall?: number;
  onCall?: ((call: FinishedCall) => void) | undefined;
  /** Counts streams of events that open (1) and close (-1). */
  onStream?: ((change: 1 | -1) => void) | undefined;
}

/** Names the caller without naming a person. */
function callerOf({ session }: FastifyRequest): Record<string, string> {
  if (!session) return {};
  if ('shop' in session) return { shop: session.shop };
  const { merchantId } = session;
  return { merchantId, user: 'userId' in session ? session.userId : session.username };
}

/** Status of the answer; 499 without one, as nginx logs it. */
const statusOf = ({ raw }: FastifyReply) => (raw.headersSent ? raw.statusCode : 499);

function endCallSpan(
  { span, method, routeOptions, session, id }: FastifyRequest,
  reply: FastifyReply,
) {
  const status = statusOf(reply);
  endSpan(span, status >= 500, {
    'http.request.method': method,
    'http.route': routeOptions.url,
    'http.response.status_code': status,
    'portage.request_id': id,
    'portage.merchant_id': session && 'merchantId' in session ? session.merchantId : undefined,
  });
}

const causeOf = (failure: Error | undefined) =>
  failure instanceof ApiError ? { code: failure.code } : { err: failure };

/** Logs the number of refused calls once a minute, to add no load. */
function logRefusals({ log }: FastifyInstance): (limit: string) => void {
  let counts: Record<string, number> = {};
  let nextLine = 0;
  return (limit) => {
    counts[limit] = (counts[limit] ?? 0) + 1;
    const now = performance.now();
    if (now < nextLine) return;
    nextLine = now + MINUTE;
    log.warn({ refused: counts }, 'calls were refused');
    counts = {};
  };
}

/** Logs slow and failed (5xx) calls, reports all, sets `X-Request-Id`. Call it before routes. */
export function watchCalls(
  app: FastifyInstance,
  { slowCall = 0, onCall, onStream }: CallWatch,
): void {
  const countRefusal = logRefusals(app);
  app.decorateRequest('failure', undefined);
  app.decorateRequest('refusedBy', undefined);
  app.decorateRequest('span', undefined);

  function report(request: FastifyRequest, reply: FastifyReply, duration: number): void {
    const { method, routeOptions, failure, refusedBy } = request;
    const { raw } = reply;
    const status = statusOf(reply);
    const isCutOff = 'complete' in request.raw && !request.raw.complete && !raw.writableFinished;
    const isUnread = isCutOff && !failure && refusedBy === undefined;
    const isPublic = ['anyone', 'shop'].includes(routeOptions.config.endpoint?.mayCall ?? '');
    if (isPublic && isUnread) return;
    const call = { method, route: routeOptions.url ?? 'unknown', status, duration };
    // Its duration is the caller's.
    if (!isUnread) onCall?.({ ...call, refusedBy });
    if (refusedBy !== undefined) {
      countRefusal(refusedBy);
      return;
    }
    const entry = {
      ...call,
      duration: Math.round(duration),
      ...callerOf(request),
      ...(request.span && { traceId: request.span.traceId }),
    };
    // A caller that disconnects gets no answer and counts as no failure.
    if (failure || (status >= 500 && raw.writableFinished)) {
      const level = status === 503 ? 'warn' : 'error';
      request.log[level]({ ...entry, ...causeOf(failure) }, 'call failed');
    } else if (slowCall > 0 && duration >= slowCall) {
      request.log.warn(entry, 'slow call');
    }
  }

  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    const { method, headers, routeOptions } = request;
    const staysOpen = isStream(request);
    if (staysOpen) onStream?.(1);
    const route = routeOptions.url;
    if (!staysOpen && !UNTRACED.includes(route)) {
      request.span = newSpan(
        `${method} ${route ?? 'unknown'}`,
        spanKinds.server,
        parentOf(headers),
      );
    }
    const begun = performance.now();
    // Answered, or given up by the caller.
    reply.raw.once('close', () => {
      if (staysOpen) onStream?.(-1);
      // A stream lasts as long as its reader.
      if (!staysOpen || request.refusedBy || reply.raw.statusCode >= 500) {
        report(request, reply, performance.now() - begun);
      }
      endCallSpan(request, reply);
    });
    asWork({ reqId: request.id }, request.span, done);
  });

  // Parsing a body leaves the context of the hook before.
  app.addHook('preValidation', (request, _reply, done) =>
    asWork({ reqId: request.id }, request.span, done),
  );
}

/** Ids that need no escaping in logs, headers and JSON. */
const WELL_FORMED = /^[\w.:=/+-]{8,128}$/;

/** Returns the `X-Request-Id` of a trusted proxy when it is well formed, else a new id. */
export function requestIds(trustedProxies: readonly string[]): (raw: IncomingMessage) => string {
  // As Fastify reads the same setting.
  const isTrusted = compile([...trustedProxies]);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isUsable =
      typeof given === 'string' &&
      WELL_FORMED.test(given) &&
      isTrusted(socket.remoteAddress ?? '', 0);
    return isUsable ? given : randomUUID();
  };
}
