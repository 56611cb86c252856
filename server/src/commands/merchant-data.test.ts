import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NewOrder } from '@portage/contract/orders/new-order';
import { draftOrder } from '../orders/order-document.ts';
import { insertOrders } from '../orders/order-queries.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { useCommandLine } from '../testing/use-command-line.ts';

const { db, makeMerchant, portage } = useCommandLine();

const actionsOf = async (merchantId: string) =>
  (await portage('audit', '--merchant', merchantId)).output
    .split('\n')
    .flatMap((line) => /merchant\.\w+/.exec(line)?.[0] ?? []);

test('a merchant is exported only to an empty folder, and the audit records it', async () => {
  const id = await makeMerchant('Maple');
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'portage-export-'));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  const exported = await portage('merchants', 'export', id, folder);
  expect(exported.errors).toBe('');
  expect(exported.output).toContain(`Exported Maple (${id}) to ${folder}: 2 rows and 0 photos.`);
  expect((await fs.readFile(path.join(folder, 'merchants.jsonl'))).toString()).toContain('Maple');
  expect(await portage('merchants', 'export', id, folder)).toMatchObject({
    code: 75,
    errors: expect.stringContaining('is not empty'),
  });
  expect(await actionsOf(id)).toEqual(['merchant.exported']);
});

test('a merchant is deleted only with its name typed, and not with orders on the way', async () => {
  const id = await makeMerchant('Maple');
  const remove = (...options: string[]) => portage('merchants', 'delete', id, ...options);
  expect(await remove()).toMatchObject({ code: 75, errors: 'Confirm with --yes "Maple".\n' });
  expect(await remove('--yes', 'maple')).toMatchObject({ code: 75 });
  const order = draftOrder(NewOrder.parse(newOrderPayload()), { merchantId: id, username: '-' }, 0);
  await insertOrders(db(), [{ ...order, orderStatus: 'OUT_FOR_DELIVERY' }]);
  const refused = await remove('--yes', 'Maple');
  expect(refused).toMatchObject({ code: 75, errors: expect.stringMatching(/^1 orders of Maple/) });
  expect((await portage('merchants', 'show', id)).output).toContain('State: active');

  const done = await remove('--yes', 'Maple', '--with-orders-under-way');
  expect(done.errors).toBe('');
  expect(done.output).toMatch(/^orders +1$/m);
  expect((await portage('merchants', 'show', id)).output).toContain('State: being deleted since');
  expect(await portage('merchants', 'enable', id)).toMatchObject({ code: 75 });
  expect(await remove('--yes', 'Maple')).toMatchObject({ code: 75 });
  expect((await portage('jobs', 'list')).output).toContain('delete-merchant');
  expect(await actionsOf(id)).toEqual(['merchant.leaving']);
});
