import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createMerchant } from '../../merchants/first-profile.ts';
import { findLabel } from '../../shipstation/shipstation-queries.ts';
import { merchantProfile } from '../../testing/make-merchant.ts';
import { useClonedDatabase } from '../../testing/test-database.ts';
import { applyMigration } from '../migrate.ts';

test('labels that keys of 48 hours held are kept for good', async () => {
  const { db } = await useClonedDatabase();
  const merchant = merchantProfile();
  await createMerchant(db, merchant);
  await sql`drop table shipstation_labels`.execute(db);
  const [orderId, requestHash] = [randomUUID(), Buffer.from('hash')];
  const answers = { 'shipstation/t1': orderId, 'shipstation/t2': { id: '1' }, other: orderId };
  for (const [key, answer] of Object.entries(answers)) {
    await sql`
      insert into idempotency_keys (merchant_id, key, request_hash, answer, created_at)
      values (${merchant.id}, ${key}, ${requestHash}, ${JSON.stringify(answer)}::json, now())`.execute(
      db,
    );
  }
  await applyMigration(db, '0106-shipstation-labels');
  expect(await findLabel(db, merchant.id, 't1')).toEqual({ orderId, requestHash });
  expect(await findLabel(db, merchant.id, 't2')).toBeUndefined();
});
