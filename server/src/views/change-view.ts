import type { OrderView, OrderViewChanges } from '@portage/contract/order-views';
import type { Database } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { freeNameKey } from './free-name-key.ts';
import { readView } from './read-view.ts';
import { lockViewRows, updateView, type ViewOwner, deleteViewRow } from './view-queries.ts';

/**
 * Changes a view of the person: its name, its filter as a whole or its columns; what is absent stays.
 * Raises `view_not_found` and `view_name_taken`.
 */
export function changeView(
  db: Database,
  owner: ViewOwner,
  id: string,
  changes: OrderViewChanges,
): Promise<OrderView> {
  return db.transaction().execute(async (trx) => {
    const rows = await lockViewRows(trx, owner);
    const row = rows.find((one) => one.id === id.toLowerCase());
    if (!row) throw new ApiError('view_not_found');

    const stored = readView(row.document);
    const view: OrderView = {
      id: stored.id,
      name: changes.name ?? stored.name,
      filter: changes.filter ?? stored.filter,
      columns: changes.columns ?? stored.columns,
    };
    const others = rows.filter((one) => one !== row);
    const isSaved = await updateView(trx, owner, view, freeNameKey(view.name, others));
    if (!isSaved) throw new ApiError('view_not_found');
    return view;
  });
}

/** Deletes a view of the person. Raises `view_not_found`. */
export async function deleteView(db: Database, owner: ViewOwner, id: string): Promise<void> {
  if (!(await deleteViewRow(db, owner, id))) throw new ApiError('view_not_found');
}
