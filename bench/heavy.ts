import sharp from 'sharp';
import type { Order } from '@portage/contract/orders/orders';
import { createCarrierKey } from '../server/src/carrier/carrier-keys.ts';
import { systemClock } from '../server/src/clock.ts';
import { openDatabase, openPool } from '../server/src/db/database.ts';
import { openLog } from '../server/src/log.ts';
import { newOrderPayload } from '../server/src/testing/make-order.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { textTable } from './figures-table.ts';
import { ordersSeed, signIn, type Caller } from './orders-seed.ts';
import type { PacedLoad, PacedSample } from './paced-process-main.ts';
import { SampleProcess } from './sample-process.ts';
import { ServerProcess } from './server-process.ts';

/** Prints heavy slips while another user prints a label. */
const HEAVY = 0;
const OTHER = 1;
const seed = ordersSeed('heavy', [1, 20], 1 / 12);

const PACED_MAIN = new URL('./paced-process-main.ts', import.meta.url);

/** The most items of an order and letters of their names that the contract accepts. */
const ITEMS = 500;
const LETTERS = 120;
const WORDS = ['كرسي', 'خشبي', 'قابل', 'للطي', 'مع', 'وسادة', 'مقاومة', 'للماء', 'والشمس'];
const BATCH = 8;
const AT_ONCE = 4;

/** A JPEG of 100 kB whose segments claim 65,535 EXIF entries each and have none. */
async function claimingPhoto(): Promise<Buffer> {
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const content = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff', 'latin1');
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2]);
  const claims = Array.from({ length: 5000 }, () => [head, content]).flat();
  return Buffer.concat([photo.subarray(0, 2), ...claims, photo.subarray(2)]);
}

/** One hundred megapixels of one colour in some kilobytes. */
const enormousPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png({ palette: true, colours: 2, compressionLevel: 9 })
    .toBuffer();

const rounded = (milliseconds: number) => milliseconds.toFixed(0);
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0);
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

/** Makes a call; returns status, milliseconds and bytes. */
async function timed(call: () => Promise<Response>) {
  const began = performance.now();
  const response = await call();
  const { byteLength } = await response.arrayBuffer();
  return { status: response.status, took: performance.now() - began, bytes: byteLength };
}

/** Runs work beside consecutive calls; returns the slowest call in milliseconds. */
async function slowestBeside(
  { url, headers }: Pick<PacedLoad['calls'][number], 'url' | 'headers'>,
  work: () => Promise<unknown>,
): Promise<number> {
  using beside = new SampleProcess<PacedLoad, PacedSample>(PACED_MAIN);
  const calls = [{ url, method: 'GET', headers }] as const;
  const slowest: number[] = [];
  const sample = async () => {
    const load = { calls, pace: { lanes: 1 }, seconds: 0.5, patience: 300_000 };
    const { answered, failed, refused } = await beside.sample(load);
    if (failed + refused.length > 0) throw new Error('A call beside the work was refused');
    slowest.push(Math.max(...answered));
  };
  await sample();
  slowest.length = 0;
  const state = { isUnderWay: true };
  const working = work().finally(() => (state.isUnderWay = false));
  do await sample();
  while (state.isUnderWay);
  await working;
  return Math.max(...slowest);
}

