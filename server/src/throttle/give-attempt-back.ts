import type { Deps } from '../deps.ts';
import { accountKey, addressKey, type Attempt } from './throttle-key.ts';
import type { ThrottledAction } from './throttle-limits.ts';
import { giveSlotsBack } from './throttle-queries.ts';

/** Uncounts an attempt that was never made, such as one for which the server was too busy. */
export function giveAttemptBack(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  { account, address }: Attempt,
): Promise<void> {
  const one = [accountKey(action, account), addressKey(action, address)];
  return giveSlotsBack(db, { one, all: [] });
}

/** Uncounts an attempt that was right, and forgives the account those before that were not. */
export function forgiveAttempts(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  { account, address }: Attempt,
): Promise<void> {
  const one = [addressKey(action, address)];
  return giveSlotsBack(db, { one, all: [accountKey(action, account)] });
}

/** Forgives an account its attempts for what was not one itself; addresses keep theirs. */
export function forgiveAccount(
  { db }: Pick<Deps, 'db'>,
  action: ThrottledAction,
  account: string,
): Promise<void> {
  return giveSlotsBack(db, { one: [], all: [accountKey(action, account)] });
}
