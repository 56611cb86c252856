import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertMerchant } from '../testing/cheap-account.ts';
import { securityEvents } from '../testing/security-events.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';
import { prepareInvitation } from '../users/invite-user.ts';
import { operatorDeps } from './with-database.ts';

const { db, makeMerchant, portage } = useCommandLine();

async function inviteAna(merchantId: string, username: string): Promise<void> {
  const deps = await operatorDeps(db());
  const merchant = { id: merchantId, name: 'Fromagerie Zoé', language: 'fr' } as const;
  const ana = { username, name: 'Ana Roy', phone: undefined, role: 'owner' } as const;
  const invite = await prepareInvitation(deps, merchant, ana, { actor: 'operator' });
  await db().transaction().execute(invite);
}

test('an operator removes the second factors of a user who is locked out', async () => {
  const { username } = await insertMerchant(db());
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
  expect(await securityEvents(db(), '', { subject: username })).toMatchObject([
    { actor: 'operator' },
  ]);
});

test('an operator lists the people of a merchant and invites one again', async () => {
  const merchant = await makeMerchant('Fromagerie Zoé');
  const username = `ana-${randomUUID()}@shop.example`;
  await inviteAna(merchant, username);
  const [, line] = cellsOf((await portage('users', 'list', '--merchant', merchant)).output);
  expect(line).toEqual([username, 'Ana Roy', 'owner', 'active', 'never']);

  const invite = () => portage('users', 'invite', username, '--merchant', merchant);
  expect((await invite()).output).toBe(`An invitation goes to ${username}.\n`);
  const mails = db().selectFrom('mails').select('id').where('recipient', '=', username);
  expect(await mails.execute()).toHaveLength(2);

  await db()
    .updateTable('merchant_users')
    .set({ last_sign_in_at: new Date() })
    .where('merchant_id', '=', merchant)
    .execute();
  expect(await invite()).toMatchObject({
    code: 75,
    errors: `${username} signed in before: let them ask for a new password.\n`,
  });
  const stranger = await portage('users', 'invite', 'x@shop.example', '--merchant', merchant);
  expect(stranger.code).toBe(67);
});
