import { setTimeout } from 'node:timers/promises';
import { expect, type TestContext } from 'vitest';
import { checkInvariants, type Invariant, settle } from './invariants.ts';
import { type Load, startLoad } from './load.ts';
import type { Outcome } from './report.ts';
import type { Stage } from './stage.ts';

/** Orders that are created before the trouble. */
const ORDERS_BEFORE = 8;

/** Milliseconds of work after the trouble. */
const AFTER = 4_000;

/** Milliseconds until full recovery. */
const RECOVERY = 90_000;

/** Skips a scenario that cannot run here, with the reason. */
export function skipScenario(context: TestContext, reason: string): never {
  context.task.meta.skipped = reason;
  context.skip(reason);
}

interface Scenario {
  /** Describes the trouble for the report. */
  done: string;
  /** Causes and ends the trouble. Its result is added to the report. */
  trouble: (load: Load) => Promise<string[] | void>;
  isClockRight?: boolean;
  /** Ends the scenario's own work after the load; returns its invariants. */
  after?: () => Promise<{ holds: Invariant; note: string }>;
}

/** Runs the load, causes the trouble, and expects every invariant afterwards. */
export async function runScenario(
  stage: Stage,
  context: TestContext,
  { done, trouble, after, isClockRight = true }: Scenario,
): Promise<void> {
  const load = startLoad(stage);
  const { orders, imports } = load.ledger;
  await expect
    .poll(() => orders.filter(({ notes }) => notes !== undefined).length, { timeout: 180_000 })
    .toBeGreaterThan(ORDERS_BEFORE);
  await expect.poll(() => imports[0]?.id, { timeout: 60_000 }).toBeDefined();
  const notes = (await trouble(load)) ?? [];
  const wellAfter = await secondsUntilWell(stage, load);
  expect(wellAfter, 'seconds until all is well').toBeDefined();
  await setTimeout(AFTER);
  await load.stop();
  const told = await after?.();
  if (told) notes.push(told.note);
  await checkScenario(stage, context, load, {
    done,
    notes,
    wellAfter,
    isClockRight,
    own: told ? [told.holds] : [],
  });
}

interface Found extends Pick<Outcome, 'done' | 'notes' | 'wellAfter'> {
  /** False where the servers' clocks differed, which mixes their events with the carrier's. */
  isClockRight?: boolean;
  /** Checks of this scenario alone. */
  own?: Invariant[];
}

/** Ends the load, expects every invariant, and records the results for the report. */
export async function checkScenario(
  stage: Stage,
  { task }: TestContext,
  load: Load,
  { done, notes, wellAfter, isClockRight = true, own = [] }: Found,
): Promise<void> {
  await load.stop();
  const settled = await settle(stage);
  const { seconds: settledAfter, last, freed } = settled;
  const invariants = await checkInvariants(stage, load.ledger, settled, { isClockRight });
  if (settledAfter === undefined || settledAfter > 20) {
    notes.push(`The last jobs were ${last.join('; ')}.`);
  }
  if (freed !== undefined && freed > (settledAfter ?? 0) + 1) {
    notes.push(
      `PostgreSQL held transactions of lost connections until ${Math.round(freed)} s after the load; their orders were \`busy\`.`,
    );
  }
  const stopped = await Promise.all(stage.servers.map((server) => server.stop()));
  invariants.push(...own, {
    name: 'each server stops with exit code 0',
    checked: stopped.length,
    broken: stopped.filter((code) => code !== 0).map((code) => `exit code ${code}`),
  });
  const answers = [...load.ledger.answers];
  task.meta.outcome = { done, answers, wellAfter, settledAfter, invariants, notes };
  expect(invariants.filter(({ broken }) => broken.length > 0)).toEqual([]);
}

/** Seconds until all servers are ready and an order is created and located. */
async function secondsUntilWell(stage: Stage, load: Load): Promise<number | undefined> {
  const begun = performance.now();
  const isReady = async (address: string) => {
    const signal = AbortSignal.timeout(10_000);
    return fetch(`${address}/readyz`, { signal }).then(
      (answer) => answer.ok,
      () => false,
    );
  };
  while (performance.now() - begun < RECOVERY) {
    const ready = await Promise.all(stage.servers.map(({ address }) => isReady(address)));
    if (ready.every(Boolean) && (await load.probe())) return (performance.now() - begun) / 1000;
    await setTimeout(100);
  }
  return undefined;
}
