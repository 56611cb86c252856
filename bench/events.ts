import { HOUR } from '@portage/contract/time';
import { createCarrierKey } from '../server/src/carrier/carrier-keys.ts';
import { systemClock } from '../server/src/clock.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import type { ReportTask } from './events-process-main.ts';
import { ratioLine, textTable } from './figures-table.ts';
import { measureInTurn, rateRatios, type Figures, type Load } from './measure.ts';
import { ordersSeed } from './orders-seed.ts';
import { rawUpdates } from './raw-updates.ts';
import { SampleProcess } from './sample-process.ts';

const EVENTS_MAIN = new URL('./events-process-main.ts', import.meta.url);

const ROUNDS = { rounds: 8, seconds: 4 };
const SENDERS = 8;

/** Orders of each of four merchants in a batch. */
const OF_EACH = 25;
const MERCHANTS = 4;
const BATCH = OF_EACH * MERCHANTS;
const ORDERS = 2500;

/** Covers the last two hours, whose orders are all located and not ready. */
const seed = ordersSeed(
  'events_20k',
  Array.from({ length: 2 * MERCHANTS }, () => ORDERS),
  1 / 12,
);

/** Tracking numbers by batch, of the first or last four merchants. */
async function batchesOf({ pool }: BenchServer, offset: number): Promise<string[][]> {
  const { rows } = await pool.query<{ numbers: string[] }>(
    `select array_agg(tracking_number order by merchant_id, id) as numbers
     from (
       select tracking_number, merchant_id, id,
         (row_number() over (partition by merchant_id order by id) - 1) / $1 as batch
       from orders
       where merchant_id in (select merchant_id from merchants order by 1 offset $2 limit $3)
     ) as numbered
     group by batch order by batch`,
    [OF_EACH, offset, MERCHANTS],
  );
  return rows.map(({ numbers }) => numbers);
}

/** Counts events in timelines, and orders whose status is that of their last event. */
async function countTimelines({ pool }: BenchServer, numbers: readonly string[]) {
  const { rows } = await pool.query<{ events: number; remembered: number; astray: number }>(
    `select
       sum(json_array_length(document->'timelineEvents'))::integer as events,
       (select count(*)::integer from carrier_events) as remembered,
       count(*) filter (
         where document->'timelineEvents'->-1->>'event' <> status or document->>'orderStatus' <> status
       )::integer as astray
     from orders where tracking_number = any($1)`,
    [numbers],
  );
  const [counts] = rows;
  if (!counts) throw new Error('PostgreSQL counted nothing');
  return counts;
}

/** Formats events per second, batch times and processor time of one load. */
const row = (name: string, { perSecond, p50, p975, cpu }: Figures) => [
  name,
  (perSecond * BATCH).toFixed(0),
  p50.toFixed(0),
  p975.toFixed(0),
  ((cpu / BATCH) * 1000).toFixed(0),
];

async function run({ serve }: Bench): Promise<void> {
  await using server = await serve(seed);
  using senders = new SampleProcess<ReportTask>(EVENTS_MAIN);
  const { key } = await createCarrierKey({ db: server.db, clock: systemClock }, 'benchmark');
  const batches = await batchesOf(server, 0);
  const before = await countTimelines(server, batches.flat());

  let reported = 0;
  const task = {
    url: `${server.api}/carrier/events`,
    key,
    batches,
    senders: SENDERS,
    startsAt: systemClock.now() - HOUR,
  };
  const reports: Load = async (seconds) => {
    const sample = await senders.sample({ ...task, seconds });
    reported += sample.durations.length * BATCH;
    return sample;
  };
  const others = await batchesOf(server, MERCHANTS);
  const raw = await rawUpdates(server, { written: others, models: batches }, SENDERS);
  const figures = await measureInTurn({ raw, reports }, ROUNDS);
  const repeated = await senders.sample({ ...task, seconds: 'repeat' });

  console.log(
    textTable([
      ['', 'per second', 'p50 ms', 'p97.5 ms', 'CPU µs each'],
      row('Orders updated by the driver', figures.raw),
      row('Events reported', figures.reports),
    ]),
  );
  console.log(
    ratioLine('Events to updates', rateRatios(figures.reports, figures.raw), { atLeast: 0.4 }),
  );
  const after = await countTimelines(server, batches.flat());
  const told = after.events - before.events;
  console.log(
    `${reported} events reported and ${repeated.durations.length * BATCH} of them again: ` +
      `${told} told in timelines, ${after.remembered - before.remembered} remembered, ` +
      `${after.astray} orders not where their last event says`,
  );
  if (told !== reported || after.astray > 0) throw new Error('Events were lost or doubled');
}

/** `npm run bench -- events` */
export const eventsBenchmark: Benchmark = {
  name: 'events',
  summary: 'the carrier’s events through HTTP beside bare updates of as many orders',
  run,
};
