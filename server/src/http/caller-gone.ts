import type { FastifyReply } from 'fastify';

/**
 * Aborted when the caller goes away, also when that was before this is asked. Fastify's own
 * `request.signal` is not then, but is when a body has come to its end.
 */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort();
  raw.once('close', leave);
  if (raw.destroyed) leave();
  return gone.signal;
}

/** Tells if an error came from the caller's leaving, which is no fault. */
export const isGivenUp = (error: Error, { raw }: FastifyReply): boolean =>
  error.name === 'AbortError' && raw.destroyed;
