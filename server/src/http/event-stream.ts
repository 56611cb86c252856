import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type EventsResponse, isEventsResponse } from '@portage/contract/endpoint';

/** Milliseconds for the last event to leave. */
const FAREWELL = 1_000;

/** Keep proxies from buffering or changing events. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no', // nginx
};

/** Streams cost little while they stay open. */
export function isStream({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && isEventsResponse(endpoint.response);
}

export type EventOf<R extends EventsResponse> = {
  [Kind in keyof R['events'] & string]: {
    id: string;
    event: Kind;
    data: z.output<R['events'][Kind]>;
  };
}[keyof R['events'] & string];

export interface Following {
  /** After a lost connection. */
  lastEventId: string | undefined;
  /** Aborted when the caller leaves, its token expires or the server stops. */
  until: AbortSignal;
  end: () => void;
}

/** Ends the answer when it must. */
export function followingOf(request: FastifyRequest, reply: FastifyReply): Following {
  const { 'last-event-id': lastEventId } = request.headers;
  const { stopping } = request.server;
  const ending = new AbortController();

  function end(): void {
    ending.abort();
    // A stalled reader must not delay a stop.
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
  // Neither listener fires for an abort during authentication.
  if (stopping.aborted) end();
  if (reply.raw.destroyed) letGo();
  return {
    lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId,
    until: ending.signal,
    end,
  };
}

/** Waits for slow readers before taking the next event. */
export function sendEvents<R extends EventsResponse>(
  reply: FastifyReply,
  response: R,
  events: AsyncIterable<EventOf<R>>,
): FastifyReply {
  return reply.headers(HEADERS).send(Readable.from(textsOf(response, events)));
}

/** HTML standard, 9.2.5; JSON holds no line breaks. */
async function* textsOf<R extends EventsResponse>(
  { events: schemas }: R,
  events: AsyncIterable<EventOf<R>>,
): AsyncGenerator<string> {
  for await (const { id, event, data } of events) {
    const text = JSON.stringify(z.encode(schemas[event] ?? z.never(), data));
    yield `id: ${id}\nevent: ${event}\ndata: ${text}\n\n`;
  }
}
