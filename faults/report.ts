import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Invariant } from './invariants.ts';
import type { Answers } from './load.ts';

/** Result of a scenario. */
export interface Outcome {
  /** Describes the trouble in one or two sentences. */
  done: string;
  answers: [string, Answers][];
  /** Seconds from the trouble's end until an order was created and located, where measured. */
  wellAfter: number | undefined;
  /** Seconds from the load's end until the queue was empty; undefined for never. */
  settledAfter: number | undefined;
  invariants: Invariant[];
  /** Further observations. */
  notes: string[];
}

declare module 'vitest' {
  interface TaskMeta {
    outcome?: Outcome;
    /** Reason that the scenario could not run here. */
    skipped?: string;
  }
}

const REPORT = path.resolve(import.meta.dirname, '../docs/faults.md');

const say = (line: string) => void process.stdout.write(`${line}\n`);

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

const seconds = (value: number | undefined) =>
  value === undefined ? 'never' : `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;

/** Formats a Markdown table like Prettier. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) =>
    Math.max(3, ...all.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

function refusals(answers: readonly [string, Answers][]): string {
  const counts = new Map<string, number>();
  for (const [, { refused }] of answers) {
    for (const [answer, count] of Object.entries(refused)) {
      counts.set(answer, (counts.get(answer) ?? 0) + count);
    }
  }
  const named = [...counts].map(([answer, count]) => `${count} × ${answer}`);
  return named.length === 0 ? 'none' : named.join(', ');
}

const brokenOf = ({ invariants }: Outcome) => invariants.filter(({ broken }) => broken.length > 0);

function summaryRow(test: TestCase): string[] {
  const { outcome, skipped } = test.meta();
  if (!outcome) return [test.name, skipped ? 'skipped' : 'failed', '', '', '', ''];
  const { answers, wellAfter, invariants } = outcome;
  const checked = sum(invariants.map((one) => one.checked));
  const broken = sum(invariants.map((one) => one.broken.length));
  return [
    test.name,
    String(sum(answers.map(([, one]) => one.acknowledged))),
    refusals(answers),
    String(sum(answers.map(([, one]) => one.unanswered))),
    wellAfter === undefined ? '' : seconds(wellAfter),
    broken === 0 ? `hold (${checked} checks)` : `${broken} of ${checked} broken`,
  ];
}

const HEAD = ['scenario', 'acknowledged', 'refused', 'no answer', 'well again', 'invariants'];

function section(test: TestCase): string {
  const { outcome, skipped } = test.meta();
  const heading = `## ${test.name[0]?.toUpperCase()}${test.name.slice(1)}\n`;
  if (!outcome) return `${heading}\n${skipped ?? 'It failed before it was over.'}\n`;
  const rows = outcome.answers
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, answers]) => [
      kind,
      String(answers.acknowledged),
      refusals([[kind, answers]]),
      String(answers.unanswered),
      `${(answers.slowest / 1000).toFixed(1)} s`,
    ]);
  const broken = brokenOf(outcome);
  const { wellAfter } = outcome;
  const well = wellAfter === undefined ? '' : `Well again after ${seconds(wellAfter)}. `;
  return [
    heading,
    outcome.done,
    '',
    table(['call', 'acknowledged', 'refused', 'no answer', 'slowest answer'], rows),
    '',
    `${well}Queue empty ${seconds(outcome.settledAfter)} after the load. Lost: ${broken.length === 0 ? 0 : 'see below'}.`,
    ...outcome.notes.map((note) => `\n${note}`),
    ...broken.map(
      ({ name, broken: where }) =>
        `\n**Broken: ${name}** (${where.length}): ${where.slice(0, 5).join('; ')}`,
    ),
    '',
  ].join('\n');
}

function reportOf(tests: readonly TestCase[]): string {
  const [first] = tests.flatMap((test) => test.meta().outcome ?? []);
  const names = (first?.invariants ?? []).map(({ name }) => `- ${name}`);
  const machine = `${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  return `# Faults

\`npm run faults\` wrote this page on ${new Date().toISOString().slice(0, 10)}. It starts the product as \`npm start\` does, has two merchants, their people and the carrier work on it, breaks something under them, repairs it, and checks what is left. Clients retry as the portal does: the same \`Idempotency-Key\` until there is an answer. Seconds are an indication (${machine}, other work beside it).

${table(HEAD, tests.map(summaryRow))}

After each scenario these must hold:

${names.join('\n')}

${tests.map(section).join('\n')}`;
}

/** Prints a line per scenario, and writes the report when all have run. */
export class FaultReport implements Reporter {
  readonly #tests: TestCase[] = [];

  onTestCaseResult(test: TestCase): void {
    const { outcome, skipped } = test.meta();
    // Excluded by `-t`.
    if (test.result().state === 'skipped' && skipped === undefined) return;
    this.#tests.push(test);
    say(`\n${test.name}`);
    if (skipped !== undefined) say(`  skipped: ${skipped}`);
    for (const { stack, message } of test.result().errors ?? []) say(stack ?? message);
    if (!outcome) return;
    const [, acknowledged, refused, unanswered, well, invariants] = summaryRow(test);
    say(`  acknowledged ${acknowledged}, refused ${refused}, no answer ${unanswered}`);
    for (const [kind, one] of outcome.answers) say(`    ${kind}: ${JSON.stringify(one)}`);
    say(`  well again after ${well || '–'}, queue empty after ${seconds(outcome.settledAfter)}`);
    say(`  invariants ${invariants}`);
    for (const { name, broken } of brokenOf(outcome)) {
      say(`  ✗ ${name}`);
      for (const where of broken.slice(0, 10)) say(`      ${where}`);
    }
    for (const note of outcome.notes) say(`  ${note}`);
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const all = modules.flatMap((one) => [...one.children.allTests()]);
    say(`\n${table(HEAD, this.#tests.map(summaryRow))}\n`);
    // The page needs all scenarios.
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.faults.ts'));
    const isWhole = modules.length === files.length && !all.some(isUnknown);
    if (isWhole) await writeFile(REPORT, reportOf(this.#tests));
  }
}

const isUnknown = (test: TestCase) => {
  const { outcome, skipped } = test.meta();
  return outcome === undefined && skipped === undefined;
};
