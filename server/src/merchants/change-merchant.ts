import type { Merchant } from '@portage/contract/merchants/merchants';
import type { EpochMillis } from '@portage/contract/time';
import { writeAudit } from '../audit/write-audit.ts';
import type { Clock } from '../clock.ts';
import type { Executor } from '../db/database.ts';
import { findMerchantForUpdate, updateMerchant } from './merchant-queries.ts';

export interface MerchantAuthor {
  merchantId: string;
  /** A username, or `operator`. */
  actor: string;
}

/** May throw an error of the catalogue. */
export type MerchantRule = (merchant: Merchant, now: EpochMillis) => Merchant;

/** Locks, changes and audits. Returns the names of changed fields, too. Throws as the rule. */
export async function changeMerchant(
  trx: Executor,
  clock: Clock,
  { merchantId, actor }: MerchantAuthor,
  rule: MerchantRule,
): Promise<{ merchant: Merchant; changed: string[] }> {
  const document = await findMerchantForUpdate(trx, merchantId);
  if (document === undefined) throw new Error(`Merchant ${merchantId} is missing`);
  const before = JSON.parse(document) as Merchant;
  const at = clock.now();
  const after = rule(before, at);
  const changes = changesOf(before, after);
  if (changes.length === 0) return { merchant: before, changed: [] };
  await updateMerchant(trx, merchantId, JSON.stringify(after));
  await writeAudit(
    trx,
    changes.map((details) => ({
      merchantId,
      at,
      actor,
      action: 'merchant.changed',
      subjectId: merchantId,
      details,
    })),
  );
  const changed = new Set(changes.map(({ field }) => field.replace(/[.].*$/, '')));
  return { merchant: after, changed: [...changed] };
}

const isPart = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Change = Readonly<Record<string, string>> & { field: string };

/** Paths such as `deliveryConstraintsByWeek.exceptions`, with values as JSON. */
function changesOf(before: object, after: object, path = ''): Change[] {
  const [old, now] = [before, after] as Readonly<Record<string, unknown>>[];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Array.from(names).flatMap((name) => {
    const [was, is] = [old?.[name], now?.[name]];
    if (isPart(was) && isPart(is)) return changesOf(was, is, `${path}${name}.`);
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [
      {
        field: `${path}${name}`,
        ...(was !== undefined && { old: JSON.stringify(was) }),
        ...(is !== undefined && { new: JSON.stringify(is) }),
      },
    ];
  });
}
