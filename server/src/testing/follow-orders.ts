import { onTestFinished } from 'vitest';
import { type OrderChange, orderChangeEvents } from '@portage/contract/orders/order-changes';
import { openOrderChanges, type OrderChangeEvent } from '../orders/order-changes.ts';
import type { TestServer } from './build-test-server.ts';
import { useListeningServer } from './use-server.ts';

export interface FollowedOrders {
  response: Response;
  /** The next event; undefined when the stream has ended. */
  next(): Promise<OrderChangeEvent | undefined>;
  /** Returns the next event other than a heartbeat. */
  nextNews(): Promise<OrderChangeEvent | undefined>;
  changeOf(orderId: string): Promise<OrderChange>;
  leave(): void;
}

/** Starts another server on the same database until the test ends. */
export async function startSecondServer({ deps, databaseUrl }: TestServer) {
  const orderChanges = await openOrderChanges(deps, databaseUrl);
  onTestFinished(() => orderChanges.stop());
  const { app, address } = await useListeningServer({ ...deps, orderChanges });
  return { app, api: `${address}/api` };
}

export async function followOrders(
  api: string,
  token: string,
  lastEventId?: string,
): Promise<FollowedOrders> {
  const caller = new AbortController();
  const leave = () => caller.abort();
  onTestFinished(leave);
  const response = await fetch(`${api}/orders/changes`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: caller.signal,
  });
  const events = readEvents(response);

  async function next(): Promise<OrderChangeEvent | undefined> {
    const result = await events.next();
    return result.done === true ? undefined : result.value;
  }
  async function nextNews(): Promise<OrderChangeEvent | undefined> {
    const event = await next();
    return event?.event === 'heartbeat' ? nextNews() : event;
  }
  async function changeOf(orderId: string): Promise<OrderChange> {
    const event = await nextNews();
    if (event?.event !== 'changed') throw new Error(`There came ${event?.event ?? 'the end'}`);
    const change = event.data.changes.find(({ id }) => id === orderId);
    return change ?? changeOf(orderId);
  }
  return { response, next, nextNews, changeOf, leave };
}

async function* readEvents({ body }: Response): AsyncGenerator<OrderChangeEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks.map(readEvent);
  }
}

function readEvent(block: string): OrderChangeEvent {
  const [, id = '', kind = '', json = ''] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
  const event = kind as OrderChangeEvent['event'];
  const data = orderChangeEvents[event].parse(JSON.parse(json));
  return { id, event, data } as OrderChangeEvent;
}
