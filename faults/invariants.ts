import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { CarrierStatus } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import type { Database } from '../server/src/db/database.ts';
import { signInTo } from '../server/src/testing/call-server.ts';
import {
  differingColumns,
  type StoredOrder,
  timelineFaults,
} from '../server/src/testing/order-invariants.ts';
import type { Ledger, LoadedOrder } from './load.ts';
import type { Stage } from './stage.ts';

/** A sentence that must hold afterwards; `broken` lists the exceptions. */
export interface Invariant {
  name: string;
  checked: number;
  broken: string[];
}

/** Milliseconds until the queue must be empty after the load. */
const SETTLE = 180_000;

/** Counts jobs due or given up. Servers whose clock is ahead queue regular jobs for later. */
const pending = sql<{ name: string; attempts: number; error: string | null; isHeld: boolean }>`
  select task_identifier as name, attempts, last_error as error, locked_at is not null as "isHeld"
  from graphile_worker.jobs
  where key is distinct from 'connect moved shops' and run_at < now() + case attempts
      when 0 then interval '1 minute' else interval '10 minutes' end
    or attempts >= max_attempts`;

const wait = (db: Database) =>
  pending.execute(db).then(({ rows }) => rows.filter(({ name }) => !name.startsWith('free-jobs')));

/** Milliseconds; PostgreSQL ends transactions of lost servers after 90 seconds. */
const LONGEST_TRANSACTION = 100_000;

/** Counts transactions left open by a lost server or connection. */
const openTransactions = sql<{ query: string }>`
  select query from pg_stat_activity
  where state like 'idle in transaction%' and xact_start < now() - interval '10 seconds'`;

/** How the queue became empty. */
interface Settled {
  /** Undefined when some jobs never ended. */
  seconds: number | undefined;
  /** The last jobs, with their attempts and errors. */
  last: string[];
  /** Seconds until no transaction was left open; undefined for never. */
  freed: number | undefined;
}

/** Waits until no job and no abandoned transaction is left. */
export async function settle({ withDatabase }: Stage): Promise<Settled> {
  const begun = performance.now();
  /** Seconds until then; undefined for never. */
  const until = async (isSo: () => Promise<boolean>, patience: number) => {
    while (performance.now() - begun < patience) {
      if (await isSo()) return (performance.now() - begun) / 1000;
      await setTimeout(200);
    }
    return undefined;
  };
  return withDatabase(async (db) => {
    let last: string[] = [];
    const seconds = await until(async () => {
      const jobs = await wait(db);
      if (jobs.length > 0) last = [...new Set(jobs.map(describeJob))];
      return jobs.length === 0;
    }, SETTLE);
    const freed = await until(
      async () => (await openTransactions.execute(db)).rows.length === 0,
      Math.max(LONGEST_TRANSACTION, performance.now() - begun + 1_000),
    );
    return { seconds, last, freed };
  });
}

type Pending = Awaited<ReturnType<typeof wait>>[number];

const describeJob = ({ name, attempts, error }: Pending) =>
  `${name} (attempt ${attempts}${error === null ? '' : `, ${error.split('\n', 1)[0]}`})`;

/** Collects exceptions to one sentence. */
function invariant(name: string): Invariant & { expect(isSo: boolean, where: string): void } {
  const one = {
    ...{ name, checked: 0, broken: [] as string[] },
    expect(isSo: boolean, where: string) {
      one.checked += 1;
      if (!isSo) one.broken.push(where);
    },
  };
  return one;
}

/** Checks the events of each clock: the carrier's and the servers'. */
function faultsOfEachClock(order: Order): string[] {
  const { timelineEvents } = order;
  const isTheirs = ({ event }: { event: string }) => CarrierStatus.safeParse(event).success;
  const own = timelineEvents.filter((one) => !isTheirs(one));
  const theirs = timelineEvents.filter(isTheirs);
  // Joins simultaneous events in their sequence.
  const joined = [...own, ...theirs].map((one) => ({ ...one, timestamp: order.createdAt }));
  const isInSequence = [own, theirs].every((events) =>
    events.every(({ timestamp }, at) => timestamp >= (events[at - 1]?.timestamp ?? 0)),
  );
  return [
    ...(isInSequence ? [] : ['an event is earlier than the event before it']),
    ...timelineFaults({ ...order, timelineEvents: joined }),
  ];
}

const countBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string) => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
};

const REACHED: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'CREATED',
    'GEOCODED',
    'PICKUP_READY',
    'CARRIER_PICKED_UP',
    'SHIPMENT_PROCESSING',
    'OUT_FOR_DELIVERY',
    'DELIVERED',
  ].map((status, index) => [status, index]),
);

