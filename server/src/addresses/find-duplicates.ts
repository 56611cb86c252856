import type { SavedAddress } from '@portage/contract/addresses';
import { MERGE_SIZE } from '@portage/contract/addresses';
import type { Executor } from '../db/database.ts';
import { listDocumentsOf, listSharedKeys } from './duplicate-queries.ts';

/** The most groups that are answered at once: as many as a person goes through. */
const MOST_GROUPS = 50;

/** Joins lists of ids that have an id in common: who shares a name and a phone is in one group. */
function joinGroups(lists: readonly (readonly string[])[]): string[][] {
  const groupOf = new Map<string, Set<string>>();
  for (const ids of lists) {
    const joined = new Set(ids.flatMap((id) => [id, ...(groupOf.get(id) ?? [])]));
    for (const id of joined) groupOf.set(id, joined);
  }
  return [...new Set(groupOf.values())].map((group) => [...group]);
}

/** Groups of the merchant's saved recipients with the same name or phone at one postal code. */
export async function findDuplicates(
  db: Executor,
  merchantId: string,
): Promise<{ groups: SavedAddress[][]; hasMore: boolean }> {
  const request = { most: MOST_GROUPS + 1, largest: MERGE_SIZE + 1 };
  const byName = await listSharedKeys(db, merchantId, 'name_key', request);
  const byPhone = await listSharedKeys(db, merchantId, 'phone_key', request);
  const all = joinGroups([...byName, ...byPhone]);
  const groups = all.slice(0, MOST_GROUPS).map((group) => group.slice(0, MERGE_SIZE + 1));
  const documents = await listDocumentsOf(db, merchantId, groups.flat());
  const saved = documents.map((document) => JSON.parse(document) as SavedAddress);
  return {
    groups: groups
      .map((group) => saved.filter(({ id }) => group.includes(id)))
      .filter((group) => group.length > 1),
    hasMore:
      all.length > MOST_GROUPS || byName.length > MOST_GROUPS || byPhone.length > MOST_GROUPS,
  };
}
