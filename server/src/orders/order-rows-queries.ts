import { sql } from 'kysely';
import type { Order } from '@portage/contract/orders/orders';
import type { Tables } from '../db/tables.ts';
import { asciiJson } from './ascii-json.ts';

/** Columns of `orders`, of which none is the document. */
type OrderColumn = Exclude<keyof Tables['orders'], 'document'>;

/**
 * Orders as rows that a statement can insert or update from: the columns given of each, and its
 * document. They are sent as two parameters however many there are, which costs the driver and
 * PostgreSQL half of what a parameter a value would. At least one order.
 */
export function orderRows<Column extends OrderColumn>(
  orders: readonly Order[],
  columnsOf: (order: Order) => Readonly<Record<Column, unknown>>,
) {
  const rows = orders.map(columnsOf);
  const names = Object.keys(rows[0] ?? {}) as Column[];
  // Apart from the columns, among which they would be parsed twice; JSON has no line breaks of its own.
  const documents = Buffer.from(orders.map(asciiJson).join('\n'), 'latin1');
  const selection = sql<Tables['orders']>`(
    select ${columnList(names)}, string_to_table::json as document
    from rows from (
      json_populate_recordset(null::orders, ${asciiJson(rows)}::json),
      string_to_table(${documents}::text, chr(10))
    )
  )`;
  return { names, selection };
}

/** Columns of `orders` as rows that a statement can insert from, in one parameter. */
export const columnRows = <Column extends OrderColumn>(
  rows: readonly Readonly<Record<Column, unknown>>[],
  names: readonly Column[],
) => sql<Tables['orders']>`(
  select ${columnList(names)} from json_populate_recordset(null::orders, ${asciiJson(rows)}::json)
)`;

const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