/** Compares acknowledged work with stored data, once the queue is empty. */
export async function checkInvariants(
  stage: Stage,
  ledger: Ledger,
  { seconds }: Pick<Settled, 'seconds'>,
  { isClockRight }: { isClockRight: boolean },
): Promise<Invariant[]> {
  const found = await stage.withDatabase(async (db) => ({
    orders: (await sql<StoredOrder>`select * from orders`.execute(db)).rows,
    searchable: (await sql<StoredOrder>`select * from searchable_orders`.execute(db)).rows,
    numbers: (
      await sql<{ tracking_number: string; order_id: string }>`
        select tracking_number, order_id from tracking_numbers`.execute(db)
    ).rows,
    keys: (
      await sql<{ key: string; answer: string }>`
        select key, answer::text as answer from idempotency_keys`.execute(db)
    ).rows,
    edits: (
      await sql<{ order_id: string; version: number; changes: string }>`
        select order_id, version, changes from order_edits`.execute(db)
    ).rows,
    audit: (
      await sql<{ subject: string; action: string }>`
        select subject_id as subject, action from audit_entries`.execute(db)
    ).rows,
    events: (await sql<{ id: string }>`select event_id as id from carrier_events`.execute(db)).rows,
    imports: (
      await sql<{ id: string; state: string; created: number; total: number }>`
        select id, state, created, total from imports`.execute(db)
    ).rows,
    mails: (
      await sql<{ recipient: string; isSent: boolean; isWaiting: boolean; error: string | null }>`
        select recipient, sent_at is not null as "isSent",
          encrypted_body is not null as "isWaiting", last_error as error from mails`.execute(db)
    ).rows,
    jobs: await wait(db),
    queues: (
      await sql<{ name: string }>`
        select queue_name as name from graphile_worker._private_job_queues
        where locked_at is not null`.execute(db)
    ).rows,
    idle: (await openTransactions.execute(db)).rows,
  }));
  const read = found.orders.map((row) => ({ row, order: JSON.parse(row.document) as Order }));
  const byId = new Map(read.map((one) => [one.order.id, one]));
  const byReference = countBy(read, ({ order }) => `${order.merchantId} ${order.refNumber}`);
  const acknowledged = ledger.orders.filter(({ id }) => id !== undefined);
  const storedOf = ({ id = '' }: LoadedOrder) => byId.get(id)?.order;

  const once = invariant('an acknowledged order is there once, any other at most once');
  const audited = countBy(found.audit, ({ subject, action }) => `${action} ${subject}`);
  for (const one of ledger.orders) {
    const count = byReference.get(`${one.merchant.id} ${one.reference}`) ?? 0;
    if (one.id === undefined) once.expect(count <= 1, `${one.reference} is there ${count} times`);
    else {
      const isThere = storedOf(one)?.refNumber === one.reference && count === 1;
      once.expect(isThere, `${one.reference} (${one.id}) is there ${count} times`);
    }
  }

  const keys = invariant('an Idempotency-Key has the one answer that was given');
  const answers = new Map(found.keys.map(({ key, answer }) => [key, answer]));
  for (const { key, id } of [...acknowledged, ...ledger.imports]) {
    if (id !== undefined) keys.expect(answers.get(key)?.includes(id) === true, `${key} of ${id}`);
  }

  const edits = invariant('an acknowledged edit is in the order and in its history');
  for (const one of acknowledged.filter(({ notes }) => notes !== undefined)) {
    const { notes = '', id = '' } = one;
    const isKept = storedOf(one)?.notes === notes;
    const history = found.edits.filter(({ order_id }) => order_id === id);
    edits.expect(isKept, `the notes of ${id} are not “${notes}”`);
    edits.expect(
      history.some(({ changes }) => changes.includes(notes)),
      `the history of ${id} lacks “${notes}”`,
    );
  }

  const ready = invariant('an order marked ready is ready or further, and was marked once');
  for (const one of acknowledged.filter(({ isReady }) => isReady)) {
    const order = storedOf(one);
    const marks = order?.timelineEvents.filter(({ event }) => event === 'PICKUP_READY').length;
    ready.expect((REACHED[order?.orderStatus ?? ''] ?? -1) >= 2, `${one.id} is not ready`);
    ready.expect(marks === 1, `${one.id} was marked ready ${marks} times`);
  }

  const printed = invariant('an order whose label was printed says so');
  for (const one of acknowledged.filter(({ isPrinted }) => isPrinted)) {
    printed.expect(storedOf(one)?.labelPrintedAt !== undefined, `${one.id} is not printed`);
  }

  const events = invariant('an acknowledged event of the carrier is in the order once');
  const kept = new Set(found.events.map(({ id }) => id));
  for (const one of acknowledged) {
    for (const { id, status, isAcknowledged } of one.events) {
      const count = storedOf(one)?.timelineEvents.filter(({ event }) => event === status).length;
      if (isAcknowledged) events.expect(kept.has(id) && count === 1, `${id} (${status})`);
      else events.expect((count ?? 0) <= 1, `${id} (${status}) is there ${count} times`);
    }
  }

  const columns = invariant('each order’s columns say what its document says');
  const searchable = new Map(found.searchable.map((row) => [row.id, row]));
  const numbers = countBy(found.numbers, (row) => `${row.tracking_number} ${row.order_id}`);
  for (const { row, order } of read) {
    const differing = differingColumns(row, order);
    columns.expect(differing.length === 0, `${order.id}: ${differing.join(', ')}`);
    const search = searchable.get(order.id)?.['search'];
    columns.expect(search === row['search'], `${order.id} is not found by a search`);
    const number = numbers.get(`${order.trackingNumber} ${order.id}`);
    columns.expect(number === 1, `${order.trackingNumber} does not lead to ${order.id}`);
  }
  columns.expect(found.searchable.length === read.length, 'there are search rows of no order');

  const timelines = invariant('events are in sequence and follow the table of transitions');
  for (const { order } of read) {
    const faults = isClockRight ? timelineFaults(order) : faultsOfEachClock(order);
    timelines.expect(faults.length === 0, `${order.id}: ${faults.join('; ')}`);
  }

  const audit = invariant('the audit has each creation once');
  for (const { order } of read) {
    const count = audited.get(`order.created ${order.id}`) ?? 0;
    audit.expect(count === 1, `${order.id} was created ${count} times`);
  }

  const imports = invariant('an accepted import is done, with each of its rows once');
  const importById = new Map(found.imports.map((one) => [one.id, one]));
  for (const one of ledger.imports) {
    const state = importById.get(one.id ?? '');
    if (one.id !== undefined) {
      const isDone = state?.state === 'DONE' && state.created === one.references.length;
      imports.expect(isDone, `${one.id} is ${state?.state} with ${state?.created} orders`);
    }
    for (const reference of one.references) {
      const count = byReference.get(`${one.merchant.id} ${reference}`) ?? 0;
      const isRight = one.id === undefined ? count <= 1 : count === 1;
      imports.expect(isRight, `${reference} is there ${count} times`);
    }
  }

  const stuck = invariant('nothing is stuck: every order is located, no transaction is left open');
  for (const { order } of read) stuck.expect(order.orderStatus !== 'CREATED', `${order.id} waits`);
  for (const { query } of found.idle) stuck.expect(false, `left open: ${query}`);

  const queue = invariant('the queue is empty, and no job gave up');
  queue.expect(seconds !== undefined, `jobs were left after ${SETTLE / 1000} s`);
  for (const job of found.jobs) queue.expect(false, describeJob(job));
  for (const { name } of found.queues) queue.expect(false, `the queue ${name} is held`);

  const mails = invariant('a code that was asked for was mailed once, or given up with a record');
  const received = Map.groupBy(stage.mail.received, ({ recipients: [to] }) => to ?? '');
  for (const { username, isAcknowledged } of ledger.codes) {
    const rows = found.mails.filter(({ recipient }) => recipient === username);
    const ids = new Set(received.get(username)?.map(({ email }) => email.messageId));
    const givenUp = rows.filter(({ isSent, isWaiting }) => !isSent && !isWaiting).length;
    const count = ids.size + givenUp;
    const isRight = isAcknowledged ? count === 1 : count <= 1;
    mails.expect(isRight, `${username} has ${ids.size} mails, ${givenUp} given up`);
    mails.expect(!rows.some(({ isWaiting }) => isWaiting), `a mail to ${username} waits`);
  }

  const honest = invariant('no call failed with an error that the API does not announce');
  for (const [kind, { refused }] of ledger.answers) {
    for (const [answer, count] of Object.entries(refused)) {
      honest.expect(!/^(5(?!03)|404)/.test(answer), `${kind}: ${answer}, ${count} times`);
    }
  }
  for (const contradiction of ledger.contradictions) honest.expect(false, contradiction);

  return [
    ...[once, keys, edits, ready, printed, events, imports, columns, timelines, audit],
    ...[mails, queue, stuck, honest, await readAgain(stage, acknowledged)],
  ].map(({ name, checked, broken }) => ({ name, checked, broken }));
}

