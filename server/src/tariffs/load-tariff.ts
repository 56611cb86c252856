import { Service } from '@portage/contract/rates/rates';
import type { EpochMillis } from '@portage/contract/time';
import { recordOperation } from '../audit/record-security-event.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readPostalPlaces } from '../places/read-postal-places.ts';
import type { TariffRows, TariffPart } from '../rates/tariff.ts';
import {
  readTariffFiles,
  rowsOf,
  type TariffLines,
  type TariffProblem,
  type ReadTariff,
} from './read-tariff-files.ts';
import {
  insertTariff,
  listTariffVersions,
  findTariffRows,
  type TariffVersion,
} from './tariff-queries.ts';

interface ListedTariff extends TariffVersion {
  readonly state: 'ended' | 'in effect' | 'to come';
}

/** Earliest first. */
export async function listTariffs(db: Database, now: EpochMillis): Promise<ListedTariff[]> {
  const versions = await listTariffVersions(db);
  const current = versions.findLast(({ effectiveFrom }) => effectiveFrom <= now);
  const stateOf = (one: TariffVersion) => {
    if (one === current) return 'in effect';
    return one.effectiveFrom > now ? 'to come' : 'ended';
  };
  return versions.map((one) => ({ ...one, state: stateOf(one) }));
}

/** Undefined without the version. */
export async function findTariff(db: Database, version: string): Promise<TariffRows | undefined> {
  const versions = await listTariffVersions(db);
  return versions.some((one) => one.version === version) ? findTariffRows(db, version) : undefined;
}

/** Finds repeated, dangling, overlapping and incomplete rows, and unknown prefixes. */
function checkTariff(
  { lines, problems }: ReadTariff,
  isKnownPrefix: (prefix: string) => boolean,
): TariffProblem[] {
  return [
    ...problems,
    ...repeated(lines),
    ...dangling(lines),
    ...unknownPrefixes(lines, isKnownPrefix),
    ...incomplete(lines),
    ...checkServices(lines),
    ...(['weight', 'size'] as const).flatMap((measure) => checkBands(lines, measure)),
  ].toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line);
}

const problem = (part: TariffPart, line: number, message: string): TariffProblem => ({
  file: `${part}.csv`,
  line,
  message,
});

function repeated(lines: TariffLines): TariffProblem[] {
  function repeats<Part extends TariffPart>(
    part: Part,
    keyOf: (row: TariffRows[Part][number]) => string,
  ): TariffProblem[] {
    const first = new Map<string, number>();
    return lines[part].flatMap(({ line, row }) => {
      const key = keyOf(row);
      const before = first.get(key);
      if (before === undefined) first.set(key, line);
      return before === undefined ? [] : problem(part, line, `${key} is on line ${before}, too`);
    });
  }
  return [
    ...repeats('services', ({ service }) => service),
    ...repeats('areas', ({ area }) => area),
    ...repeats('zones', ({ zone }) => zone),
    ...repeats('prefixes', ({ prefix }) => prefix),
    ...repeats('corridors', ({ area, other_area: other }) => [area, other].toSorted().join(' ')),
    ...repeats('prices', ({ service, reach }) => `${service} ${reach}`),
    ...repeats('cutoffs', ({ service, area }) => `${service} ${area ?? 'everywhere'}`),
  ];
}

/** Name a missing area or zone. */
function dangling({ areas, zones, prefixes, corridors, cutoffs }: TariffLines): TariffProblem[] {
  const known = new Set(areas.map(({ row }) => row.area));
  const knownZones = new Set(zones.map(({ row }) => row.zone));
  const missing = (part: TariffPart, line: number, area: string | null) =>
    area === null || known.has(area) ? [] : [problem(part, line, `there is no area ${area}`)];
  return [
    ...zones.flatMap(({ line, row }) => missing('zones', line, row.area)),
    ...corridors.flatMap(({ line, row }) => [
      ...missing('corridors', line, row.area),
      ...missing('corridors', line, row.other_area),
    ]),
    ...cutoffs.flatMap(({ line, row }) => missing('cutoffs', line, row.area)),
    ...prefixes.flatMap(({ line, row }) =>
      knownZones.has(row.zone) ? [] : problem('prefixes', line, `there is no zone ${row.zone}`),
    ),
  ];
}

function unknownPrefixes(
  { prefixes }: TariffLines,
  isKnown: (prefix: string) => boolean,
): TariffProblem[] {
  return prefixes.flatMap(({ line, row }) =>
    isKnown(row.prefix)
      ? []
      : problem('prefixes', line, `no postal code is known that begins with ${row.prefix}`),
  );
}

