import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { OrderListSettings, OrderView, MOST_VIEWS } from '@portage/contract/orders/order-views';
import { useTestServer } from '../testing/build-test-server.ts';
import {
  codeOf,
  errorsOf,
  makeColleague,
  makeMerchant,
  type TestMerchant,
} from '../testing/make-merchant.ts';

const server = useTestServer();

type TestPerson = Pick<TestMerchant, 'call'>;

const newView = (changes: object = {}) => ({
  name: 'À préparer',
  filter: { placed: 'thisWeek', status: ['GEOCODED', 'PICKUP_READY'], withoutTags: true },
  columns: ['place', 'status', 'tags'],
  ...changes,
});

const saveView = ({ call }: TestPerson, changes: object = {}, headers = {}) =>
  call('POST', '/orders/views', { payload: newView(changes), headers });

async function savedView(person: TestPerson, changes: object = {}) {
  const response = await saveView(person, changes);
  expect(response.statusCode, response.body).toBe(201);
  return OrderView.parse(response.json());
}

const settingsOf = async ({ call }: TestPerson) =>
  OrderListSettings.parse((await call('GET', '/orders/views')).json());

const namesOf = async (person: TestPerson) =>
  (await settingsOf(person)).views.map(({ name }) => name);

const changeView = ({ call }: TestPerson, id: string, payload: object) =>
  call('PATCH', `/orders/views/${id}`, { payload });

describe('views saved at the same moment', () => {
  test('of one name are one view', async () => {
    const person = await makeMerchant(server);
    const answers = await Promise.all(Array.from({ length: 6 }, () => saveView(person)));
    const statusCodes = answers.map(({ statusCode }) => statusCode);
    expect(statusCodes.filter((code) => code === 201)).toHaveLength(1);
    expect(statusCodes.filter((code) => code === 409)).toHaveLength(5);
    expect(await namesOf(person)).toEqual(['À préparer']);
  });

  test('never exceed a person’s limit', async () => {
    const person = await makeMerchant(server);
    for (let number = 3; number <= MOST_VIEWS; number++) {
      await savedView(person, { name: `View ${number}` });
    }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => saveView(person, { name: `Last ${number}` })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.json<Problem>()).toMatchObject({
      code: 'too_many_views',
      detail: expect.stringContaining(`You have ${MOST_VIEWS} views`),
    });
    expect(await namesOf(person)).toHaveLength(MOST_VIEWS);
  });
});

test('a view that is changed while it is deleted stays deleted', async () => {
  const person = await makeMerchant(server);
  for (let time = 1; time <= 10; time++) {
    const { id } = await savedView(person);
    const [deleted, changed] = await Promise.all([
      person.call('DELETE', `/orders/views/${id}`),
      changeView(person, id, { name: `Changed ${time}` }),
    ]);
    expect(deleted.statusCode).toBe(204);
    expect([200, 404]).toContain(changed.statusCode);
    expect(await namesOf(person)).toEqual([]);
  }
});

test('values that no longer exist are left out of stored views and columns', async () => {
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
  test('are stored as last chosen, each once', async () => {
    const person = await makeMerchant(server);
    const choose = (columns: string[], headers = {}) =>
      person.call('PATCH', '/orders/columns', { payload: { columns }, headers });
    expect((await choose(['place', 'price', 'place'])).statusCode).toBe(204);
    expect((await settingsOf(person)).columns).toEqual(['place', 'price']);
    expect((await choose([])).statusCode).toBe(204);
    expect((await settingsOf(person)).columns).toEqual([]);

    const refused = await choose(['place', 'mood'], { locale: 'FR' });
    expect(errorsOf(refused)?.[0]).toMatchObject({ path: 'columns.1' });
    expect((await settingsOf(person)).columns).toEqual([]);
  });

  test('are refused as too many without a look at each', async () => {
    const person = await makeMerchant(server);
    const payload = { columns: Array.from({ length: 19_000 }, () => 'mood') };
    const refused = await person.call('PATCH', '/orders/columns', { payload });
    expect(errorsOf(refused)).toMatchObject([{ path: 'columns' }]);
  });
});

