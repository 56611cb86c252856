import type { FastifyReply } from 'fastify';

/** Unlike `request.signal`, not aborted by the body's end, and aborted if already gone. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort();
  raw.once('close', leave);
  if (raw.destroyed) leave();
  return gone.signal;
}

/** A caller that disconnects causes no failure. */
export const isGivenUp = (error: Error, { raw }: FastifyReply): boolean =>
  error.name === 'AbortError' && raw.destroyed;