/** Number of orders to read and create again through the API. */
const MOST_READ = 40;

/** Reads orders and photos as merchants do, and repeats keys. */
async function readAgain(stage: Stage, orders: readonly LoadedOrder[]) {
  const seen = invariant('merchants read it: order, photo, and a repeated key’s first answer');
  const some = orders.toSorted((one, other) => other.photos.length - one.photos.length);
  const tokens = new Map<string, string>();
  for (const { merchant, id, key, body, photos } of some.slice(0, MOST_READ)) {
    const address = stage.address();
    const token = tokens.get(merchant.id) ?? (await signInTo(address, merchant.username));
    tokens.set(merchant.id, token);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const read = await fetch(`${address}/api/orders/${id}`, { headers });
    seen.expect(read.status === 200, `${id} is answered ${read.status}`);
    await read.arrayBuffer();
    const again = await fetch(`${address}/api/orders`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { ...headers, 'idempotency-key': key },
    });
    const { id: same } = (await again.json()) as { id?: string };
    seen.expect(same === id, `${key} is answered ${again.status} with ${same}`);
    for (const photo of photos) {
      const picture = await fetch(`${address}/api/orders/${id}/photos/${photo}`, { headers });
      const { byteLength } = await picture.arrayBuffer();
      seen.expect(picture.status === 200 && byteLength > 0, `photo ${photo}: ${picture.status}`);
    }
  }
  return seen;
}
