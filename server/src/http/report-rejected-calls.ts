import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { minuteMap } from './minute-map.ts';

/** A call that was refused, or that named orders which its caller does not have. */
export interface RejectedCall {
  action: 'call.refused' | 'orders.not_found';
  /** The method and path as the contract writes them, and the status or the number of orders. */
  subject: string;
  address: string;
  authorization: string | undefined;
  /** True for valid credentials, also beyond their scope. */
  isKnownCaller: boolean;
}

/** Reports a request whose signature is wrong. */
export type ReportForgery = (forged: Pick<RejectedCall, 'subject' | 'address'>) => Promise<void>;

/** Most reports of one process in a minute. */
const MOST_REPORTED = 200;

/** Lets each key pass once a minute, up to `MOST_REPORTED` of them. */
function oncePerMinute(clock: Clock): (key: string) => boolean {
  const reported = minuteMap<true>(clock);
  return (key) => {
    const keys = reported();
    if (keys.has(key) || keys.size >= MOST_REPORTED) return false;
    keys.set(key, true);
    return true;
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Report of an answer that has a file beside it. */
    report: unknown;
  }
}

/** Counts the orders of a bulk call that its merchant does not have. */
function missingOrders(answer: unknown): number {
  const outcomes =
    typeof answer === 'object' && answer !== null && 'outcomes' in answer ? answer.outcomes : [];
  if (!Array.isArray(outcomes)) return 0;
  return outcomes.filter((one: { code?: string }) => one.code === 'order_not_found').length;
}

/**
 * Reports calls with a wrong key, token or signature (401) or without permission (403), and bulk
 * calls for orders that the merchant does not have: once a minute for each address, call and kind.
 * Calls without credentials record their own events. Returns the reporter of wrong signatures.
 */
export function reportRejectedCalls(
  app: FastifyInstance,
  clock: Clock,
  report: (rejected: RejectedCall) => Promise<void>,
): ReportForgery {
  const isFirst = oncePerMinute(clock);

  async function reportRefused(refused: Omit<RejectedCall, 'action'>): Promise<void> {
    if (!isFirst(`${refused.address} ${refused.subject}`)) return;
    await report({ action: 'call.refused', ...refused }).catch((error: unknown) =>
      app.log.error({ err: error }, 'a refused call could not be recorded'),
    );
  }

  /** Notes the orders that the report of a bulk call does not find. */
  async function noteMissing(request: FastifyRequest, answer: unknown): Promise<void> {
    const { routeOptions, headers, ip } = request;
    const { endpoint } = routeOptions.config;
    const missing = endpoint ? missingOrders(answer) : 0;
    if (!endpoint || missing === 0) return;
    const call = `${endpoint.method} ${endpoint.path}`;
    if (!isFirst(`${ip} ${headers.authorization} ${call}`)) return;
    await report({
      action: 'orders.not_found',
      subject: `${call} ${missing}`,
      address: ip,
      authorization: headers.authorization,
      isKnownCaller: true,
    }).catch((error: unknown) => request.log.error({ err: error }, 'a call could not be recorded'));
  }

  app.decorateRequest('report', undefined);

  app.addHook('onSend', async (request, reply) => {
    const { routeOptions, headers, ip, session } = request;
    const { endpoint } = routeOptions.config;
    const { statusCode } = reply;
    const { authorization } = headers;
    await noteMissing(request, request.report);
    if (!endpoint || endpoint.mayCall === 'anyone') return;
    // The online shop platform signs its calls, and sends no such header.
    const hasProof = authorization !== undefined || endpoint.mayCall === 'shop';
    // For a caller that was let in, 403 means that its shop no longer lets Portage in.
    const goesNoFurther = statusCode === 403 && session === undefined;
    if (!goesNoFurther && !(statusCode === 401 && hasProof)) return;
    await reportRefused({
      subject: `${endpoint.method} ${endpoint.path} ${statusCode}`,
      address: ip,
      authorization,
      isKnownCaller: statusCode === 403,
    });
  });

  app.addHook('preSerialization', async (request, _reply, answer) => {
    await noteMissing(request, answer);
    return answer;
  });

  return ({ subject, address }) =>
    reportRefused({ subject, address, authorization: undefined, isKnownCaller: false });
}
