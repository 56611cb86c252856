import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import { MOST_VIEWS } from '@portage/contract/orders/order-views';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { changeView, namesOf, savedView, saveView } from '../testing/saved-views.ts';

const server = useTestServer();

describe('views saved at the same moment', () => {
  test('of one name are one view', async () => {
    const person = await makeMerchant(server);
    const answers = await Promise.all(Array.from({ length: 6 }, () => saveView(person)));
    const statusCodes = answers.map(({ statusCode }) => statusCode);
    expect(statusCodes.filter((code) => code === 201)).toHaveLength(1);
    expect(statusCodes.filter((code) => code === 409)).toHaveLength(5);
    expect(await namesOf(person)).toEqual(['À préparer']);
  });

  test('are never more than a person may have', async () => {
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
