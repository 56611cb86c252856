import type { FastifyReply } from 'fastify';

/**
 * Unlike `request.signal`, also aborted when the caller left earlier, but not by the body's end.
 */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort();
  raw.once('close', leave);
  if (raw.destroyed) leave();
  return gone.signal;
}

/** Leaving is no fault. */
export const isGivenUp = (error: Error, { raw }: FastifyReply): boolean =>
  error.name === 'AbortError' && raw.destroyed;
