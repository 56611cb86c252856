import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { minuteMap } from './minute-map.ts';

/** Refused, or naming orders that its caller lacks. */
export interface RejectedCall {
  action: 'call.refused' | 'orders.not_found';
  /** The contract's method and path, and the status or number of orders. */
  subject: string;
  address: string;
  authorization: string | undefined;
  /** Valid credentials, also beyond their scope. */
  isKnownCaller: boolean;
}

export type ReportForgery = (forged: Pick<RejectedCall, 'subject' | 'address'>) => Promise<void>;

/** Per process and minute. */
const MOST_REPORTED = 200;

/** Up to `MOST_REPORTED` keys a minute. */
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
    report: unknown;
  }
}

function missingOrders(answer: unknown): number {
  const outcomes =
    typeof answer === 'object' && answer !== null && 'outcomes' in answer ? answer.outcomes : [];
  if (!Array.isArray(outcomes)) return 0;
  return outcomes.filter((one: { code?: string }) => one.code === 'order_not_found').length;
}

/** Reports each address, call and kind once a minute. Returns the reporter of wrong signatures. */
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
    // The online shop platform sends no such header.
    const hasProof = authorization !== undefined || endpoint.mayCall === 'shop';
    // 403 to an authenticated caller means that its shop revoked the access.
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
