import { expect, test } from 'vitest';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { forgetOldMails } from './forget-old-mails.ts';
import { queueMail } from './queue-mail.ts';

const server = useTestServer();
const DAY = 24 * 60 * 60 * 1000;

test('a mail is forgotten after 30 days', async () => {
  const { db } = server.deps;
  const content = {
    kind: 'password-reset-code',
    name: 'Zoë',
    code: '012345',
    minutes: 60,
  } as const;
  const written = (recipient: string, daysAgo: number) =>
    queueMail(db, server.deps, { recipient, locale: 'en', content }, TEST_NOW - daysAgo * DAY);
  await written('old@client.example', 30.01);
  await written('young@client.example', 29.99);

  await forgetOldMails({ db, clock: { now: () => TEST_NOW } });
  const kept = await db.selectFrom('mails').select('recipient').execute();
  expect(kept).toEqual([{ recipient: 'young@client.example' }]);
});
