import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

/** A call that was refused, or that named orders which its caller does not have. */
export interface RejectedCall {
  action: 'call.refused' | 'orders.not_found';
  /** The method and path as the contract writes them, and the status or the number of orders. */
  subject: string;
  address: string;
  authorization: string | undefined;
  /** Whether the credentials are valid: those of a call beyond their scope are. */
  isKnownCaller: boolean;
}

const MINUTE = 60_000;

/** The most that one process reports in a minute: anybody could have millions of calls refused. */
const MOST_REPORTED = 200;

/** Lets each key pass once a minute, and no more of them than are reported. */
function oncePerMinute(clock: Clock): (key: string) => boolean {
  let minute = 0;
  let seen = new Set<string>();
  return (key) => {
    const present = Math.floor(clock.now() / MINUTE);
    if (present !== minute) {
      minute = present;
      seen = new Set();
    }
    if (seen.has(key) || seen.size >= MOST_REPORTED) return false;
    seen.add(key);
    return true;
  };
}

/** How many orders of a bulk call its merchant does not have. */
function missingOrders(answer: unknown): number {
  const outcomes =
    typeof answer === 'object' && answer !== null && 'outcomes' in answer ? answer.outcomes : [];
  if (!Array.isArray(outcomes)) return 0;
  return outcomes.filter((one: { code?: string }) => one.code === 'order_not_found').length;
}

/**
 * Reports calls whose key or token is wrong (401) or goes no further (403), and bulk calls that name
 * orders of nobody or of another merchant: of each address, call and kind one a minute. Calls that
 * anybody may make, such as sign-ins, record what happens to them themselves.
 */
export function reportRejectedCalls(
  app: FastifyInstance,
  clock: Clock,
  report: (rejected: RejectedCall) => Promise<void>,
): void {
  const isFirst = oncePerMinute(clock);

  app.addHook('onSend', async ({ routeOptions, headers, ip, log }, reply) => {
    const { endpoint } = routeOptions.config;
    const { statusCode } = reply;
    const { authorization } = headers;
    if (!endpoint || endpoint.mayCall === 'anyone') return;
    const isRefused = statusCode === 403 || (statusCode === 401 && authorization !== undefined);
    const subject = `${endpoint.method} ${endpoint.path} ${statusCode}`;
    if (!isRefused || !isFirst(`${ip} ${subject}`)) return;
    const isKnownCaller = statusCode === 403;
    await report({
      action: 'call.refused',
      subject,
      address: ip,
      authorization,
      isKnownCaller,
    }).catch((error: unknown) => log.error({ err: error }, 'a refused call could not be recorded'));
  });

  app.addHook('preSerialization', async ({ routeOptions, headers, ip, log }, _reply, answer) => {
    const { endpoint } = routeOptions.config;
    const missing = endpoint ? missingOrders(answer) : 0;
    if (!endpoint || missing === 0) return answer;
    const call = `${endpoint.method} ${endpoint.path}`;
    if (!isFirst(`${ip} ${headers.authorization} ${call}`)) return answer;
    await report({
      action: 'orders.not_found',
      subject: `${call} ${missing}`,
      address: ip,
      authorization: headers.authorization,
      isKnownCaller: true,
    }).catch((error: unknown) => log.error({ err: error }, 'a call could not be recorded'));
    return answer;
  });
}
