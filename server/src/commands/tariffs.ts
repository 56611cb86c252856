import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { EpochMillis } from '@portage/contract/time';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { notFound, refused } from '../startup-error.ts';
import {
  checkTariffFiles,
  type CheckedTariff,
  loadTariff,
  findTariff,
  listTariffs,
} from '../tariffs/load-tariff.ts';
import { readTimestamp } from './options.ts';
import { alignedTable, printLines, tableTime, printTable } from './output.ts';
import { withDatabase, onDatabase } from './with-database.ts';

const EFFECT = `
A tariff is a directory of CSV files: services, areas, zones, prefixes, corridors, prices, surcharges
and cutoffs. A version takes effect at its date and ends when the next one does; orders keep the
version that priced them. Servers that are running know a loaded version within seconds.`;

const directoryArgument = () => new Argument('<directory>', 'where the CSV files are');

function readVersion(text: string): string {
  if (/^[\w.-]{1,40}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 40 letters, digits, dots or dashes.');
}

const summaryOf = ({ lines }: CheckedTariff) =>
  `${lines.areas.length} areas, ${lines.zones.length} zones, ${lines.prefixes.length} prefixes, ${lines.prices.length} prices`;

/** Prints every problem with its line, and throws `refused`. */
async function requireSound(directory: string): Promise<CheckedTariff> {
  const checked = checkTariffFiles(directory);
  const { problems } = checked;
  if (problems.length === 0) return checked;
  await printLines(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`));
  throw refused(`The tariff has ${problems.length} problem${problems.length === 1 ? '' : 's'}.`);
}

async function checkFiles(directory: string): Promise<void> {
  const checked = await requireSound(directory);
  await printLines([`The tariff is complete: ${summaryOf(checked)}.`]);
}

const REASONS = {
  'in the past': 'The date is in the past: orders have been priced since. Give one to come.',
  'version taken': 'There is a version of this name already.',
  'date taken': 'Another version takes effect at this date already.',
} as const;

async function loadFiles(
  directory: string,
  { version, from }: { version: string; from: EpochMillis },
): Promise<void> {
  const checked = await requireSound(directory);
  await withDatabase(async (db) => {
    const deps = { db, clock: systemClock };
    const why = await loadTariff(deps, { version, effectiveFrom: from }, checked.lines);
    if (why) throw refused(REASONS[why]);
    await printLines([
      `Tariff ${version} takes effect at ${tableTime(from)}: ${summaryOf(checked)}.`,
    ]);
  });
}

async function showTariffs(db: Database, version: string | undefined): Promise<void> {
  if (version === undefined) {
    const listed = await listTariffs(db, systemClock.now());
    const rows = listed.map((one) => [
      one.version,
      tableTime(one.effectiveFrom),
      one.state,
      tableTime(one.loadedAt),
    ]);
    await printTable(['VERSION', 'FROM', 'STATE', 'LOADED'], rows);
    return;
  }
  const found = await findTariff(db, version);
  if (!found) throw notFound(`tariff ${version}`);
  const { prices, surcharges, cutoffs } = found;
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  await printLines(
    alignedTable(
      ['PART', 'OF', 'WHERE', 'VALUE'],
      [
        [
          ...prices.map((row) => ['price', row.service, row.reach, dollars(row.price)]),
          ...surcharges.map((row) => [
            'surcharge',
            row.measure,
            `${row.above} to ${row.up_to ?? 'any'}`,
            `${dollars(row.price)} per ${row.unit}`,
          ]),
          ...cutoffs.map((row) => ['cutoff', row.service, row.area ?? 'everywhere', row.cutoff]),
        ],
      ],
    ),
  );
}

export function addTariffsCommand(portage: Command): void {
  const tariffs = portage
    .command('tariffs')
    .description('load, check and show tariffs: what deliveries cost and when they arrive')
    .addHelpText('after', EFFECT);
  tariffs
    .command('check')
    .description('check the files of a tariff; loads nothing')
    .addArgument(directoryArgument())
    .action(checkFiles);
  tariffs
    .command('load')
    .description('load a tariff that takes effect at a date')
    .addArgument(directoryArgument())
    .addOption(
      new Option('--version <version>', 'what to call it, such as 2027-01')
        .argParser(readVersion)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--from <date>',
        'when it takes effect, such as 2027-01-01 or 2027-01-01T05:00 (UTC)',
      )
        .argParser((text) => readTimestamp(text, systemClock.now()))
        .makeOptionMandatory(),
    )
    .action(loadFiles);
  tariffs
    .command('show')
    .description('list the versions, or show the prices of one')
    .argument('[version]', 'the version to show')
    .action(onDatabase(showTariffs));
}
