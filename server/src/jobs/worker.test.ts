import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '../log.ts';
import { useClonedDatabase } from '../testing/test-database.ts';
import { insertJob } from './job-queries.ts';
import { JobInterrupted, startWorker } from './worker.ts';

const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 50: 'error' };

test('a failed job is logged as an error, one interrupted by a stop is not', async () => {
  const { url, db } = await useClonedDatabase();
  const ends: string[] = [];
  const log = openLog(
    'info',
    new Writable({
      write(line: Buffer, _encoding, done) {
        const { level, msg } = JSON.parse(line.toString()) as { level: number; msg: string };
        const error = /Failed task .* with error '(.*?)'/.exec(msg)?.[1];
        if (error !== undefined) ends.push(`${LEVELS[level] ?? level}: ${error}`);
        done();
      },
    }),
  );
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
  await vi.waitFor(() => expect(ends).toHaveLength(1), { timeout: 15_000 });
  await insertJob(db, 'reconcile-shop', job);
  await vi.waitFor(() => expect(ends).not.toHaveLength(1), { timeout: 15_000 });
  // The queue may have begun the first job again.
  expect(ends.slice(0, 2)).toEqual(['info: The server stops', 'error: It fails']);
});
