import { describe, expect, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { systemClock } from '../clock.ts';
import { deleteOrder } from '../orders/delete-orders.ts';
import { getOrder } from '../orders/get-order.ts';
import { draftOrder } from '../orders/order-document.ts';
import { insertOrders } from '../orders/order-queries.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';

const { db, makeMerchant, portage } = useCommandLine();

describe('deleted orders', () => {
  test('are listed and restored', async () => {
    const merchantId = await makeMerchant('Érable & Pin');
    const session = { merchantId, username: 'jane@shop.example' };
    const draft = draftOrder(NewOrder.parse(newOrderPayload()), session, Date.now());
    const { id, trackingNumber } = draft;
    await insertOrders(db(), [draft]);
    await deleteOrder({ db: db(), clock: systemClock }, session, id);

    const which = ['--merchant', merchantId];
    const list = await portage('orders', 'deleted', ...which);
    expect(list).toMatchObject({ code: 0, errors: '' });
    expect(cellsOf(list.output)).toEqual([
      ['ORDER', 'TRACKING NUMBER', 'DELETED (UTC)', 'DELETED BY'],
      [id, trackingNumber, expect.stringMatching(/^\d{4}-\d\d-\d\d /), 'jane@shop.example'],
    ]);
    expect(list.output).not.toContain('Tremblay');

    const restore = () => portage('orders', 'restore', id, ...which);
    expect(await restore()).toEqual({
      code: 0,
      output: `The order ${trackingNumber} of Érable & Pin (${merchantId}) is back, and CREATED.\n`,
      errors: '',
    });
    expect(await getOrder(db(), merchantId, id)).toMatchObject({ id, version: 2 });
    expect(await restore()).toMatchObject({
      code: 67,
      errors: expect.stringMatching(/There is no order .+ restored/),
    });
  });
});
