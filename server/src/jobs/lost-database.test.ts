import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase, openPool } from '../db/database.ts';
import { databaseBehindNetwork } from '../testing/database-behind-network.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import { insertJob } from './job-queries.ts';
import { startWorker } from './worker.ts';

const OF_MERCHANT = { merchantId: '019c0000-0000-7000-8000-000000000001' };

/** Workers behind a breakable network, with jobs that the test ends. */
async function workersBehindNetwork() {
  const network = await databaseBehindNetwork();
  const { log, lines } = recordedLog('warn');
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
    db,
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

/** Collects the sockets that this process opens until the test ends. */
function watchSockets(): Set<Socket> {
  const sockets = new Set<Socket>();
  const onSocket = (message: unknown) => sockets.add((message as { socket: Socket }).socket);
  subscribe('net.client.socket', onSocket);
  onTestFinished(() => void unsubscribe('net.client.socket', onSocket));
  return sockets;
}

test('a job is taken again when the answer to its first taker was lost', async () => {
  const sockets = watchSockets();
  const { worker, db, jobs, url, begin, loseAnswers } = await workersBehindNetwork();
  const queued = async (shop: string) => {
    const { rows } = await sql<{ isTaken: boolean }>`
      select locked_by is not null as "isTaken" from graphile_worker._private_jobs
      where payload->>'shop' = ${shop}`.execute(db);
    return rows;
  };
  await begin('first');
  jobs.get('first')?.resolve();
  await vi.waitFor(async () => expect(await queued('first')).toEqual([]));
  // A question under way would take the job below, and count as asked before.
  const written = () => [...sockets].map(({ bytesWritten }) => bytesWritten);
  await vi.waitFor(
    async () => {
      const before = written();
      await pause(500);
      expect(written()).toEqual(before);
    },
    { timeout: 15_000 },
  );

  loseAnswers();
  const sent = new Map([...sockets].map((socket) => [socket, socket.bytesWritten]));
  await insertJob(db, 'leave-shop', { ...OF_MERCHANT, shop: 'second', encryptedToken: '' });
  await vi.waitFor(async () => expect(await queued('second')).toEqual([{ isTaken: true }]), {
    timeout: 15_000,
  });
  // As the kernel does where nothing is acknowledged.
  for (const [socket, before] of sent) {
    const isAsking =
      socket.bytesWritten > before && String(socket.remotePort) === new URL(url).port;
    if (isAsking) socket.destroy(Object.assign(new Error('read'), { code: 'ETIMEDOUT' }));
  }
  await vi.waitFor(() => expect([...jobs.keys()]).toContain('second'), { timeout: 30_000 });
  jobs.get('second')?.resolve();
  await worker.stop();
});

test('the connection that waits for jobs is never quiet for long', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { worker, db } = await workersBehindNetwork();
  onTestFinished(() => worker.stop());
  const waiting = async () => {
    const { rows } = await sql<{ pid: number; query: string }>`
      select pid, query from pg_stat_activity
      where datname = current_database() and query ~ '^(LISTEN "jobs:insert"|select$)'
        and application_name = ''`.execute(db);
    return rows;
  };
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1));
  const [before] = await waiting();
  vi.advanceTimersByTime(16_000);
  await vi.waitFor(async () =>
    expect(await waiting()).toEqual([{ pid: before?.pid, query: 'select' }]),
  );
});
