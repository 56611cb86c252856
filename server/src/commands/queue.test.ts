import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { insertJob } from '../jobs/job-queries.ts';
import { queueMail } from '../mail/outbox.ts';
import { givenSecretKeys } from '../secrets/secret-keys.ts';
import { openSecrets } from '../secrets/secrets.ts';
import { TEST_SECRET_KEYS } from '../testing/build-test-server.ts';
import { RESET_CODE } from '../testing/mailed-codes.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';

const { db, portage } = useCommandLine();
const secrets = openSecrets(givenSecretKeys(TEST_SECRET_KEYS));

const giveUp = (name: string) =>
  sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no answer'
    where task_id = (select id from graphile_worker._private_tasks where identifier = ${name})
  `.execute(db());

async function queueMailTo(recipient: string): Promise<string> {
  const content = { ...RESET_CODE, minutes: 10 };
  const mail = { recipient, locale: 'en', content } as const;
  await db()
    .transaction()
    .execute((trx) => queueMail(trx, { secrets }, mail, Date.now()));
  const [, line = []] = cellsOf((await portage('mails', 'list', '--limit', '1')).output);
  return line[0] ?? '';
}

test('a failed job is listed with its error, and retried with all attempts', async () => {
  const merchantId = '019a0000-0000-7000-8000-000000000001';
  await insertJob(db(), 'connect-shop', { merchantId });
  await giveUp('connect-shop');
  const { output } = await portage('jobs', 'list', '--failed');
  const [, [id = '', ...line] = []] = cellsOf(output);
  expect(line).toEqual([
    'connect-shop',
    'gave up',
    '25/25',
    expect.stringMatching(/^\d{4}-\d\d-\d\d /),
    'no answer',
  ]);
  expect(output).not.toContain(merchantId);

  expect((await portage('jobs', 'retry', id)).output).toMatch(/^connect-shop runs as soon as/);
  expect((await portage('jobs', 'list')).output).toMatch(/connect-shop +failed +0\/25/);
  expect(await portage('jobs', 'retry', '987654321')).toMatchObject({ code: 67 });
  expect(await portage('jobs', 'retry', 'all')).toMatchObject({ code: 64 });
});

test('a waiting mail is retried, a failed one is not', async () => {
  const id = await queueMailTo('zoe@one.example');
  await giveUp('send-mail');
  expect((await portage('mails', 'list', '--state', 'waiting')).output).toContain(
    'zoe@one.example',
  );
  expect(await portage('mails', 'retry', id)).toMatchObject({ code: 0 });
  expect((await portage('jobs', 'list')).output).toMatch(/send-mail +failed +0\/25/);

  await db().updateTable('mails').set({ encrypted_body: null }).where('id', '=', id).execute();
  const { code, errors } = await portage('mails', 'retry', id);
  expect([code, errors]).toEqual([75, 'The mail was given up: its text is deleted.\n']);
  expect((await portage('mails', 'list', '--state', 'given up')).output).toContain(id);
});

test('reading and retrying the mails of merchants is in the audit', async () => {
  await portage('mails', 'list');
  const { output } = await portage('audit', '--action', 'operator.read');
  expect(output).toMatch(/operator\.read +operator +mails list /);
  const retried = async (action: string) =>
    (await portage('audit', '--action', action)).output.split('\n').slice(1, -1);
  expect(await retried('job.retried')).toEqual([
    expect.stringMatching(/operator +connect-shop \d+/),
  ]);
  expect(await retried('mail.retried')).toHaveLength(1);
});
