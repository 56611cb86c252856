import type { OrderImport } from '@portage/contract/imports/imports';

/** Per second; the rest in seconds. */
export interface Pace {
  readonly rowsPerSecond: number;
  readonly secondsLeft: number;
}

/** Undefined before its first rows. */
export function paceOf(
  { startedAt, created, failed, total }: OrderImport,
  now: number,
): Pace | undefined {
  const done = created + failed;
  if (startedAt === undefined || done === 0 || now <= startedAt) return undefined;
  const rowsPerSecond = done / ((now - startedAt) / 1000);
  return { rowsPerSecond, secondsLeft: (total - done) / rowsPerSecond };
}
