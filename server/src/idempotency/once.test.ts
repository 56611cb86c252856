import { expect, test } from 'vitest';
import { useTestServer } from '../testing/build-test-server.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import { once, rememberAnswers } from './once.ts';

const server = useTestServer();

test('a key used for one call is refused for another, also with the same body', async () => {
  const { merchant } = await makeMerchant(server);
  const { db } = server.deps;
  const request = { merchantId: merchant.id, key: 'one', body: undefined, now: 0 };
  const ask = (call: string, answer: string) =>
    db.transaction().execute((trx) => once(trx, { ...request, call }, async () => answer));
  expect(await ask('POST /orders', '"first"')).toBe('"first"');
  expect(await ask('POST /orders', '"second"')).toBe('"first"');
  await expect(ask('POST /users/service', '"third"')).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

test('a key that a creation records at the same time is in progress', async () => {
  const { merchant } = await makeMerchant(server);
  const { db } = server.deps;
  const request = { merchantId: merchant.id, key: 'one', body: undefined, now: 0 };
  const asked = db.transaction().execute((trx) =>
    once(trx, { ...request, call: 'POST /users/service' }, async () => {
      await rememberAnswers(db, [{ ...request, call: 'POST /orders' }], ['"order"']);
      return '"user"';
    }),
  );
  await expect(asked).rejects.toMatchObject({ code: 'request_in_progress' });
});
