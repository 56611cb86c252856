import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HOUR, MINUTE } from '@portage/contract/time';
import { openLog } from '../log.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import { useClonedDatabase } from '../testing/test-database.ts';
import { insertJob } from './job-queries.ts';
import { JobInterrupted, startWorker } from './worker.ts';

const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 50: 'error' };

test('a failed job is logged as an error, one interrupted by a stop is not', async () => {
  const { url, db } = await useClonedDatabase();
  const { log, lines } = recordedLog('info');
  const ends = () =>
    lines.flatMap((line) => {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string };
      const error = /Failed task .* with error '(.*?)'/.exec(msg)?.[1];
      return error === undefined ? [] : `${LEVELS[level] ?? level}: ${error}`;
    });
  const errors = [new JobInterrupted('The server stops'), new Error('It fails')];
  const worker = await startWorker({ db, log }, url, {
    crontab: '',
    tasks: {
      'reconcile-shop': async () => {
        throw errors.shift() ?? new Error('Begun again');
      },
    },
  });
  onTestFinished(() => worker.stop());
  const job = { merchantId: '019c0000-0000-7000-8000-000000000001' };
  await insertJob(db, 'reconcile-shop', job);
  await vi.waitFor(() => expect(ends()).toHaveLength(1), { timeout: 15_000 });
  await insertJob(db, 'reconcile-shop', job);
  await vi.waitFor(() => expect(ends()).not.toHaveLength(1), { timeout: 15_000 });
  // The queue may have begun the first job again.
  expect(ends().slice(0, 2)).toEqual(['info: The server stops', 'error: It fails']);
});

test('workers start while a call queues the first jobs of their kinds', async () => {
  const { url, db } = await useClonedDatabase();
  const done: string[] = [];
  const run = (name: string) => async () => void done.push(name);
  const contactRequestId = '019c0000-0000-7000-8000-000000000002';
  await db.transaction().execute(async (trx) => {
    await insertJob(trx, 'send-mail', { mailId: contactRequestId, usefulUntil: 0 });
    const names = ['submit-contact-request', 'send-mail', 'leave-shop'];
    const tasks = Object.fromEntries(names.map((name) => [name, run(name)]));
    const worker = await startWorker({ db, log: openLog('silent') }, url, { crontab: '', tasks });
    onTestFinished(() => worker.stop());
    const left = { merchantId: contactRequestId, shop: 'left', encryptedToken: '' };
    await insertJob(db, 'leave-shop', left);
    await vi.waitFor(() => expect(done).toEqual(['leave-shop']), { timeout: 15_000 });
    await insertJob(trx, 'submit-contact-request', { contactRequestId });
  });
  await vi.waitFor(() => expect(done).toHaveLength(3), { timeout: 15_000 });
});

test('the queue keeps its own isolation, time zone and date style', async () => {
  const { url, db } = await useClonedDatabase();
  const database = sql.ref(new URL(url).pathname.slice(1));
  const settings = {
    default_transaction_isolation: 'repeatable read',
    timezone: 'America/St_Johns',
    datestyle: 'SQL, DMY',
  };
  for (const [name, value] of Object.entries(settings)) {
    await sql`alter database ${database} set ${sql.ref(name)} to ${sql.lit(value)}`.execute(db);
  }
  const found = Promise.withResolvers<unknown[]>();
  const worker = await startWorker({ db, log: openLog('silent') }, url, {
    crontab: '',
    tasks: {
      async 'leave-shop'(_payload, helpers) {
        const names = Object.keys(settings);
        const text = 'select current_setting(name) as value from unnest($1::text[]) as names(name)';
        const { rows } = await helpers.query<{ value: string }>(text, [names]);
        found.resolve(rows.map(({ value }) => value));
      },
    },
  });
  onTestFinished(() => worker.stop());
  const merchantId = '019c0000-0000-7000-8000-000000000003';
  await insertJob(db, 'leave-shop', { merchantId, shop: 'left', encryptedToken: '' });
  expect(await found.promise).toEqual(['read committed', 'UTC', 'ISO, DMY']);
});

test('a clock that was ahead holds back no timed jobs once it is right', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url, db } = await useClonedDatabase();
  const now = Date.now();
  // Looks at its clock every tenth of a second.
  vi.setSystemTime(Math.ceil(now / MINUTE) * MINUTE + HOUR - 100);
  const work = { crontab: '* * * * * archive-old-orders', tasks: { 'archive-old-orders'() {} } };
  const worker = await startWorker({ db, log: openLog('silent') }, url, work);
  onTestFinished(() => worker.stop());
  const known = sql`graphile_worker._private_known_crontabs`;
  const runAhead = sql`
    update ${known} set last_execution = now() + interval '1 hour' returning identifier`;
  await expect.poll(async () => (await runAhead.execute(db)).rows).not.toEqual([]);
  await setTimeout(500);
  vi.setSystemTime(now);
  const ahead = sql`select identifier from ${known} where last_execution > now()`;
  const heldBack = async () => (await ahead.execute(db)).rows;
  await expect.poll(heldBack, { timeout: 15_000 }).toEqual([]);
});
