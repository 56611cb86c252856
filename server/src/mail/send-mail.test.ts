import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HOUR } from '@portage/contract/time';
import { backgroundWork } from '../background-work.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { listJobs } from '../jobs/job-queries.ts';
import { startWorker } from '../jobs/worker.ts';
import { openLog } from '../log.ts';
import { rotateSecrets } from '../secrets/get-secret.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { allMails, RESET_CODE } from '../testing/mailed-codes.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import { cloneTestDatabase } from '../testing/test-database.ts';
import { queueMail, sendMail } from './outbox.ts';
import { type MailTransport, smtpTransport } from './smtp-transport.ts';

const server = useTestServer();
const content = RESET_CODE;

function transportTo(port: number): MailTransport {
  const url = `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`;
  const transport = smtpTransport({ url, from: 'no-reply@portage.example' });
  onTestFinished(() => transport.close());
  return transport;
}

async function queue(recipient: string): Promise<string> {
  const { db } = server.deps;
  await db
    .transaction()
    .execute((trx) => queueMail(trx, server.deps, { recipient, locale: 'fr', content }, TEST_NOW));
  const { id } = await db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow();
  return id;
}

const storedMail = async (id: string) => (await allMails(server)).find((mail) => mail.id === id);

const send = (
  mailId: string,
  mail: MailTransport | undefined,
  { after = 0, log = openLog('silent') } = {},
) =>
  sendMail(
    { ...server.deps, mail, log, clock: { now: () => TEST_NOW + after } },
    { jobId: '0', mailId, usefulUntil: TEST_NOW + HOUR, signal: new AbortController().signal },
  );

test('a mail is sent once, and its text is deleted', async () => {
  const mailServer = await startMailServer();
  const transport = transportTo(mailServer.port);
  const id = await queue('once@client.example');
  await send(id, transport, { after: 1000 });
  await send(id, transport, { after: 2000 });
  expect(mailServer.received.map(({ recipients }) => recipients)).toEqual([
    ['once@client.example'],
  ]);
  expect(await storedMail(id)).toMatchObject({
    text: null,
    html: null,
    sent_at: TEST_NOW + 1000,
    last_error: null,
  });
});

test('the second of two simultaneous attempts waits and sends nothing', async () => {
  const mailServer = await startMailServer();
  const transport = transportTo(mailServer.port);
  const id = await queue('twice@client.example');
  await Promise.all([send(id, transport), send(id, transport)]);
  expect(mailServer.received).toHaveLength(1);
});

test('a mail that the mail server takes slowly is recorded as sent', async () => {
  const id = await queue('slow@client.example');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = {
    async send() {
      for (let pause = 0; pause < 8; pause += 1) {
        await setTimeout(400);
        vi.advanceTimersByTime(30_000);
      }
    },
    verify: async () => undefined,
    close: () => undefined,
  };
  await server.deps.db.connection().execute(async (db) => {
    await sql`set idle_in_transaction_session_timeout = '2s'`.execute(db);
    const deps = { ...server.deps, db, mail: slow };
    const signal = new AbortController().signal;
    await sendMail(deps, { jobId: '0', mailId: id, usefulUntil: TEST_NOW + HOUR, signal });
    await sql`set idle_in_transaction_session_timeout = '90s'`.execute(db);
  });
  expect(await storedMail(id)).toMatchObject({ text: null, sent_at: TEST_NOW, last_error: null });
});

test('a temporarily refused mail keeps the reason and is sent later', async () => {
  const mailServer = await startMailServer();
  const transport = transportTo(mailServer.port);
  const [id, other] = [await queue('later@client.example'), await queue('other@client.example')];
  mailServer.refuseNext('recipient', 451);
  await expect(send(id, transport)).rejects.toThrow('The mail was not sent: EENVELOPE 451 RCPT TO');
  expect(await storedMail(id)).toMatchObject({
    text: expect.stringContaining('012345'),
    sent_at: null,
    last_error: '451 not now, later@client.example',
  });
  expect((await storedMail(other))?.last_error).toBeNull();

  await send(id, transport, { after: HOUR - 1 });
  expect(mailServer.received).toHaveLength(1);
  expect(await storedMail(id)).toMatchObject({ last_error: null, sent_at: TEST_NOW + HOUR - 1 });
  expect(await storedMail(other)).toMatchObject({ last_error: null, sent_at: null });
});

