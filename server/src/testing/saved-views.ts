import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { OrderListSettings, OrderView } from '@portage/contract/orders/order-views';
import type { SignedInCall } from './make-merchant.ts';

export interface Person {
  call: SignedInCall;
}

export const newView = (changes: object = {}): object => ({
  name: 'À préparer',
  filter: { placed: 'thisWeek', status: ['GEOCODED', 'PICKUP_READY'], withoutTags: true },
  columns: ['place', 'status', 'tags'],
  ...changes,
});

export const saveView = (
  { call }: Person,
  changes: object = {},
  headers = {},
): Promise<LightMyRequestResponse> =>
  call('POST', '/orders/views', { payload: newView(changes), headers });

export async function savedView(person: Person, changes: object = {}): Promise<OrderView> {
  const response = await saveView(person, changes);
  expect(response.statusCode, response.body).toBe(201);
  return OrderView.parse(response.json());
}

export const settingsOf = async ({ call }: Person): Promise<OrderListSettings> =>
  OrderListSettings.parse((await call('GET', '/orders/views')).json());

export const namesOf = async (person: Person): Promise<string[]> =>
  (await settingsOf(person)).views.map(({ name }) => name);

export const changeView = (
  { call }: Person,
  id: string,
  payload: object,
): Promise<LightMyRequestResponse> => call('PATCH', `/orders/views/${id}`, { payload });
