import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isEventsResponse } from '@portage/contract/endpoint';
import { CREDENTIAL_CALLS_PER_MINUTE, MERCHANT_CALLS_PER_MINUTE } from '@portage/contract/limits';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';

/** How many calls one process takes. */
export interface CallLimits {
  /** Under way at once, with a session or a key: whoever comes beyond is refused at once. */
  atOnce: number;
  /** Under way at once of one merchant, and with one of its credentials. */
  atOnceOfAMerchant: number;
  atOnceOfACredential: number;
  /** Under way at once of those that anybody may make, such as sign-ins: a lane of their own. */
  publicAtOnce: number;
  /** Within a minute, of a merchant and of one of its credentials. */
  ofAMerchant: number;
  ofACredential: number;
}

/** Calls are answered in milliseconds, so that as many wait for less than a second. */
const CALL_LIMITS: CallLimits = {
  atOnce: 80,
  atOnceOfAMerchant: 40,
  atOnceOfACredential: 40,
  publicAtOnce: 200,
  ofAMerchant: MERCHANT_CALLS_PER_MINUTE,
  ofACredential: CREDENTIAL_CALLS_PER_MINUTE,
};

const MINUTE = 60_000;

/** Counts calls by their callers from minute to minute. */
function minuteCounts(clock: Clock) {
  let minute = 0;
  let counts = new Map<string, number>();
  return (caller: string): number => {
    const present = Math.floor(clock.now() / MINUTE);
    if (present !== minute) {
      minute = present;
      counts = new Map();
    }
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    return count;
  };
}

/** Counts what is under way by names, and refuses more than may be. */
function callsAtOnce() {
  const counts = new Map<string, number>();
  /** The names that each call is counted by, until it ends. */
  const named = new WeakMap<FastifyReply, string[]>();

  function giveBack(name: string): void {
    const left = (counts.get(name) ?? 1) - 1;
    if (left === 0) counts.delete(name);
    else counts.set(name, left);
  }

  return (name: string, most: number, reply: FastifyReply): void => {
    const count = counts.get(name) ?? 0;
    if (count >= most) throw new ApiError('busy', { retryAfter: 1 });
    counts.set(name, count + 1);
    const names = named.get(reply);
    if (names) {
      names.push(name);
      return;
    }
    const own = [name];
    named.set(reply, own);
    // Answered, or given up by the caller.
    reply.raw.once('close', () => own.forEach(giveBack));
  };
}

/** A stream goes on for as long as somebody looks, and takes nothing meanwhile. */
function isStream({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && isEventsResponse(endpoint.response);
}

/** Bounds the calls of a host. */
export type LimitCalls = (app: FastifyInstance) => void;

/**
 * Bounds the calls of the hosts that it is given. Beyond what one process can have under way of a host,
 * in all or of one merchant, calls are refused as `busy` at once, instead of waiting until their callers
 * have given up. Beyond what a merchant or a credential may call within a minute, of all hosts together,
 * they are refused as `too_many_requests`; each answer has the `RateLimit` headers of
 * draft-ietf-httpapi-ratelimit-headers-10. The online shop platform is not bounded: a refusal would
 * cost a sale.
 */
export function callLimiter(clock: Clock, limits: CallLimits = CALL_LIMITS): LimitCalls {
  const count = minuteCounts(clock);
  return (app) => limitHost(app, clock, limits, count);
}

function limitHost(
  app: FastifyInstance,
  clock: Clock,
  limits: CallLimits,
  count: ReturnType<typeof minuteCounts>,
): void {
  const take = callsAtOnce();

  // Before anybody is authenticated, which takes a query: what is too much must cost next to nothing.
  app.addHook('onRequest', async (request, reply) => {
    if (isStream(request)) return;
    const { authorization = '' } = request.headers;
    const mayCall = request.routeOptions.config.endpoint?.mayCall;
    if (mayCall === 'shop') return;
    if (mayCall === 'anyone') {
      take('public', limits.publicAtOnce, reply);
      return;
    }
    // The credential's own first: what is sent too much with it takes no place of others.
    take(`credential ${authorization}`, limits.atOnceOfACredential, reply);
    take('all', limits.atOnce, reply);
  });

  // Once it is known who calls, and before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    const { session } = request;
    if (!session || !('merchantId' in session)) return;
    const { merchantId, username } = session;
    const seconds = Math.ceil((MINUTE - (clock.now() % MINUTE)) / 1000);
    const rates = [
      { name: 'merchant', limit: limits.ofAMerchant, used: count(merchantId) },
      {
        name: 'credential',
        limit: limits.ofACredential,
        used: count(`${merchantId} ${username}`),
      },
    ];
    void reply.headers({
      'ratelimit-policy': rates.map(({ name, limit }) => `"${name}";q=${limit};w=60`).join(', '),
      ratelimit: rates
        .map(({ name, limit, used }) => `"${name}";r=${Math.max(0, limit - used)};t=${seconds}`)
        .join(', '),
    });
    const over = rates.find(({ limit, used }) => used > limit);
    if (over) {
      throw new ApiError('too_many_requests', { limit: over.limit, retryAfter: seconds });
    }
    if (!isStream(request)) take(`merchant ${merchantId}`, limits.atOnceOfAMerchant, reply);
  });
}