/** Areas without a zone, zones without a prefix. */
function incomplete({ areas, zones, prefixes }: TariffLines): TariffProblem[] {
  const areasWithZones = new Set(zones.map(({ row }) => row.area));
  const zonesWithPrefixes = new Set(prefixes.map(({ row }) => row.zone));
  return [
    ...areas.flatMap(({ line, row }) =>
      areasWithZones.has(row.area) ? [] : problem('areas', line, `${row.area} has no zone`),
    ),
    ...zones.flatMap(({ line, row }) =>
      zonesWithPrefixes.has(row.zone) ? [] : problem('zones', line, `${row.zone} has no prefix`),
    ),
  ];
}

/** Days and hours are all given or none, in sequence. */
function checkServices({ services }: TariffLines): TariffProblem[] {
  const known = services.map(({ row }) => row.service);
  const missing = Service.options.filter((service) => !known.includes(service));
  return [
    ...missing.map((service) => problem('services', 1, `${service} is missing`)),
    ...services.flatMap(({ line, row }) => {
      const { first_day: first, last_day: last, opens, closes } = row;
      const given = [first, last, opens, closes].filter((value) => value !== null).length;
      if (given === 0) return [];
      if (first === null || last === null || opens === null || closes === null) {
        return problem('services', line, 'days and hours: give all four, or none');
      }
      if (last < first) return problem('services', line, 'last_day is before first_day');
      return opens < closes ? [] : problem('services', line, 'it closes before it opens');
    }),
  ];
}

/** Requires bands from 0 on, without gap or overlap. */
function checkBands({ surcharges }: TariffLines, measure: 'weight' | 'size'): TariffProblem[] {
  const bands = surcharges.filter(({ row }) => row.measure === measure);
  if (bands.length === 0) return [problem('surcharges', 1, `${measure} has no surcharges`)];
  const problems: TariffProblem[] = [];
  let end: number | null = 0;
  for (const { line, row } of bands.toSorted((one, other) => one.row.above - other.row.above)) {
    const { above, up_to: upTo } = row;
    if (end === null || above < end) {
      problems.push(
        problem('surcharges', line, `${measure} above ${above} overlaps the line before`),
      );
    } else if (above > end) {
      problems.push(problem('surcharges', line, `${measure} has a gap from ${end} to ${above}`));
    }
    if (upTo !== null && upTo <= above) {
      problems.push(problem('surcharges', line, `up_to must be more than ${above}`));
    }
    end = upTo;
  }
  const last = bands.at(-1);
  if (last && measure === 'weight' && end === null) {
    problems.push(
      problem(
        'surcharges',
        last.line,
        'the last weight needs an end: the heaviest package carried',
      ),
    );
  }
  if (last && measure === 'size' && end !== null) {
    problems.push(
      problem('surcharges', last.line, `size has a gap from ${end} on: leave up_to empty`),
    );
  }
  return problems;
}

export interface CheckedTariff {
  readonly lines: TariffLines;
  readonly problems: TariffProblem[];
}

export function checkTariffFiles(directory: string): CheckedTariff {
  const prefixes = new Set(
    readPostalPlaces().flatMap(({ code }) => [code.slice(0, 2), code.slice(0, 3)]),
  );
  const read = readTariffFiles(directory);
  return { lines: read.lines, problems: checkTariff(read, (prefix) => prefixes.has(prefix)) };
}

export type NotLoaded = 'in the past' | 'version taken' | 'date taken';

/** Takes future times only: past orders are priced. Returns the refusal. */
export async function loadTariff(
  { db, clock }: { db: Database; clock: Clock },
  { version, effectiveFrom }: { version: string; effectiveFrom: EpochMillis },
  lines: TariffLines,
): Promise<NotLoaded | undefined> {
  const now = clock.now();
  if (effectiveFrom < now) return 'in the past';
  const isNew = await db.transaction().execute(async (trx) => {
    const tariff = { version, effectiveFrom, loadedAt: now };
    if (!(await insertTariff(trx, tariff, rowsOf(lines)))) return false;
    await recordOperation(trx, clock, { action: 'tariff.loaded', subject: version });
    return true;
  });
  if (isNew) return undefined;
  const versions = await listTariffVersions(db);
  return versions.some((one) => one.version === version) ? 'version taken' : 'date taken';
}
