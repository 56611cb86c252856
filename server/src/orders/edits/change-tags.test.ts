import { expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { Order } from '@portage/contract/orders/orders';
import { LONGEST_TAG, MOST_TAGS } from '@portage/contract/orders/tags';
import { TEST_NOW, useTestServer } from '../../testing/build-test-server.ts';
import { readHistory, readOrder } from '../../testing/edit-orders.ts';
import { insertOrder } from '../../testing/insert-order.ts';
import { makeMerchant, type TestMerchant } from '../../testing/make-merchant.ts';

const server = useTestServer();
const MANY = Array.from({ length: MOST_TAGS }, (_, index) => `tag ${index}`);

const callTags =
  (name: 'addTags' | 'removeTags') =>
  ({ call }: TestMerchant, id: string, payload: string[], locale = 'EN') =>
    call('PATCH', `/orders/${id}/${name}`, { payload, headers: { locale } });
const addTags = callTags('addTags');
const removeTags = callTags('removeTags');

const tagged =
  (...tags: string[]) =>
  (order: Order): Order => ({ ...order, tags, labelPrintedAt: TEST_NOW });

test('tags are added once, as they were typed, and removed', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, tagged('gift'));
  const added = await addTags(merchant, id, ['Fragile', ' Noël  2026 ', 'Fragile', 'gift']);
  expect(added.json()).toMatchObject({ version: 2, tags: ['gift', 'Fragile', 'Noël 2026'] });
  const removed = await removeTags(merchant, id, ['gift', 'unknown']);
  expect(removed.json()).toMatchObject({ version: 3, tags: ['Fragile', 'Noël 2026'] });
  expect(await readOrder(merchant, id)).toEqual(removed.json());

  const found = await merchant.call('GET', '/orders/count?tags=Fragile&includeTags=true');
  expect(found.json()).toMatchObject({ count: 1 });
  const changes = (await readHistory(merchant, id)).map((entry) => entry.changes);
  expect(changes).toEqual([
    [{ field: 'tags', from: 'gift' }],
    [
      { field: 'tags', to: 'Fragile' },
      { field: 'tags', to: 'Noël 2026' },
    ],
  ]);
});

test('tags that are there, or are not, change nothing, and no tag makes a label stale', async () => {
  const merchant = await makeMerchant(server);
  const order = await insertOrder(server, merchant, tagged('gift'));
  expect((await addTags(merchant, order.id, ['gift'])).json()).toEqual(order);
  expect((await removeTags(merchant, order.id, ['unknown'])).json()).toEqual(order);
  expect(await readHistory(merchant, order.id)).toEqual([]);
  const added = (await addTags(merchant, order.id, ['new'])).json<Order>();
  expect(added).not.toHaveProperty('labelStale');
});

test('an order has at most 50 tags, also of people who add them at one moment', async () => {
  const merchant = await makeMerchant(server);
  const { id } = await insertOrder(server, merchant, tagged(...MANY.slice(2)));
  const answers = await Promise.all(['a', 'b', 'c'].map((tag) => addTags(merchant, id, [tag])));
  const refused = answers.filter(({ statusCode }) => statusCode === 409);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.json<Problem>()).toMatchObject({
    code: 'too_many_tags',
    detail: 'An order can have at most 50 tags. Remove one first.',
  });
  expect((await readOrder(merchant, id)).tags).toHaveLength(MOST_TAGS);
});

test.each([
  [['x'.repeat(1000)], '0', `At most ${LONGEST_TAG} characters.`],
  [Array.from({ length: 500 }, (_, index) => `${index}`), '', 'At most 50 tags.'],
  [[], '', 'At least one tag is needed.'],
  [['ok', '  '], '1', 'Required'],
])('tags that cannot be are refused with the reason', async (tags, path, message) => {
  const merchant = await makeMerchant(server);
  const order = await insertOrder(server, merchant);
  for (const change of [addTags, removeTags]) {
    const answer = await change(merchant, order.id, tags);
    expect(answer.json<Problem>()).toMatchObject({ status: 400, errors: [{ path, message }] });
  }
  expect(await readOrder(merchant, order.id)).toEqual(order);
});

test('orders on their way are tagged, archived ones are not, and another merchant’s are none', async () => {
  const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
  const inStatus = (orderStatus: Order['orderStatus']) =>
    insertOrder(server, merchant, (order) => ({ ...tagged('gift')(order), orderStatus }));
  const [moving, archived] = [await inStatus('OUT_FOR_DELIVERY'), await inStatus('ARCHIVED')];
  expect((await addTags(merchant, moving.id, ['late'])).json()).toMatchObject({
    orderStatus: 'OUT_FOR_DELIVERY',
    tags: ['gift', 'late'],
  });
  for (const change of [addTags, removeTags]) {
    const refused = await change(merchant, archived.id, ['gift'], 'FR');
    expect(refused.json<Problem>()).toMatchObject({ status: 409, title: 'Archivée' });
    const foreign = await change(stranger, moving.id, ['gift']);
    expect(foreign.json<Problem>()).toMatchObject({ status: 404, code: 'order_not_found' });
  }
});
