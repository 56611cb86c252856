import type { Document, MaybeTimestamp, Timestamp } from './column-types.ts';

/** Orders: `document` is the contract's `Order`, the other columns are projected from it. */
interface OrdersTable {
  merchant_id: string;
  id: string;
  created_at: Timestamp;
  status: string;
  tracking_number: string;
  version: number;
  document: Document;
  service: string;
  delivery_type: string;
  is_business: boolean;
  /** True when `pickupReadyAt` is set. */
  is_fulfilled: boolean;
  /** The contract's `LabelStatus`. */
  label_status: string;
  delivered_at: MaybeTimestamp;
  origin_postal_code: string;
  /** Folded as searches are. */
  display_name: string | null;
  tags: string[];
  /** Text for searches (orders/order-document.ts). */
  search: string;
  recipient_name: string;
  is_scanned: boolean;
  modified_at: Timestamp;
  /** The import that created it. */
  import_id: string | null;
  /** The merchant's reference, whole. */
  ref_number: string | null;
}

/** Columns for searches that do not change while orders travel. */
type SearchableOrdersTable = Pick<
  OrdersTable,
  | 'merchant_id'
  | 'id'
  | 'created_at'
  | 'service'
  | 'delivery_type'
  | 'is_business'
  | 'origin_postal_code'
  | 'display_name'
  | 'tags'
  | 'search'
>;

/** Orders that were deleted, until they are restored or purged; `document` is the contract's `Order`. */
interface DeletedOrdersTable {
  merchant_id: string;
  id: string;
  created_at: Timestamp;
  version: number;
  deleted_at: Timestamp;
  deleted_by: string;
  document: Document;
}

/** Order and merchant of a tracking number. Not merchant-owned: it leads to the merchant. */
interface TrackingNumbersTable {
  tracking_number: string;
  order_id: string;
  merchant_id: string;
}

/** Old and new values of edits, by version; `changes` is the contract's `FieldChange[]`. */
interface OrderEditsTable {
  merchant_id: string;
  order_id: string;
  version: number;
  at: Timestamp;
  by: string;
  changes: Document;
}

/** The events of the carrier that were seen, by the carrier's own ids. */
interface CarrierEventsTable {
  merchant_id: string;
  event_id: string;
  order_id: string;
  received_at: Timestamp;
}

/** The photos of orders; the pictures themselves are in the photo store. */
interface OrderPhotosTable {
  merchant_id: string;
  order_id: string;
  id: string;
  media_type: string;
  uploaded_at: Timestamp;
}

/** The saved views of people; `document` is the contract's `OrderView`, `name_key` its name, folded. */
interface OrderViewsTable {
  merchant_id: string;
  username: string;
  id: string;
  name_key: string;
  document: Document;
}

/** The columns that people chose for their lists. */
interface OrderColumnsTable {
  merchant_id: string;
  username: string;
  columns: string[];
}

/** Packages remembered by name; `document` is the contract's `PackagePreset`, `name_key` its name, folded. */
interface PackagePresetsTable {
  merchant_id: string;
  id: string;
  name_key: string;
  document: Document;
}

/** Counts of orders on a day of the merchant's time zone. */
interface OrderDaysTable {
  merchant_id: string;
  day: string;
  placed: number;
  delivered: number;
  promised: number;
  on_time: number;
  spent_cad: number;
  spent_usd: number;
}

/** Time of a merchant's last count. */
interface OrderDayRollupsTable {
  merchant_id: string;
  rolled_up_at: Timestamp;
}

/** The tables of orders, of what happens to them, and of how people look at them. */
export interface OrderTables {
  orders: OrdersTable;
  searchable_orders: SearchableOrdersTable;
  deleted_orders: DeletedOrdersTable;
  tracking_numbers: TrackingNumbersTable;
  order_edits: OrderEditsTable;
  carrier_events: CarrierEventsTable;
  order_photos: OrderPhotosTable;
  order_views: OrderViewsTable;
  order_columns: OrderColumnsTable;
  package_presets: PackagePresetsTable;
  order_days: OrderDaysTable;
  order_day_rollups: OrderDayRollupsTable;
}
