import type { LightMyRequestResponse } from 'fastify';
import type { CarrierEvent, CarrierEventOutcome } from '@portage/contract/orders/carrier';
import { createCarrierKey } from '../carrier/carrier-keys.ts';
import type { TestServer } from './build-test-server.ts';

export interface TestCarrier {
  id: string;
  key: string;
  /** Sends events unchecked. */
  send: (events: readonly unknown[], locale?: string) => Promise<LightMyRequestResponse>;
  report: (events: readonly CarrierEvent[]) => Promise<CarrierEventOutcome[]>;
}

export async function makeCarrier({ app, deps }: TestServer): Promise<TestCarrier> {
  const { id, key } = await createCarrierKey(deps, 'tests');
  const send: TestCarrier['send'] = (events, locale = 'EN') =>
    app.inject({
      method: 'POST',
      url: '/api/carrier/events',
      headers: { authorization: `Bearer ${key}`, locale },
      payload: { events },
    });
  return {
    id,
    key,
    send,
    report: async (events) =>
      (await send(events)).json<{ outcomes: CarrierEventOutcome[] }>().outcomes,
  };
}
