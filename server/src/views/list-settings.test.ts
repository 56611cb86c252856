import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { OrderListSettings } from '@portage/contract/orders/order-views';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { savedView, settingsOf } from '../testing/saved-views.ts';

const server = useTestServer();

test('what the list does not know any more is left out of stored views and columns', async () => {
  const person = await makeMerchant(server);
  const view = await savedView(person);
  const filter = {
    search: 'zoé',
    placed: 'lastDecade',
    status: ['GEOCODED', 'TELEPORTED'],
    service: ['PIGEON'],
    tags: 'gift',
    weather: 'sunny',
    business: false,
  };
  const stored = JSON.stringify({ ...view, filter, columns: ['status', 'weather'], icon: '🌞' });
  const { db } = server.deps;
  const { username } = person;
  await db
    .updateTable('order_views')
    .set({ document: stored })
    .where('username', '=', username)
    .execute();
  const columns = ['weather', 'price'];
  await db
    .insertInto('order_columns')
    .values({ merchant_id: person.merchant.id, username, columns })
    .execute();

  const { id, name } = view;
  const known = { search: 'zoé', status: ['GEOCODED'], business: false };
  expect((await person.call('GET', '/orders/views')).json()).toEqual({
    views: [{ id, name, filter: known, columns: ['status'] }],
    columns: ['price'],
  });
});

test.each(['EN', 'FR'])('views are listed by name as people who read %s count', async (locale) => {
  const person = await makeMerchant(server);
  const names = [
    'À faire',
    'a la carte',
    'Étape 2',
    'étape 10',
    'View 1',
    'view 2',
    'View 10',
    'zèle',
  ];
  for (const name of names.toReversed()) await savedView(person, { name });
  const answer = await person.call('GET', '/orders/views', { headers: { locale } });
  const { views } = OrderListSettings.parse(answer.json());
  const listed = views.map(({ name }) => name);
  expect(listed).toEqual(names);
});

describe('the columns of the list', () => {
  test('are kept as they were chosen last, each once', async () => {
    const person = await makeMerchant(server);
    const choose = (columns: string[], headers = {}) =>
      person.call('PATCH', '/orders/columns', { payload: { columns }, headers });
    expect((await choose(['place', 'price', 'place'])).statusCode).toBe(204);
    expect((await settingsOf(person)).columns).toEqual(['place', 'price']);
    expect((await choose([])).statusCode).toBe(204);
    expect((await settingsOf(person)).columns).toEqual([]);

    const refused = await choose(['place', 'mood'], { locale: 'FR' });
    expect(refused.json<Problem>().errors?.[0]).toMatchObject({ path: 'columns.1' });
    expect((await settingsOf(person)).columns).toEqual([]);
  });
});