test('a permanently refused mail is given up, without the recipient in the log', async () => {
  const mailServer = await startMailServer();
  const transport = transportTo(mailServer.port);
  const { log, lines } = recordedLog('trace');
  const [id, other] = [await queue('nobody@client.example'), await queue('next@client.example')];
  mailServer.refuseNext('recipient', 550);
  await send(id, transport, { log });
  expect(await storedMail(id)).toMatchObject({
    text: null,
    html: null,
    sent_at: null,
    last_error: '550 not now, nobody@client.example',
  });
  expect(await storedMail(other)).toMatchObject({ text: expect.stringContaining('012345') });
  expect(lines.join('')).toContain(id);
  expect(lines.join('')).toContain('EENVELOPE 550 RCPT TO');
  expect(lines.join('')).not.toContain('nobody@client.example');

  await send(id, transport);
  expect(mailServer.received).toEqual([]);
});

test('a code that has expired is not sent', async () => {
  const mailServer = await startMailServer();
  const id = await queue('expired@client.example');
  await send(id, transportTo(mailServer.port), { after: HOUR });
  expect(mailServer.received).toEqual([]);
  expect(await storedMail(id)).toMatchObject({ text: null, html: null, sent_at: null });
});

test('the text of a mail, which may hold a password, is stored encrypted', async () => {
  const id = await queue('secret@client.example');
  const { db, secrets } = server.deps;
  const row = await db.selectFrom('mails').selectAll().where('id', '=', id).execute();
  const bytes = JSON.stringify(row, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  expect(bytes).not.toContain('012345');
  await rotateSecrets({ db, secrets });
  expect(await storedMail(id)).toMatchObject({ text: expect.stringContaining('012345') });
});

test('without a mail server a mail stays in the outbox', async () => {
  const id = await queue('kept@client.example');
  await send(id, undefined);
  expect(await storedMail(id)).toMatchObject({
    text: expect.stringContaining('012345'),
    sent_at: null,
  });
});

test('an unexpected failure leaves the mail as it was', async () => {
  const id = await queue('surprise@client.example');
  const broken = {
    send: () => Promise.reject(new Error('a bug')),
    verify: async () => undefined,
    close: () => undefined,
  };
  await expect(send(id, broken)).rejects.toThrow('a bug');
  expect(await storedMail(id)).toMatchObject({ sent_at: null, last_error: null });
});

async function startMailWorker(mailServer: { port: number }) {
  const database = await cloneTestDatabase();
  const { log, lines } = recordedLog('trace');
  const db = openDatabase(openPool(database.url, log, 5));
  const deps = { ...server.deps, db, log, mail: transportTo(mailServer.port) };
  const worker = await startWorker(deps, database.url, backgroundWork(deps));
  onTestFinished(async () => {
    await worker.stop();
    await db.destroy();
    await database.drop();
  });
  return { db, lines };
}

test('a mail is sent on commit, and an error returns the job to the queue', async () => {
  const mailServer = await startMailServer();
  const { db, lines } = await startMailWorker(mailServer);
  const rolledBack = { recipient: 'rolled-back@client.example', locale: 'en', content } as const;
  const committed = { ...rolledBack, recipient: 'committed@client.example' };
  mailServer.refuseNext('recipient', 451);

  await db
    .transaction()
    .execute(async (trx) => {
      await queueMail(trx, server.deps, rolledBack, TEST_NOW);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await db.transaction().execute((trx) => queueMail(trx, server.deps, committed, TEST_NOW));

  // The queue waits some three seconds before the second attempt.
  await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), { timeout: 15_000 });
  expect(mailServer.received[0]?.recipients).toEqual(['committed@client.example']);
  expect(lines.join('')).toContain('EENVELOPE 451 RCPT TO');
  expect(lines.join('')).not.toContain('committed@client.example');
});

test('a code that is refused for minutes is tried every minute until it expires', async () => {
  const mailServer = await startMailServer();
  mailServer.refuseNext('recipient', 450, '4.2.0 Greylisted');
  const { db } = await startMailWorker(mailServer);
  await db.transaction().execute(async (trx) => {
    const mail = { recipient: 'greylisted@client.example', locale: 'en', content } as const;
    const atMost = { ...mail, content: { ...content, minutes: 10 } };
    await queueMail(trx, server.deps, atMost, TEST_NOW);
    await sql`update graphile_worker._private_jobs set attempts = 5`.execute(trx);
  });
  const failed = await vi.waitFor(
    async () => {
      const [job] = await listJobs(db, { failedOnly: true, limit: 1 });
      if (!job) throw new Error('No attempt has failed.');
      return job;
    },
    { timeout: 15_000 },
  );
  expect(failed.runAt - Date.now()).toBeGreaterThan(30_000);
  expect(failed.runAt - Date.now()).toBeLessThan(60_000);
});
