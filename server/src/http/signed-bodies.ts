import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { isRawBody } from '@portage/contract/endpoint';
import { ApiError, isApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import { networkOf } from './network-of.ts';
import { DAY } from '../durations.ts';

/** Bytes that signed bodies may hold before their signature is known, of one process. */
export interface SignedBodyLimits {
  /** Of addresses that sent a valid signature within the last day. */
  known: number;
  /** Of all others together: they cannot crowd out those that are known. */
  unknown: number;
  /** Longest time for a body to arrive, in ms. */
  patience: number;
}

/** The platform gives up after 5 seconds itself, and a body seldom has more than 100 kB. */
const SIGNED_BODY_LIMITS: SignedBodyLimits = {
  known: 64 * 1024 * 1024,
  unknown: 16 * 1024 * 1024,
  patience: 10_000,
};

/** The most addresses that are remembered; the platform has a few dozen. */
const MOST_REMEMBERED = 1000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads bodies that are signed; throws `body_too_large` and `busy`. */
    readSignedBody(request: FastifyRequest, payload: Readable, limit: number): Promise<Buffer>;
  }
}

/**
 * Bounds the memory that bodies hold whose signature is not verified yet, in two lanes: one for
 * addresses that have signed before, and one for all others.
 */
export function boundSignedBodies(
  app: FastifyInstance,
  clock: Clock,
  { known, unknown, patience }: SignedBodyLimits = SIGNED_BODY_LIMITS,
): void {
  const lanes = { known: { held: 0, most: known }, unknown: { held: 0, most: unknown } };
  const lastSigned = new Map<string, number>();

  // Authenticated: the signature was valid.
  app.addHook('preHandler', async ({ ip, routeOptions }) => {
    const { endpoint } = routeOptions.config;
    if (!isRawBody(endpoint?.body)) return;
    const network = networkOf(ip);
    // The oldest entry comes first.
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
      // An iterator that is left must not end the connection: the answer is still to be sent.
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
      // A caller that left hears no answer.
      throw isApiError(error) ? error : new ApiError('malformed_json');
    } finally {
      clearTimeout(tooSlow);
      lane.held -= held;
    }
  });
}