describe('a view', () => {
  test('is saved, listed by name, changed and deleted', async () => {
    const person = await makeMerchant(server);
    expect(await settingsOf(person)).toEqual({ views: [] });
    const view = await savedView(person);
    expect(view).toEqual({ id: view.id, ...newView() });
    await savedView(person, { name: 'zebra' });
    await savedView(person, { name: 'Éclair' });
    expect(await namesOf(person)).toEqual(['À préparer', 'Éclair', 'zebra']);

    const renamed = await changeView(person, view.id.toUpperCase(), { name: 'Yesterday’s' });
    expect(renamed.statusCode, renamed.body).toBe(200);
    const { id, filter, columns } = view;
    expect(renamed.json()).toEqual({ id, name: 'Yesterday’s', filter, columns });
    const emptied = await changeView(person, id, { filter: {}, columns: [] });
    expect(emptied.json()).toEqual({ id, name: 'Yesterday’s', filter: {}, columns: [] });
    expect((await settingsOf(person)).views[1]).toEqual(emptied.json());

    expect((await person.call('DELETE', `/orders/views/${id}`)).statusCode).toBe(204);
    expect(await namesOf(person)).toEqual(['Éclair', 'zebra']);
    for (const gone of [
      await person.call('DELETE', `/orders/views/${id}`),
      await changeView(person, id, { name: 'Late' }),
    ]) {
      expect(gone.statusCode).toBe(404);
      expect(codeOf(gone)).toBe('view_not_found');
    }
  });

  test('is private: neither a colleague nor another merchant sees or changes it', async () => {
    const owner = await makeMerchant(server);
    const { id } = await savedView(owner);
    await owner.call('PATCH', '/orders/columns', { payload: { columns: ['price'] } });
    for (const other of [await makeColleague(server, owner), await makeMerchant(server)]) {
      expect(await settingsOf(other)).toEqual({ views: [] });
      expect((await changeView(other, id, { name: 'Mine' })).statusCode).toBe(404);
      expect((await other.call('DELETE', `/orders/views/${id}`)).statusCode).toBe(404);
      await savedView(other);
      await other.call('PATCH', '/orders/columns', { payload: { columns: ['tags'] } });
    }
    expect(await namesOf(owner)).toEqual(['À préparer']);
    expect((await settingsOf(owner)).columns).toEqual(['price']);
  });

  test('refuses a name that the person already has, ignoring case and accents', async () => {
    const person = await makeMerchant(server);
    await savedView(person);
    const other = await savedView(person, { name: 'Other' });
    for (const refused of [
      await saveView(person, { name: ' a  PREPARER ' }),
      await changeView(person, other.id, { name: 'à préparer' }),
    ]) {
      expect(refused.statusCode).toBe(409);
      expect(refused.json<Problem>()).toMatchObject({
        code: 'view_name_taken',
        detail: expect.stringContaining('“À préparer”'),
      });
    }
    expect(await namesOf(person)).toEqual(['À préparer', 'Other']);
    expect((await changeView(person, other.id, { name: 'OTHER' })).statusCode).toBe(200);
  });

  test('is saved once for a repeated request, whose key a colleague cannot use', async () => {
    const person = await makeMerchant(server);
    const headers = { 'idempotency-key': 'one' };
    const first = await saveView(person, {}, headers);
    const second = await saveView(person, {}, headers);
    expect(second.json()).toEqual(first.json());
    expect(await namesOf(person)).toHaveLength(1);
    const colleague = await makeColleague(server, person);
    expect((await saveView(colleague, {}, headers)).statusCode).toBe(422);
  });

  test.each([
    [{ name: 'x'.repeat(61) }, 'name', /60/],
    [{ name: '  ' }, 'name', /^Obligatoire$/],
    [{ filter: { status: ['GEOCODED', 'GONE'] } }, 'filter.status.1', /^Choisissez parmi/],
    [{ filter: { status: [] } }, 'filter.status', /1/],
    [{ filter: { service: Array.from({ length: 99 }, () => 'FLEX') } }, 'filter.service', /6/],
    [{ filter: { placed: '2026-11-20..2026-11-01' } }, 'filter.placed', /avant de commencer/],
    [{ filter: { placed: '2026-02-30..2026-03-01' } }, 'filter.placed', /2026-11-01/],
    [{ filter: { delivered: 'someday' } }, 'filter.delivered', /thisWeek/],
    [{ filter: { origin: 'M5' } }, 'filter.origin', /A1A 1A1/],
    [{ columns: ['place', 'shoe size'] }, 'columns.1', /^Choisissez parmi/],
  ])('of %j is refused by the name of %s, in French', async (changes, path, message) => {
    const person = await makeMerchant(server);
    const { id } = await savedView(person, { name: 'There' });
    const options = { payload: changes, headers: { locale: 'FR' } };
    for (const refused of [
      await saveView(person, changes, options.headers),
      await person.call('PATCH', `/orders/views/${id}`, options),
    ]) {
      expect(refused.statusCode, refused.body).toBe(400);
      const errors = errorsOf(refused);
      expect(errors).toEqual([{ path, message: expect.stringMatching(message) }]);
    }
    expect(await namesOf(person)).toEqual(['There']);
  });
});
