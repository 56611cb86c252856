import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CREDENTIAL_CALLS_PER_MINUTE, MERCHANT_CALLS_PER_MINUTE } from '@portage/contract/limits';
import { Locale } from '@portage/contract/locale';
import { MINUTE } from '@portage/contract/time';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import { localeOf, problemOf } from '../problem.ts';
import { isStream } from './event-stream.ts';
import { minuteCounter, minuteMap } from './minute-map.ts';
import { networkOf } from './network-of.ts';
import { ANSWER_POLICY } from './private-answers.ts';

/** In one process. */
export interface CallLimits {
  openConnections: number;
  /** Concurrent, with a session or a key; further calls are refused. */
  atOnce: number;
  /** Concurrent, of one merchant and one of its credentials. */
  atOnceOfAMerchant: number;
  atOnceOfACredential: number;
  /** Concurrent, without a credential, such as sign-ins; all together once bodies have come. */
  publicAtOnce: number;
  publicAtOnceOfAnAddress: number;
  streamsOfACredential: number;
  /** Per minute. */
  ofAMerchant: number;
  ofACredential: number;
  /** Per minute, with any credential, valid or not. */
  ofAnAddress: number;
}

/** Queues drain in under a second: calls take milliseconds. */
const CALL_LIMITS: CallLimits = {
  openConnections: 20_000,
  atOnce: 80,
  atOnceOfAMerchant: 40,
  atOnceOfACredential: 40,
  publicAtOnce: 200,
  publicAtOnceOfAnAddress: 50,
  // One per tab.
  streamsOfACredential: 50,
  ofAMerchant: MERCHANT_CALLS_PER_MINUTE,
  ofACredential: CREDENTIAL_CALLS_PER_MINUTE,
  // Offices and hosting companies share an address.
  ofAnAddress: 4 * MERCHANT_CALLS_PER_MINUTE,
};

const MOST_CALLERS_REMEMBERED = 10_000;

interface Exceeded {
  name: 'merchant' | 'credential' | 'address';
  limit: number;
}

/** Counts calls by caller and minute; remembers callers over their limits. */
function minuteCounts(clock: Clock) {
  const exceeded = minuteMap<Exceeded>(clock);
  return {
    count: minuteCounter(clock),
    exceededBy: (authorization: string): Exceeded | undefined => exceeded().get(authorization),
    remember(authorization: string, over: Exceeded): void {
      if (exceeded().size < MOST_CALLERS_REMEMBERED) exceeded().set(authorization, over);
    },
    secondsLeft: () => Math.ceil((MINUTE - (clock.now() % MINUTE)) / 1000),
  };
}

/** Counts running calls by name, but none whose caller has gone. False at the limit. */
function callsAtOnce() {
  const counts = new Map<string, number>();
  /** Keeps the limits that a call counts on until it ends. */
  const named = new WeakMap<FastifyReply, string[]>();

  function giveBack(name: string): void {
    const left = (counts.get(name) ?? 1) - 1;
    if (left === 0) counts.delete(name);
    else counts.set(name, left);
  }

  return (name: string, most: number, reply: FastifyReply): boolean => {
    const count = counts.get(name) ?? 0;
    if (count >= most) return false;
    if (reply.raw.destroyed) return true;
    counts.set(name, count + 1);
    const names = named.get(reply);
    if (names) {
      names.push(name);
      return true;
    }
    const own = [name];
    named.set(reply, own);
    reply.raw.once('close', () => own.forEach(giveBack));
    return true;
  };
}

/** Avoids serializing each: only the request's id differs. */
function refusalOf(error: ApiError) {
  const id = '00000000';
  const texts = Object.fromEntries(
    Locale.options.map((locale) => {
      return [locale, JSON.stringify(problemOf(error, locale, id)).split(id)] as const;
    }),
  );
  const { status } = problemOf(error, 'en', id);
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    limit: string,
    headers: Record<string, string>,
  ) => {
    request.refusedBy = limit;
    const body = (texts[localeOf(request)] ?? []).join(request.id);
    // Skips hooks: refusing must be cheap.
    reply.hijack();
    reply.raw.writeHead(status, {
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'content-security-policy': ANSWER_POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
      ...headers,
    });
    reply.raw.end(request.method === 'HEAD' ? undefined : body);
    return reply;
  };
}

const MOST_BEHIND_ANOTHER = 10;

