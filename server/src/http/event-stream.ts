import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EventsResponse } from '@portage/contract/endpoint';

/** Time for the last words of a stream to leave, in ms. */
const FAREWELL = 1_000;

/** Keeps proxies from buffering or changing events. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no', // nginx
};

/** One event of an answer: its kind, the shape of data that goes with it, and its id. */
export type EventOf<R extends EventsResponse> = {
  [Kind in keyof R['events'] & string]: {
    id: string;
    event: Kind;
    data: z.output<R['events'][Kind]>;
  };
}[keyof R['events'] & string];

/** Start and end of an event stream. */
export interface Following {
  /** Id of the caller's last event, after a lost connection. */
  lastEventId: string | undefined;
  /** Aborted when the caller has left, the session's token is no longer accepted, or the server stops. */
  until: AbortSignal;
  /** Ends the answer. */
  end: () => void;
}

/** Reads where a caller wants events from, and sees to it that the answer ends when it must. */
export function followingOf(request: FastifyRequest, reply: FastifyReply): Following {
  const { 'last-event-id': lastEventId } = request.headers;
  const { stopping } = request.server;
  const ending = new AbortController();

  function end(): void {
    ending.abort();
    // A reader that has stopped reading must not hold up a stop.
    setTimeout(() => reply.raw.destroy(), FAREWELL).unref();
  }
  const { session } = request;
  const expiry =
    session && 'acceptedFor' in session ? setTimeout(end, session.acceptedFor).unref() : undefined;
  function letGo(): void {
    ending.abort();
    clearTimeout(expiry);
    stopping.removeEventListener('abort', end);
  }
  stopping.addEventListener('abort', end);
  reply.raw.once('close', letGo);
  // Neither is told again when it came while the session was verified.
  if (stopping.aborted) end();
  if (reply.raw.destroyed) letGo();
  return {
    lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId,
    until: ending.signal,
    end,
  };
}

/**
 * Answers with events, each when it comes. A reader that is slower than they come is waited for: the
 * next one is asked for when there is room.
 */
export function sendEvents<R extends EventsResponse>(
  reply: FastifyReply,
  response: R,
  events: AsyncIterable<EventOf<R>>,
): FastifyReply {
  return reply.headers(HEADERS).send(Readable.from(textsOf(response, events)));
}

/** Events as they are written (HTML standard, 9.2.5); JSON holds no line breaks. */
async function* textsOf<R extends EventsResponse>(
  { events: schemas }: R,
  events: AsyncIterable<EventOf<R>>,
): AsyncGenerator<string> {
  for await (const { id, event, data } of events) {
    const text = JSON.stringify(z.encode(schemas[event] ?? z.never(), data));
    yield `id: ${id}\nevent: ${event}\ndata: ${text}\n\n`;
  }
}