/** Uploads the photos that should delay the server. */
async function uploadPhotos(databaseUrl: string, trackingNumber: string): Promise<void> {
  const db = openDatabase(openPool(databaseUrl, openLog('error')));
  const { key } = await createCarrierKey({ db, clock: systemClock }, 'benchmark');
  await db.destroy();
  await using server = await ServerProcess.start(databaseUrl);
  const rows: string[][] = [];
  for (const [name, photo, mediaType] of [
    ['5,000 segments of 65,535 entries', await claimingPhoto(), 'image/jpeg'],
    ['100 megapixels', await enormousPhoto(), 'image/png'],
  ] as const) {
    const { memory } = await server.memory();
    const upload = () =>
      fetch(`${server.api}/carrier/photos?trackingNumber=${trackingNumber}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': mediaType },
        body: new Uint8Array(photo),
      });
    const health = { url: server.api.replace(/\/api$/, '/healthz'), headers: {} };
    let answer = { status: 0, took: 0 };
    const slowest = await slowestBeside(health, async () => {
      answer = await timed(upload);
    });
    const { mostMemory } = await server.memory();
    rows.push([
      name,
      kilobytes(photo.length),
      String(answer.status),
      rounded(answer.took),
      rounded(slowest),
      megabytes(mostMemory - memory),
    ]);
  }
  const head = ['a photo of', 'kB', 'status', 'ms', 'slowest /healthz ms', 'MB more at most'];
  console.log(`${textTable([head, ...rows])}\n`);
}

/** Creates orders with the most Arabic items allowed; returns their ids. */
async function createHeavyOrders(api: string, { headers }: Caller): Promise<string[]> {
  const ids: string[] = [];
  for (let order = 0; order < BATCH; order += 1) {
    const orderItems = Array.from({ length: ITEMS }, (_, item) => ({
      name: Array.from({ length: LETTERS }, (_word, at) => WORDS[(at * 7 + item + order) % 9])
        .join(' ')
        .slice(0, LETTERS),
      quantity: 1 + item,
    }));
    const response = await fetch(`${api}/orders`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(newOrderPayload({ orderItems })),
    });
    if (!response.ok) throw new Error(`An order was refused: ${await response.text()}`);
    ids.push(((await response.json()) as Order).id);
  }
  return ids;
}

/** Prints heavy slips alone, beside another merchant's label, and in a batch. */
async function printSlips(databaseUrl: string): Promise<string> {
  await using server = await ServerProcess.start(databaseUrl);
  const { api } = server;
  const [heavy, other] = [await signIn(api, HEAVY), await signIn(api, OTHER)];
  const ids = await createHeavyOrders(api, heavy);
  const listed = await fetch(`${api}/orders?limit=1`, { headers: other.headers });
  const [order] = ((await listed.json()) as { orders: Order[] }).orders;
  if (!order) throw new Error('The other merchant has no orders');
  const label = { url: `${api}/labels/${order.id}?format=pdf`, headers: other.headers };
  const slip = (id: string) =>
    timed(() => fetch(`${api}/labels/packingslip/${id}?format=pdf`, { headers: heavy.headers }));

  const rows: string[][] = [];
  /** Measures the time, delays and memory of printed slips. */
  async function measure(name: string, print: () => Promise<{ status: number; bytes: number }[]>) {
    const { memory } = await server.memory();
    let took = 0;
    let printed: { status: number; bytes: number }[] = [];
    const slowest = await slowestBeside(label, async () => {
      const began = performance.now();
      printed = await print();
      took = performance.now() - began;
    });
    const { mostMemory } = await server.memory();
    rows.push([
      name,
      [...new Set(printed.map(({ status }) => status))].join(', '),
      rounded(took),
      kilobytes(Math.max(...printed.map(({ bytes }) => bytes))),
      rounded(slowest),
      megabytes(mostMemory - memory),
    ]);
  }
  await measure('nothing', async () => [{ status: 0, bytes: 0 }]);
  await measure('one', async () => [await slip(ids[0] ?? '')]);
  await measure(`${AT_ONCE} at once`, () => Promise.all(ids.slice(0, AT_ONCE).map(slip)));
  const body = JSON.stringify({ ids, documents: 'packingSlips', format: 'pdf' });
  const headers = { ...heavy.headers, 'content-type': 'application/json' };
  const batch = () => fetch(`${api}/labels/batch`, { method: 'POST', headers, body });
  await measure(`a batch of ${BATCH}`, async () => [await timed(batch)]);
  const head = [
    `slips of ${ITEMS} Arabic items`,
    'status',
    'ms',
    'kB a file',
    'slowest label of another ms',
    'MB more at most',
  ];
  console.log(textTable([head, ...rows]));
  return order.trackingNumber;
}

async function run({ seed: databaseOf }: Bench): Promise<void> {
  const databaseUrl = await databaseOf(seed);
  const trackingNumber = await printSlips(databaseUrl);
  console.log();
  await uploadPhotos(databaseUrl, trackingNumber);
}

/** `npm run bench -- heavy` */
export const heavyBenchmark: Benchmark = {
  name: 'heavy',
  summary: 'photos and packing slips made to hold the server up, and what others notice of them',
  run,
};
