import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ANSWER_TIMEOUT } from '../limits.ts';

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

/** A proxy that speaks HTTP/1.0 takes a plain end for the end of the file. */
export const breakOff = ({ raw }: FastifyReply) => void raw.socket?.resetAndDestroy();

export function endUnreadAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.raw.socket instanceof Socket) {
      reply.raw.setTimeout(ANSWER_TIMEOUT, () => breakOff(reply));
    }
  });
}
