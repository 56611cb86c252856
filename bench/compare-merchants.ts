import type { Database } from '../server/src/db/database.ts';
import type { BenchServer } from './bench-server.ts';
import { explain } from './explain.ts';
import { textTable } from './figures-table.ts';
import type { LoadProcess } from './load-process.ts';
import {
  closedLoop,
  measureInTurn,
  quantile,
  rateRatios,
  slownessRatios,
  type Figures,
} from './measure.ts';
import { LARGE, SMALL } from './million-orders.ts';
import { typedParams, type Question } from './order-questions.ts';
import { signIn, type Caller } from './orders-seed.ts';
import { statementsOf, type Statement } from './sql-of.ts';

const CONNECTIONS = 2;
const ROUNDS = { rounds: 3, seconds: 1 };

/** One query for two merchants, with a million and with ten thousand orders. */
export interface Comparison {
  name: string;
  large: Question;
  small: Question;
}

/** Asks both merchants the same. */
export const sameOfBoth = (question: Question): Comparison => ({
  name: question.name,
  large: question,
  small: question,
});

/** A call of the API and how to read its response. */
export interface Call {
  path: string;
  query: (db: Database, merchantId: string, question: Question) => Promise<unknown>;
  /** Returns the number of orders in a response. */
  rowsOf: (answer: unknown) => number;
}

/** Measurements of one query. */
export interface Compared {
  name: string;
  rows: number;
  small: Figures;
  large: Figures;
  driver: Figures;
  /** Ratios by round: large to small merchant, HTTP to driver. */
  growth: number[];
  overhead: number[];
  plan: string;
}

/** The merchants of the seed, signed in. */
export async function signInBoth({ api }: BenchServer): Promise<{ large: Caller; small: Caller }> {
  const [large, small] = await Promise.all([signIn(api, LARGE), signIn(api, SMALL)]);
  return { large, small };
}

/** Measures both merchants over HTTP, and the large one's statements on the database. */
export async function compare(
  server: BenchServer,
  clients: LoadProcess,
  { large, small }: { large: Caller; small: Caller },
  call: Call,
  { name, ...questions }: Comparison,
): Promise<Compared> {
  const { api, db, pool } = server;
  const urlOf = (question: Question) =>
    `${api}${call.path}?${new URLSearchParams(typedParams(question)).toString()}`;
  const requests = (question: Question, { headers }: Caller) =>
    clients.requests({ url: urlOf(question), headers, connections: CONNECTIONS });
  const statements = await statementsOf(db, (one) =>
    call.query(one, large.merchantId, questions.large),
  );
  const askDriver = async () => {
    for (const { text, values } of statements) await pool.query(text, values);
  };
  const answer = await fetch(urlOf(questions.large), { headers: large.headers });
  const figures = await measureInTurn(
    {
      small: requests(questions.small, small),
      large: requests(questions.large, large),
      driver: (seconds) => closedLoop(CONNECTIONS, seconds, askDriver),
    },
    ROUNDS,
  );
  return {
    name,
    rows: call.rowsOf(await answer.json()),
    ...figures,
    growth: rateRatios(figures.small, figures.large),
    overhead: slownessRatios(figures.large, figures.driver),
    plan: await planOf(server, name, statements),
  };
}

/** Returns the statements' plans; throws when one reads all merchants' orders. */
async function planOf(server: BenchServer, name: string, statements: readonly Statement[]) {
  const plans: string[] = [];
  for (const [index, statement] of statements.entries()) {
    const part = statements.length > 1 ? `, ${index + 1} of ${statements.length}` : '';
    plans.push(await explain(server, `${name}${part}`, statement));
  }
  const text = plans.join('\n');
  if (text.includes('Seq Scan on orders')) throw new Error(`Orders are read one and all:\n${text}`);
  return text;
}

/** Formats the figures of all queries. */
export function comparisonTable(all: readonly Compared[]): string {
  const header = ['', 'rows', '10,000: p50 ms', 'million: p50 ms', 'p97.5 ms'].concat([
    'per second',
    'driver: p97.5 ms',
    'HTTP to driver',
    'growth',
  ]);
  return textTable([
    header,
    ...all.map(({ name, rows, small, large, driver, growth, overhead }) => [
      name,
      String(rows),
      small.p50.toFixed(1),
      large.p50.toFixed(1),
      large.p975.toFixed(1),
      large.perSecond.toFixed(0),
      driver.p975.toFixed(1),
      quantile(overhead, 0.5).toFixed(2),
      quantile(growth, 0.5).toFixed(2),
    ]),
  ]);
}

/** Names the slowest query and whether it reaches the goal. */
export function worstLine(
  title: string,
  all: readonly Compared[],
  figureOf: (compared: Compared) => number,
  atMost: number,
): string {
  const worst = all.reduce((one, other) => (figureOf(other) > figureOf(one) ? other : one));
  const missed = all.filter((compared) => figureOf(compared) > atMost).length;
  const verdict = missed === 0 ? 'reached' : `missed by ${missed} of ${all.length}`;
  const figure = `${figureOf(worst).toFixed(2)} (${worst.name})`;
  return `${title}: at most ${figure}, goal ${atMost.toFixed(1)}: ${verdict}`;
}

/** Median ratio of the large merchant's time to the small one's. */
const growthOf = ({ growth }: Compared): number => quantile(growth, 0.5);

/** Median ratio of HTTP to the driver for slow queries. */
const overheadOf = ({ overhead }: Compared): number => quantile(overhead, 0.5);

/** Prints the table of a list, and whether growth, overhead and latency reach their goals. */
export function printListFigures(all: readonly Compared[], mostGrowth: number): void {
  console.log(comparisonTable(all));
  console.log(worstLine('Growth from 10,000 to a million', all, growthOf, mostGrowth));
  console.log(worstLine('HTTP to driver, p97.5', all, overheadOf, 2.5));
  console.log(worstLine('p97.5 ms', all, ({ large }) => large.p975, 50));
}
