import { createHash, randomUUID } from 'node:crypto';
import { DAY } from '@portage/contract/time';
import {
  type SecurityEventFilter,
  findSecurityEventBefore,
  listSecurityEventsAfter,
} from '../server/src/audit/audit-queries.ts';
import { readSecurityEvents } from '../server/src/audit/record-security-event.ts';
import type { Database } from '../server/src/db/database.ts';
import { createMerchant } from '../server/src/merchants/first-profile.ts';
import { merchantProfile } from '../server/src/testing/make-merchant.ts';
import type { BenchServer } from './bench-server.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { explain } from './explain.ts';
import { textTable } from './figures-table.ts';
import type { Seed } from './seeded-database.ts';
import { sqlOf } from './sql-of.ts';

const EVENTS = 1_000_000;
const MERCHANTS = 20;
const NEWEST = 100;
const ROWS_PER_STATEMENT = 5000;

const merchantIdOf = (ordinal: number) =>
  `019c0000-0000-7000-8000-${ordinal.toString(16).padStart(12, '0')}`;

/** Spreads the events over a year. */
const timestampOf = (number: number) => Date.parse('2026-01-01') + number * 31_500;

function actionOf(number: number): string {
  if (number % 1000 === 999) return 'service_user.revoked';
  return number % 10 === 0 ? 'sign_in.failed' : 'sign_in.succeeded';
}

/** Gives the first merchant half of the events, and makes one in a thousand rare. */
function eventOf(number: number) {
  const mixed = createHash('md5').update(String(number)).digest().readUInt32LE();
  return {
    id: randomUUID(),
    at: new Date(timestampOf(number)),
    action: actionOf(number),
    actor: `user-${mixed % 2000}@shop.example`,
    merchant_id: merchantIdOf(mixed % 2 === 0 ? 0 : mixed % MERCHANTS),
    address: `192.0.${mixed % 20}.${mixed % 251}`,
  };
}

async function fill(db: Database): Promise<void> {
  for (let ordinal = 0; ordinal < MERCHANTS; ordinal++) {
    await createMerchant(db, merchantProfile({ id: merchantIdOf(ordinal) }));
  }
  for (let first = 0; first < EVENTS; first += ROWS_PER_STATEMENT) {
    const events = Array.from({ length: ROWS_PER_STATEMENT }, (_, index) => eventOf(first + index));
    await db.insertInto('security_events').values(events).execute();
  }
}

const seed: Seed = { name: 'security_events_1m', fill };

const AUTUMN = Date.parse('2026-10-01');

/** Every filter of an operator, with the index that it must use. */
const ways: readonly { title: string; index: string; filter: SecurityEventFilter }[] = [
  { title: 'Of all', index: 'by_age', filter: {} },
  { title: 'Of a day', index: 'by_age', filter: { since: AUTUMN, until: AUTUMN + DAY } },
  { title: 'Of a merchant', index: 'of_merchant', filter: { merchantId: merchantIdOf(3) } },
  {
    title: 'Of a user',
    index: 'of_actor',
    filter: { actor: 'User-77@shop.example' },
  },
  { title: 'Of a rare kind', index: 'of_action', filter: { action: 'service_user.revoked' } },
  { title: 'Of an address', index: 'of_address', filter: { address: '192.0.7.7' } },
  {
    title: 'Of a kind, in a day',
    index: 'of_action',
    filter: { action: 'sign_in.failed', since: AUTUMN, until: AUTUMN + DAY },
  },
];

/** Returns the plans of both statements; throws when one reads more than its index finds. */
async function plansOf(server: BenchServer, { title, index, filter }: (typeof ways)[number]) {
  const { db } = server;
  const before = await sqlOf(db, (one) => findSecurityEventBefore(one, filter, NEWEST));
  const after = await findSecurityEventBefore(db, filter, NEWEST);
  const page = await sqlOf(db, (one) => listSecurityEventsAfter(one, filter, after, NEWEST));
  const plans = [
    await explain(server, `${title}: where the newest ${NEWEST} begin`, before),
    await explain(server, `${title}: the newest ${NEWEST}`, page),
  ];
  const follows = new RegExp(`(?:using|on) security_events_${index} `);
  if (plans.some((plan) => !follows.test(plan) || plan.includes('Filter'))) {
    throw new Error(`The audit does not follow its index:\n${plans.join('\n')}`);
  }
  return plans;
}

/** Measures the newest events of a filter: the median of eleven times, in milliseconds. */
async function timeOf(db: Database, filter: SecurityEventFilter): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 11; round++) {
    const began = performance.now();
    for await (const page of readSecurityEvents(db, filter, NEWEST)) {
      if (page.length > 0) times.push(performance.now() - began);
    }
  }
  return times.toSorted((one, other) => one - other)[5] ?? 0;
}

async function run({ serve, savePlans }: Bench): Promise<void> {
  await using server = await serve(seed);
  const plans: string[] = [];
  for (const way of ways) plans.push(...(await plansOf(server, way)));
  await savePlans(plans.join('\n'));

  const rows: string[][] = [['', 'p50 ms']];
  const both = { merchantId: merchantIdOf(0), action: 'service_user.revoked' };
  for (const { title, filter } of [
    ...ways,
    { title: 'Of a rare kind and merchant', filter: both },
  ]) {
    rows.push([title, (await timeOf(server.db, filter)).toFixed(1)]);
  }
  console.log(textTable(rows));
}

/** `npm run bench -- audit` */
export const auditBenchmark: Benchmark = {
  name: 'audit',
  summary: 'the newest security events of a million, looked for in every way there is',
  run,
};
