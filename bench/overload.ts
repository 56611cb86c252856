import type { Bench, Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { LoadProcess } from './load-process.ts';
import { quantile } from './measure.ts';
import { credentialsOf, ordersSeed, signIn, type Caller } from './orders-seed.ts';
import type { PacedLoad, PacedSample } from './paced-process-main.ts';
import { SampleProcess } from './sample-process.ts';
import { ServerProcess } from './server-process.ts';

/** Default length in seconds. */
const SECONDS = 60;

/** Uses many merchants, so that none reaches its limit, and one with slow searches. */
const MERCHANTS = 40;
const NEIGHBOUR = MERCHANTS;
const seed = ordersSeed('overload', [...Array<number>(MERCHANTS).fill(200), 10_000]);

const PACED_MAIN = new URL('./paced-process-main.ts', import.meta.url);
const PAGE = '/orders?limit=100';
const SEARCH = '/orders?limit=100&freeSearch=to';

/** Returns the 95th percentile; NaN without values. */
const p95 = (durations: readonly number[]) =>
  durations.length === 0 ? Number.NaN : quantile(durations, 0.95);
const milliseconds = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(0));
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)}%`;
const goal = (isReached: boolean) => (isReached ? 'reached' : 'MISSED');

/** Lists of all merchants in turn. */
const listsOf = (api: string, callers: readonly Caller[]): PacedLoad['calls'] =>
  callers.map(({ headers }) => ({ url: `${api}${PAGE}`, method: 'GET', headers: { ...headers } }));

/** Sign-ins of all merchants in turn. */
const signInsOf = (api: string): PacedLoad['calls'] =>
  Array.from({ length: MERCHANTS }, (_, ordinal) => ({
    url: `${api}/auth/token`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentialsOf(ordinal)),
  }));

/**
 * Sends three times the calls that the server can answer, and prints the table. Clients wait 10 s.
 */
async function overload(
  server: ServerProcess,
  callers: readonly Caller[],
  seconds: number,
): Promise<void> {
  using lists = new SampleProcess<PacedLoad, PacedSample>(PACED_MAIN);
  using probes = new SampleProcess<PacedLoad, PacedSample>(PACED_MAIN);
  using health = new SampleProcess<PacedLoad, PacedSample>(PACED_MAIN);
  const { api } = server;
  /** Lists orders beside the same sign-ins and health checks. */
  const load = (pace: PacedLoad['pace'], lasts: number) => {
    const common = { seconds: lasts, patience: 10_000 };
    return Promise.all([
      lists.sample({ ...common, calls: listsOf(api, callers), pace }),
      probes.sample({ ...common, calls: signInsOf(api), pace: { perSecond: 2 } }),
      health.sample({
        ...common,
        calls: [{ url: api.replace(/\/api$/, '/healthz'), method: 'GET', headers: {} }],
        pace: { perSecond: 10 },
      }),
    ]);
  };
  const rateOf = ({ answered, elapsed }: PacedSample) => answered.length / (elapsed / 1000);

  await load({ lanes: 32 }, 2);
  const [quiet] = await load({ lanes: 32 }, Math.min(10, seconds));
  const capacity = rateOf(quiet);
  const before = await server.memory();

  const [offered, signIns, healthChecks] = await load({ perSecond: 3 * capacity }, seconds);
  const after = await server.memory();

  const { sent, answered, refused, failed } = offered;
  const rate = rateOf(offered);
  const inTime = refused.filter((duration) => duration <= 100).length;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  const isMostAnswered = rate >= 0.8 * capacity;
  const isRefusedSoon = refused.length === 0 || inTime === refused.length;
  console.log(
    textTable([
      [`3 × capacity for ${seconds} s`, 'figure', 'goal', ''],
      ['capacity, lists a second', capacity.toFixed(0), '', ''],
      ['offered a second', (sent / seconds).toFixed(0), '', ''],
      ['answered in 10 s, a second', rate.toFixed(0), '', ''],
      ['  of capacity', percent(rate, capacity), '80%', goal(isMostAnswered)],
      ['  p95 ms', milliseconds(p95(answered)), '', ''],
      ['refused', percent(refused.length, sent), '', ''],
      ['  within 100 ms', percent(inTime, refused.length || 1), 'all', goal(isRefusedSoon)],
      ['  p95 ms', milliseconds(p95(refused)), '', ''],
      ['given up or failed', percent(failed, sent), '0.0%', goal(failed === 0)],
      ['sign-in answered', percent(signIns.answered.length, signIns.sent), '', ''],
      [
        'sign-in p95 ms',
        milliseconds(p95(signIns.answered)),
        '2000',
        goal(p95(signIns.answered) < 2000),
      ],
      ['/healthz p95 ms', milliseconds(p95(healthChecks.answered)), '', ''],
      ['memory before', megabytes(before.memory), '', ''],
      ['memory at most', megabytes(after.mostMemory), '', ''],
    ]),
  );
}

/** Compares lists alone and beside another merchant's many searches. */
async function noisyNeighbour(
  server: ServerProcess,
  callers: readonly Caller[],
  seconds: number,
): Promise<void> {
  using others = new LoadProcess();
  using searching = new SampleProcess<PacedLoad, PacedSample>(PACED_MAIN);
  const noisy = callers[NEIGHBOUR];
  if (!noisy) throw new Error('The seed has no such merchant');
  const lasts = Math.max(2, Math.min(10, seconds));
  // Takes another merchant each time, to stay within a merchant's limit.
  const readers = callers.values();
  const p975 = async () => {
    const { value: reader } = readers.next();
    if (!reader) throw new Error('The seed has too few merchants');
    const lists = others.requests({
      url: `${server.api}${PAGE}`,
      headers: { ...reader.headers },
      connections: 2,
    });
    await lists(1);
    return quantile((await lists(lasts)).durations, 0.975);
  };
  const quiet = await p975();
  const rows = [['nobody', milliseconds(quiet), '', '', '']];
  for (const searches of [100, 500]) {
    const load = {
      calls: [
        { url: `${server.api}${SEARCH}`, method: 'GET' as const, headers: { ...noisy.headers } },
      ],
      pace: { lanes: searches },
      seconds: lasts + 3,
      patience: 10_000,
    };
    const [beside, sample] = await Promise.all([p975(), searching.sample(load)]);
    rows.push([
      `${searches} parallel searches`,
      milliseconds(beside),
      (beside / quiet).toFixed(1),
      goal(beside < 5 * quiet),
      percent(sample.refused.length, sample.sent),
    ]);
  }
  console.log(
    `\n${textTable([['others’ lists beside', 'p97.5 ms', '× quiet', 'below 5', 'searches refused'], ...rows])}`,
  );
}

async function run({ seed: databaseOf, seconds = SECONDS }: Bench): Promise<void> {
  await using server = await ServerProcess.start(await databaseOf(seed), { isLimited: true });
  const callers: Caller[] = [];
  for (let ordinal = 0; ordinal <= NEIGHBOUR; ordinal += 1) {
    callers.push(await signIn(server.api, ordinal));
  }
  await overload(server, callers.slice(0, MERCHANTS), seconds);
  await noisyNeighbour(server, callers, seconds);
}

/** `npm run bench -- overload` */
export const overloadBenchmark: Benchmark = {
  name: 'overload',
  summary:
    'three times what the server can answer, and others beside 100 and 500 searches of one merchant',
  run,
};
