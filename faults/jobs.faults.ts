import { expect, test } from 'vitest';
import { settle } from './invariants.ts';
import { openLink } from './link.ts';
import { type Load, startLoad } from './load.ts';
import { checkScenario } from './scenario.ts';
import { openStage } from './stage.ts';

/** Milliseconds for one kind of job; a slow machine tests fewer points. */
const BUDGET = 60_000;

/** Yields every packet in a sequence spread over the job. */
const pointsOf = (packets: number): Set<number> =>
  new Set(
    [8, 4, 2, 1].flatMap((step) =>
      Array.from({ length: Math.floor(packets / step) }, (_, index) => (index + 1) * step),
    ),
  );

/** Work by the jobs that it adds. */
const WORK: Readonly<Record<string, (load: Load) => Promise<void>>> = {
  'locate-and-rate-orders': (load) => load.createOrder(),
  'request-password-reset and send-mail': (load) => load.askForCode(),
  'run-import': (load) => load.importOrders(),
};

test('a worker is killed at every point of a job', { timeout: 900_000 }, async (context) => {
  const stage = await openStage({
    database: 'shared',
    servers: 1,
    settings: { PORTAGE_FACES: 'portal,api,shop,tracking' },
  });
  const { database } = stage;
  if (!database) throw new Error('Two processes need a database that they share');
  const link = await openLink(database.link.target);
  const url = new URL(database.url);
  url.port = String(link.port);
  const [api] = stage.servers;
  const worker = await stage.addServer({ DATABASE_URL: url.href, PORTAGE_FACES: 'worker' });
  // Calls go to the server without jobs.
  stage.servers = stage.servers.filter((one) => one === api);
  const load = startLoad(stage, { isQuiet: true });
  const ways = [link, stage.mail.link];

  /** Does some work and kills the worker after a number of packets; returns the packets sent. */
  async function workWith(work: (load: Load) => Promise<void>, killAfter = 0): Promise<number> {
    let sent = 0;
    const onSent = () => {
      sent += 1;
      if (sent === killAfter) worker.kill();
    };
    for (const way of ways) way.onSent = onSent;
    await work(load);
    expect((await settle(stage)).seconds).toBeDefined();
    for (const way of ways) way.onSent = undefined;
    if (killAfter > 0) await worker.ready();
    return sent;
  }

  const notes: string[] = [];
  for (const [job, work] of Object.entries(WORK)) {
    const packets = await workWith(work);
    const end = performance.now() + BUDGET;
    const killed = new Set<number>();
    for (const point of pointsOf(packets)) {
      if (performance.now() > end) break;
      await workWith(work, point);
      killed.add(point);
    }
    notes.push(`${job}: killed at ${killed.size} of ${packets} packets.`);
  }
  expect(await worker.stop()).toBe(0);
  await checkScenario(stage, context, load, {
    done: 'One process answers calls, another one works on jobs. For each kind of job, the worker is killed (`kill -9`) when it has sent its first packet to PostgreSQL or the mail server, then its second, and so on, in one minute for each kind. A supervisor starts it again.',
    ...{ notes, wellAfter: undefined },
  });
});
