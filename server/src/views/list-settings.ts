import type { Locale } from '@portage/contract/locale';
import { type OrderListSettings, viewsByName } from '@portage/contract/orders/order-views';
import type { Database } from '../db/database.ts';
import { knownColumns, readView } from './read-view.ts';
import { findChosenColumns, listViewRows, type ViewOwner } from './view-queries.ts';

/** What a person has set up of the list of orders: views, and columns once they are chosen. */
export async function listSettings(
  db: Database,
  owner: ViewOwner,
  locale: Locale,
): Promise<OrderListSettings> {
  const [rows, columns] = await Promise.all([
    listViewRows(db, owner),
    findChosenColumns(db, owner),
  ]);
  return {
    views: viewsByName(
      rows.map(({ document }) => readView(document)),
      locale,
    ),
    ...(columns && { columns: knownColumns(columns) }),
  };
}
