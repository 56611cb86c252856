import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase, openPool } from '../db/database.ts';
import { openLog } from '../log.ts';
import { databaseBehindNetwork } from '../testing/database-behind-network.ts';
import { insertJob } from './job-queries.ts';
import { startWorker } from './worker.ts';

const OF_MERCHANT = { merchantId: '019c0000-0000-7000-8000-000000000001' };

/** Workers behind a breakable network, with jobs that the test ends. */
async function workersBehindNetwork() {
  const network = await databaseBehindNetwork();
  const lines: string[] = [];
  const log = openLog(
    'warn',
    new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(line.toString());
        done();
      },
    }),
  );
  const db = openDatabase(openPool(network.directUrl, log, 2));
  onTestFinished(() => db.destroy());
  const jobs = new Map<string, PromiseWithResolvers<void>>();
  const worker = await startWorker({ db, log }, network.url, {
    crontab: '',
    tasks: {
      async 'leave-shop'(payload) {
        const { shop } = payload as { shop: string };
        // Runs again, because its end was not recorded.
        if (jobs.has(shop)) return;
        const job = Promise.withResolvers<void>();
        jobs.set(shop, job);
        await job.promise;
      },
    },
  });
  return {
    ...network,
    worker,
    jobs,
    begin: async (name: string) => {
      await insertJob(db, 'leave-shop', { ...OF_MERCHANT, shop: name, encryptedToken: '' });
      await vi.waitFor(() => expect([...jobs.keys()]).toContain(name), { timeout: 15_000 });
    },
    unrecorded: () => lines.filter((line) => /Failed to (complete|fail) jobs/.test(line)).length,
  };
}

test('jobs continue after the results of several could not be recorded', async () => {
  const { worker, jobs, begin, unrecorded, refuse, accept } = await workersBehindNetwork();
  for (const name of ['first', 'second', 'third']) await begin(name);
  refuse();
  jobs.get('first')?.resolve();
  await vi.waitFor(() => expect(unrecorded()).toBe(1));
  jobs.get('second')?.resolve();
  await vi.waitFor(() => expect(unrecorded()).toBe(2));
  jobs.get('third')?.reject(new Error('It fails without the database'));
  await accept();
  await begin('fourth');
  jobs.get('fourth')?.resolve();
  await worker.stop();
});

test('workers whose connections were lost silently stop in time', async () => {
  const { worker, jobs, begin, loseConnections } = await workersBehindNetwork();
  await begin('first');
  loseConnections();
  jobs.get('first')?.resolve();
  const begun = performance.now();
  await worker.stop();
  // The process ends by force after 20 seconds.
  expect(performance.now() - begun).toBeLessThan(10_000);
});