/** Bounds their memory: one could otherwise have all places, too, and read no answer. */
export function limitConnections(
  app: FastifyInstance,
  { openConnections }: Pick<CallLimits, 'openConnections'> = CALL_LIMITS,
): void {
  const behind = new WeakMap<Socket, number>();
  const refuse = refusalOf(new ApiError('busy'));
  let open = 0;
  // Node keeps an address that it has read; a connection reset before has none.
  app.server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => void (open -= 1));
    if (socket.remoteAddress === undefined || open > openConnections) socket.destroy();
  });

  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    if (reply.raw.socket !== null) {
      behind.delete(socket);
      return undefined;
    }
    const count = (behind.get(socket) ?? 0) + 1;
    behind.set(socket, count);
    if (count > MOST_BEHIND_ANOTHER) socket.destroy();
    return refuse(request, reply, 'connection_at_once', { 'retry-after': '1' });
  });
}

export type LimitCalls = (app: FastifyInstance) => void;

/**
 * Refuses concurrent calls beyond the limits as `busy`, calls per minute of all hosts as
 * `too_many_requests`, with the `RateLimit` headers of draft-ietf-httpapi-ratelimit-headers-10.
 * The online shop platform is unlimited: a refusal would cost a sale.
 */
export function callLimiter(clock: Clock, limits: CallLimits = CALL_LIMITS): LimitCalls {
  const minutes = minuteCounts(clock);
  const refuseBusy = refusalOf(new ApiError('busy'));
  const refusalsOfRates = new Map<number, ReturnType<typeof refusalOf>>();

  function refuseExceeded(request: FastifyRequest, reply: FastifyReply, over: Exceeded) {
    const { name, limit } = over;
    const refuse =
      refusalsOfRates.get(limit) ?? refusalOf(new ApiError('too_many_requests', { limit }));
    refusalsOfRates.set(limit, refuse);
    const seconds = String(minutes.secondsLeft());
    return refuse(request, reply, `${name}_a_minute`, {
      'retry-after': seconds,
      ratelimit: `"${name}";r=0;t=${seconds}`,
    });
  }

  return (app) => {
    const take = callsAtOnce();
    const busy = (request: FastifyRequest, reply: FastifyReply, limit: string) =>
      refuseBusy(request, reply, limit, { 'retry-after': '1' });

    // Before authentication, which takes a query.
    app.addHook('onRequest', async (request, reply) => {
      const { endpoint } = request.routeOptions.config;
      if (!endpoint || endpoint.mayCall === 'shop') return undefined;
      const network = networkOf(request.ip);
      if (endpoint.mayCall === 'anyone') {
        if (take(`public ${network}`, limits.publicAtOnceOfAnAddress, reply)) return undefined;
        return busy(request, reply, 'public_address_at_once');
      }
      const { authorization = '' } = request.headers;
      const isOver = minutes.count(`address ${network}`) > limits.ofAnAddress;
      const over = isOver
        ? { name: 'address' as const, limit: limits.ofAnAddress }
        : minutes.exceededBy(authorization);
      if (over) return refuseExceeded(request, reply, over);
      if (isStream(request)) return undefined;
      // The credential's limit first: excess calls take no slot of others.
      if (!take(`credential ${authorization}`, limits.atOnceOfACredential, reply)) {
        return busy(request, reply, 'credential_at_once');
      }
      if (take('all', limits.atOnce, reply)) return undefined;
      return busy(request, reply, 'all_at_once');
    });

    // After authentication, before the body.
    app.addHook('preParsing', async (request, reply) => {
      const { session } = request;
      if (!session || !('merchantId' in session)) return;
      const { merchantId, username } = session;
      const rates = [
        { name: 'merchant', limit: limits.ofAMerchant, used: minutes.count(merchantId) },
        {
          name: 'credential',
          limit: limits.ofACredential,
          used: minutes.count(`${merchantId} ${username}`),
        },
      ] as const;
      const seconds = minutes.secondsLeft();
      void reply.headers({
        'ratelimit-policy': rates.map(({ name, limit }) => `"${name}";q=${limit};w=60`).join(', '),
        ratelimit: rates
          .map(({ name, limit, used }) => `"${name}";r=${Math.max(0, limit - used)};t=${seconds}`)
          .join(', '),
      });
      const over = rates.find(({ limit, used }) => used > limit);
      if (over) {
        minutes.remember(request.headers.authorization ?? '', over);
        request.refusedBy = `${over.name}_a_minute`;
        throw new ApiError('too_many_requests', { limit: over.limit, retryAfter: seconds });
      }
      const isTaken = isStream(request)
        ? take(`streams ${merchantId} ${username}`, limits.streamsOfACredential, reply)
        : take(`merchant ${merchantId}`, limits.atOnceOfAMerchant, reply);
      if (isTaken) return;
      request.refusedBy = isStream(request) ? 'streams_at_once' : 'merchant_at_once';
      throw new ApiError('busy', { retryAfter: 1 });
    });

    app.addHook('preValidation', async (request, reply) => {
      if (request.routeOptions.config.endpoint?.mayCall !== 'anyone') return undefined;
      if (take('public', limits.publicAtOnce, reply)) return undefined;
      return busy(request, reply, 'public_at_once');
    });
  };
}
