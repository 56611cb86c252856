import { foldForSearch } from '@portage/contract/fold-for-search';
import { ApiError } from '../api-error.ts';
import { readView } from './read-view.ts';
import type { ViewRow } from './view-queries.ts';

/**
 * A view's name as names are compared, without case and accents. Raises `view_name_taken` when one of
 * the person's other views has it.
 */
export function freeNameKey(name: string, others: readonly ViewRow[]): string {
  const nameKey = foldForSearch(name);
  const holder = others.find((other) => other.nameKey === nameKey);
  if (holder) throw new ApiError('view_name_taken', { name: readView(holder.document).name });
  return nameKey;
}
