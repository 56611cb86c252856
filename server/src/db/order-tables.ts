import type { LabelStatus, OrderStatus } from '@portage/contract/orders/order-status';
import type { DeliveryType } from '@portage/contract/orders/packages';
import type { Service } from '@portage/contract/rates/rates';
import type { Document, MaybeTimestamp, Timestamp } from './tables.ts';

/** `document` is the contract's `Order`; other columns are projected from it. */
interface OrdersTable {
  merchant_id: string;
  id: string;
  created_at: Timestamp;
  status: OrderStatus;
  tracking_number: string;
  version: number;
  document: Document;
  service: Service;
  delivery_type: DeliveryType;
  is_business: boolean;
  is_fulfilled: boolean;
  label_status: LabelStatus;
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
  import_id: string | null;
  ref_number: string | null;
  /** True for a failed delivery that was dealt with. */
  attention_closed: boolean;
  /** Null once the carrier has the order. */
  ship_by: MaybeTimestamp;
}

/** Do not change while orders travel. */
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

/** Kept until restored or purged; `document` is the contract's `Order`. */
interface DeletedOrdersTable {
  merchant_id: string;
  id: string;
  created_at: Timestamp;
  version: number;
  deleted_at: Timestamp;
  deleted_by: string;
  document: Document;
}

/** Not merchant-owned: it leads to the merchant. */
interface TrackingNumbersTable {
  tracking_number: string;
  order_id: string;
  merchant_id: string;
}

/** `changes` is the contract's `FieldChange[]`. */
interface OrderEditsTable {
  merchant_id: string;
  order_id: string;
  version: number;
  at: Timestamp;
  by: string;
  changes: Document;
}

/** Keyed by the carrier's own ids. */
interface CarrierEventsTable {
  merchant_id: string;
  event_id: string;
  order_id: string;
  received_at: Timestamp;
}

/** The photo store has the pictures. */
interface OrderPhotosTable {
  merchant_id: string;
  order_id: string;
  id: string;
  media_type: string;
  uploaded_at: Timestamp;
}

/** `document` is the contract's `OrderView`, `name_key` its folded name. */
interface OrderViewsTable {
  merchant_id: string;
  username: string;
  id: string;
  name_key: string;
  document: Document;
}

interface OrderColumnsTable {
  merchant_id: string;
  username: string;
  columns: string[];
}

/** `document` is the contract's `PackagePreset`, `name_key` its folded name. */
interface PackagePresetsTable {
  merchant_id: string;
  id: string;
  name_key: string;
  document: Document;
}

/** A day of the merchant's time zone. */
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

/** Log position after a merchant's last change of orders; written where there is a replica. */
interface OrderPositionsTable {
  merchant_id: string;
  position: string;
}

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
  order_positions: OrderPositionsTable;
}
