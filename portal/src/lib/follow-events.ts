import { EventSource } from 'eventsource';
import type { z } from 'zod';
import type { Endpoint, EventsResponse } from '@portage/contract/endpoint';
import { MINUTE } from '@portage/contract/time';
import { renewSession, sessionForCall } from './keep-session.ts';
import { addressOf, headersFor } from './request.ts';

/** Timeouts for the first event and between events, in ms. */
const FIRST_PATIENCE = 10_000;
const PATIENCE = MINUTE;

/** First and longest pause before a reconnect, in ms. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = MINUTE;

type EventsEndpoint = Endpoint & { readonly response: EventsResponse };

type EventsOf<E extends EventsEndpoint> = E['response']['events'];

interface Follower<E extends EventsEndpoint> {
  readonly on: {
    readonly [Kind in keyof EventsOf<E>]: (data: z.output<EventsOf<E>[Kind]>) => void;
  };
  readonly onLive: (isLive: boolean) => void;
}

/** Returns the end of the stream. Reconnects; hidden tabs have none, to save connections. */
export function followEvents<E extends EventsEndpoint>(
  { path }: E,
  { on, onLive }: Follower<E>,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = '';
  let attempts = 0;

  function connect(): void {
    disconnect();
    const own = new EventSource(addressOf(path), { fetch: fetchInSession });
    source = own;
    let isFirst = true;
    for (const [event, hear] of Object.entries<(data: never) => void>(on)) {
      own.addEventListener(event, ({ data, lastEventId: id }: MessageEvent<string>) => {
        lastEventId = id;
        expectEvent(PATIENCE);
        // A stream that only sends its first event does not reset the backoff.
        if (!isFirst) attempts = 0;
        if (isFirst) onLive(true);
        isFirst = false;
        hear(JSON.parse(data) as never);
      });
    }
    own.addEventListener('error', () => {
      if (own === source) retryLater();
    });
    expectEvent(FIRST_PATIENCE);
  }

  function expectEvent(patience: number): void {
    clearTimeout(timer);
    timer = setTimeout(retryLater, patience);
  }

  function disconnect(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function retryLater(): void {
    disconnect();
    onLive(false);
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempts);
    attempts += 1;
    // Jitter, so that clients do not all return at once.
    timer = setTimeout(connect, pause * (0.5 + Math.random()));
  }

  async function fetchInSession(address: string | URL, init: { headers: Record<string, string> }) {
    const session = await sessionForCall();
    if (!session) throw new Error('Nobody is signed in');
    const send = (token: string) =>
      fetch(address, {
        ...init,
        headers: {
          ...headersFor(token),
          ...init.headers,
          ...(lastEventId !== '' && { 'Last-Event-ID': lastEventId }),
        },
      });
    const answer = await send(session.token);
    const renewed = answer.status === 401 ? await renewSession(session) : undefined;
    return renewed ? send(renewed.token) : answer;
  }

  /** Reconnects at once when the tab is shown or the browser is online. */
  function restart(): void {
    attempts = 0;
    if (document.hidden) disconnect();
    else connect();
  }

  document.addEventListener('visibilitychange', restart);
  window.addEventListener('online', restart);
  if (!document.hidden) connect();
  return () => {
    document.removeEventListener('visibilitychange', restart);
    window.removeEventListener('online', restart);
    disconnect();
  };
}
