import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { revokeAllRefreshTokens } from '../sessions/refresh-tokens.ts';
import { countFactors, deleteFactors, listUsernamesWithFactor } from './factor-queries.ts';
import type { FactorHolder } from './prove-factor.ts';
import { tellOfChange } from './tell-of-change.ts';

/**
 * Removes every second factor of somebody who lost theirs, ends their sessions and mails it to them.
 * False for somebody who has none.
 */
export async function removeFactors(
  trx: Executor,
  deps: Pick<Deps, 'clock' | 'portalUrl' | 'secrets'>,
  { userId, username, merchantId }: FactorHolder,
  by: { actor: string; address?: string },
): Promise<boolean> {
  const { hasApp, passkeys } = await countFactors(trx, userId);
  if (!hasApp && passkeys === 0) return false;
  await deleteFactors(trx, userId);
  await revokeAllRefreshTokens(trx, userId);
  await tellOfChange(trx, deps, { change: 'reset', username, merchantId, ...by });
  return true;
}

/** Which of these usernames have a second factor. */
export async function findFactorHolders(
  db: Executor,
  usernames: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await listUsernamesWithFactor(db, usernames));
}
