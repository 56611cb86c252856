import type { EpochMillis } from '@portage/contract/time';
import type { Database } from '../db/database.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import type { Clock } from '../clock.ts';
import { readPostalPlaces } from '../places/read-postal-places.ts';
import { checkTariff } from './check-tariff.ts';
import {
  readTariffFiles,
  rowsOf,
  type TariffLines,
  type TariffProblem,
} from './read-tariff-files.ts';
import { insertTariff, listTariffVersions } from './tariff-queries.ts';

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
    const action = 'tariff.loaded';
    await recordSecurityEvent(trx, { at: now, action, actor: 'operator', subject: version });
    return true;
  });
  if (isNew) return undefined;
  const versions = await listTariffVersions(db);
  return versions.some((one) => one.version === version) ? 'version taken' : 'date taken';
}
