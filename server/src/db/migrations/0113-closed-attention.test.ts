import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import type { Order } from '@portage/contract/orders/orders';
import { DAY } from '@portage/contract/time';
import { createMerchant } from '../../merchants/first-profile.ts';
import { draftOrder } from '../../orders/order-document.ts';
import { listOrderDocuments } from '../../orders/order-list-queries.ts';
import { insertOrders } from '../../orders/order-queries.ts';
import type { OrderFilter } from '../../orders/order-search.ts';
import { merchantProfile } from '../../testing/make-merchant.ts';
import { newOrderPayload } from '../../testing/make-order.ts';
import { useClonedDatabase } from '../../testing/test-database.ts';
import { applyMigration } from '../migrate.ts';

test('failed deliveries of more than two weeks ago were dealt with', async () => {
  const { db } = await useClonedDatabase();
  const merchant = merchantProfile();
  await createMerchant(db, merchant);
  const author = { merchantId: merchant.id, username: 'zoe@test.example' };
  const aged = (orderStatus: Order['orderStatus'], days: number): Order => ({
    ...draftOrder(NewOrder.parse(newOrderPayload()), author, Date.now() - days * DAY),
    orderStatus,
  });
  const [old, recent] = [aged('LOST', 20), aged('DELIVERY_FAILED', 10)];
  await insertOrders(db, [old, recent, aged('DELIVERED', 20)]);
  await sql`alter table orders drop column attention_closed`.execute(db);
  await applyMigration(db, '0113-closed-attention');

  const list = (filter: OrderFilter) =>
    listOrderDocuments(db, merchant.id, { filter, limit: 10, after: undefined });
  const open = await list({ needsAttention: true });
  expect(open.map(({ id }) => id)).toEqual([recent.id]);
  const [lost] = await list({ orderStatus: ['LOST'] });
  expect(JSON.parse(lost?.document ?? '')).toEqual({ ...old, attentionClosedAt: old.modified });
});
