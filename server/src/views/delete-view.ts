import type { Database } from '../db/database.ts';
import { viewNotFound } from '../refusals.ts';
import { deleteViewRow, type ViewOwner } from './view-queries.ts';

/** Deletes a view of the person. Raises `viewNotFound`. */
export async function deleteView(db: Database, owner: ViewOwner, id: string): Promise<void> {
  if (!(await deleteViewRow(db, owner, id))) throw viewNotFound();
}
