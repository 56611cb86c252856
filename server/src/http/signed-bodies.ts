import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRawBody } from '@portage/contract/endpoint';
import { DAY } from '@portage/contract/time';
import { ApiError, isApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import { networkOf } from './network-of.ts';

/** Bytes per process before the signature is known. */
export interface SignedBodyLimits {
  /** Addresses with a valid signature within the last day. */
  known: number;
  /** All others together, who cannot crowd out known ones. */
  unknown: number;
  /** Milliseconds for a body to arrive. */
  patience: number;
}

/** The platform gives up after 5 seconds; bodies seldom exceed 100 kB. */
const SIGNED_BODY_LIMITS: SignedBodyLimits = {
  known: 64 * 1024 * 1024,
  unknown: 16 * 1024 * 1024,
  patience: 10_000,
};

/** The platform has a few dozen. */
const MOST_REMEMBERED = 1000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `body_too_large` and `busy`. */
    readSignedBody(request: FastifyRequest, payload: Readable, limit: number): Promise<Buffer>;
  }
}

/** Bounds the memory of unverified bodies, in lanes for known and other addresses. */
export function boundSignedBodies(
  app: FastifyInstance,
  clock: Clock,
  { known, unknown, patience }: SignedBodyLimits = SIGNED_BODY_LIMITS,
): void {
  const lanes = { known: { held: 0, most: known }, unknown: { held: 0, most: unknown } };
  const lastSigned = new Map<string, number>();

  // Authenticated, so the signature was valid.
  app.addHook('preHandler', async ({ ip, routeOptions }) => {
    const { endpoint } = routeOptions.config;
    if (!isRawBody(endpoint?.body)) return;
    const network = networkOf(ip);
    // Keeps the oldest entry first.
    lastSigned.delete(network);
    lastSigned.set(network, clock.now());
    const [oldest] = lastSigned.keys();
    if (lastSigned.size > MOST_REMEMBERED && oldest !== undefined) lastSigned.delete(oldest);
  });

  app.decorate('readSignedBody', async ({ ip, raw }, payload, limit) => {
    const signedAt = lastSigned.get(networkOf(ip)) ?? -Infinity;
    const lane = clock.now() - signedAt < DAY ? lanes.known : lanes.unknown;
    const chunks: Buffer[] = [];
    let held = 0;
    const tooSlow = setTimeout(() => raw.destroy(), patience);
    try {
      // Leaving the iterator must not end the connection before the answer.
      for await (const chunk of payload.iterator({
        destroyOnReturn: false,
      }) as AsyncIterable<Buffer>) {
        held += chunk.length;
        lane.held += chunk.length;
        if (held > limit) throw new ApiError('body_too_large', { limit });
        if (lane.held > lane.most) throw new ApiError('busy', { retryAfter: 1 });
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } catch (error) {
      payload.resume();
      // An absent caller reads no answer.
      throw isApiError(error) ? error : new ApiError('malformed_json');
    } finally {
      clearTimeout(tooSlow);
      lane.held -= held;
    }
  });
}
