import { z } from 'zod';

/** The two files of an import (spec 2 §2): the orders, and their packages. */
export const ImportFile = z.enum(['orderDetails', 'orderPackages']);
export type ImportFile = z.infer<typeof ImportFile>;

/** The 24 columns of the order details file, in the order of the template (spec 2 §3). */
export const orderDetailsColumns = [
  'order_ref_number',
  'recipient_name',
  'recipient_email',
  'recipient_phone',
  'recipient_notes',
  'recipient_street',
  'recipient_unit',
  'recipient_city',
  'recipient_province',
  'recipient_postal_code',
  'recipient_country',
  'is_recipient_address_a_business',
  'origin_street',
  'origin_unit',
  'origin_city',
  'origin_province',
  'origin_postal_code',
  'origin_country',
  'is_origin_address_a_business',
  'package_count',
  'service',
  'delivery_service',
  'notes',
  'merchant_display_name',
] as const;
export type OrderDetailsColumn = (typeof orderDetailsColumns)[number];

/** The 9 columns of the package file (spec 2 §3). */
export const orderPackagesColumns = [
  'order_ref_number',
  'package_ref_number',
  'package_tracking_number',
  'package_weight',
  'package_weight_unit',
  'package_length',
  'package_width',
  'package_height',
  'package_dimension_unit',
] as const;
export type OrderPackagesColumn = (typeof orderPackagesColumns)[number];

/** A column of either file. */
export const ImportColumn = z.enum([...orderDetailsColumns, ...orderPackagesColumns]);
export type ImportColumn = z.infer<typeof ImportColumn>;

/** The columns of each file. */
export const importColumns = {
  orderDetails: orderDetailsColumns,
  orderPackages: orderPackagesColumns,
} as const satisfies Record<ImportFile, readonly ImportColumn[]>;

/** The columns whose cells are sent as numbers when they are numbers (spec 2 §3). */
export const numericColumns: ReadonlySet<ImportColumn> = new Set([
  'package_count',
  'package_weight',
  'package_length',
  'package_width',
  'package_height',
]);

/** A cell as it was parsed; null and an empty text are both an empty cell. */
export const ImportCell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type ImportCell = z.infer<typeof ImportCell>;

function rowOf<Column extends string>(columns: readonly Column[]) {
  const cell = ImportCell.optional();
  const shape = Object.fromEntries(columns.map((column) => [column, cell]));
  return z.object(shape as Record<Column, typeof cell>);
}

/** A row of the order details file: cells by column; other columns are ignored. */
export const OrderDetailsRow = rowOf(orderDetailsColumns).meta({ id: 'OrderDetailsRow' });
export type OrderDetailsRow = z.infer<typeof OrderDetailsRow>;

/** A row of the package file: cells by column; other columns are ignored. */
export const OrderPackagesRow = rowOf(orderPackagesColumns).meta({ id: 'OrderPackagesRow' });
export type OrderPackagesRow = z.infer<typeof OrderPackagesRow>;
