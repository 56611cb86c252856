import type { Deps } from '../deps.ts';
import { accountKey, type Attempt, countsOf } from './throttle-key.ts';
import type { ThrottledAction } from './throttle-limits.ts';
import { giveSlotsBack } from './throttle-queries.ts';

/** Uncounts an attempt that was never made, such as one for which the server was too busy. */
export function giveAttemptBack(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  attempt: Attempt,
): Promise<void> {
  const one = countsOf(action, attempt).map(({ key }) => key);
  return giveSlotsBack(db, { one, all: [] });
}

/**
 * Uncounts an attempt that was right, and forgives the account those before that were not, as far as
 * they came from the same address or known device.
 */
export function forgiveAttempts(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  attempt: Attempt,
): Promise<void> {
  const counts = countsOf(action, attempt);
  const keysOf = (isOwn: boolean) =>
    counts.filter((count) => count.isOwn === isOwn).map(({ key }) => key);
  return giveSlotsBack(db, { one: keysOf(false), all: keysOf(true) });
}

/**
 * Forgives an account all its attempts, from the address and device at hand and in total, for what was
 * not one itself; the address keeps its count.
 */
export function forgiveAccount(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  attempt: Attempt,
): Promise<void> {
  const own = [attempt, { ...attempt, knownDevice: undefined }]
    .flatMap((one) => countsOf(action, one))
    .filter(({ isOwn }) => isOwn);
  const all = [accountKey(action, attempt.account), ...own.map(({ key }) => key)];
  return giveSlotsBack(db, { one: [], all });
}
