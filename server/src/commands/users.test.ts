import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertCheapAccount } from '../testing/cheap-account.ts';
import { useCommandLine } from '../testing/use-command-line.ts';

const { db, makeMerchant, portage } = useCommandLine();

test('an operator removes the second factors of a user who is locked out', async () => {
  const merchantId = await makeMerchant('Maple');
  const username = `zoe-${randomUUID()}@shop.example`;
  await insertCheapAccount(
    db(),
    {
      merchantId,
      merchantName: 'Maple',
      username,
      name: 'Zoé Roy',
      kind: 'user',
      password: 'Correct-Horse-1',
      mustChangePassword: false,
    },
    Date.now(),
  );
  const reset = () => portage('users', 'reset-second-factor', username.toUpperCase());
  expect((await reset()).code).toBe(67);
  const { id: user_id } = await db()
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const at = new Date();
  await db()
    .insertInto('authenticator_apps')
    .values({
      user_id,
      encrypted_secret: Buffer.of(1),
      created_at: at,
      confirmed_at: at,
      last_step: null,
    })
    .execute();
  expect((await reset()).output).toContain('signs in with the password alone from now on');
  expect(await db().selectFrom('authenticator_apps').select('user_id').execute()).toEqual([]);
  const mails = db().selectFrom('mails').select('subject').where('recipient', '=', username);
  expect(await mails.execute()).toEqual([{ subject: 'Your two-step verification changed' }]);
  const events = db().selectFrom('security_events').select('actor').where('subject', '=', username);
  expect(await events.execute()).toEqual([{ actor: 'operator' }]);
});
