import type { Document, MaybeTimestamp, Timestamp } from './column-types.ts';

/** The shop that a merchant is linked to; without a token its authorisation was lost. */
interface ShopsTable {
  merchant_id: string;
  shop: string;
  encrypted_token: Buffer | null;
  linked_at: Timestamp;
  linked_by: string;
  places_orders: boolean;
  /** When the orders of the shop were last compared with ours. */
  reconciled_at: MaybeTimestamp;
}

/** Whose a shop is: the platform names shops and no merchants, so not merchant-owned. */
interface ShopMerchantsTable {
  shop: string;
  merchant_id: string;
}

/** Orders of linked shops; `document` is the contract's `ShopOrder`. */
interface ShopOrdersTable {
  merchant_id: string;
  shop_order_id: string;
  shop: string;
  created_at: Timestamp;
  /** Neither cancelled nor fulfilled in the shop. */
  is_open: boolean;
  /** The delivery order that it became. */
  order_id: string | null;
  document: Document;
}

/** Webhooks that were received, so that none is taken twice. */
interface ShopWebhooksTable {
  merchant_id: string;
  webhook_id: string;
  received_at: Timestamp;
}

/** The tables of the shop integration. */
export interface ShopTables {
  shops: ShopsTable;
  shop_merchants: ShopMerchantsTable;
  shop_orders: ShopOrdersTable;
  shop_webhooks: ShopWebhooksTable;
}
