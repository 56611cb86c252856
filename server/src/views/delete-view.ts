import type { Database } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { deleteViewRow, type ViewOwner } from './view-queries.ts';

/** Deletes a view of the person. Raises `view_not_found`. */
export async function deleteView(db: Database, owner: ViewOwner, id: string): Promise<void> {
  if (!(await deleteViewRow(db, owner, id))) throw new ApiError('view_not_found');
}
