import type { OrderImport } from '@portage/contract/imports/imports';

/** How fast an import goes: rows a second, and the seconds that the others will take. */
export interface Pace {
  readonly rowsPerSecond: number;
  readonly secondsLeft: number;
}

/** The pace of an import at `now` (milliseconds); undefined before its first rows. */
export function paceOf(
  { startedAt, created, failed, total }: OrderImport,
  now: number,
): Pace | undefined {
  const done = created + failed;
  if (startedAt === undefined || done === 0 || now <= startedAt) return undefined;
  const rowsPerSecond = done / ((now - startedAt) / 1000);
  return { rowsPerSecond, secondsLeft: (total - done) / rowsPerSecond };
}
