import { sql, type Kysely } from 'kysely';

/** How many orders are read and written at a time. */
const BATCH = 500;

/** What orders are filtered and searched by, beside their documents, and the indexes for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create extension if not exists btree_gin`.execute(db);
  await sql`
    alter table orders
      add column service text not null default '',
      add column delivery_type text not null default '',
      add column is_business boolean not null default false,
      add column is_fulfilled boolean not null default false,
      add column delivered_at timestamptz(3),
      add column origin_postal_code text not null default '',
      add column display_name text,
      add column tags text[] not null default '{}',
      add column search text not null default ''`.execute(db);
  await fillColumns(db);
  await sql`
    create index orders_by_status
    on orders (merchant_id, status, created_at desc, id desc)`.execute(db);
  await sql`
    create index orders_by_delivery
    on orders (merchant_id, delivered_at) where delivered_at is not null`.execute(db);
  await sql`create index orders_by_tag on orders using gin (merchant_id, tags)`.execute(db);
  await sql`
    create index orders_by_text
    on orders using gin (merchant_id, search gin_trgm_ops)`.execute(db);
}

/** What this migration reads of an order, as orders were when it was written. */
interface StoredOrder {
  id: string;
  trackingNumber: string;
  refNumber?: string;
  service: string;
  deliveryType: string;
  pickupReadyAt?: number;
  deliveredAt?: number;
  merchantDisplayName?: string;
  tags: string[];
  originAddress: { postalCode: string };
  dtoRecipientAddress: { isBusinessAddress: boolean };
  recipient: { name: string; email?: string; phone?: string };
  recipientAddress: { street: string; city: string; postalCode: string };
  customFields: { value: string }[];
}

/** A text as it was searched: without case and accents, typographic signs plain, words apart by one space. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[‐-―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

function searchOf(order: StoredOrder): string {
  const { recipient, recipientAddress } = order;
  const parts = [
    order.id,
    order.trackingNumber,
    order.refNumber,
    recipient.name,
    recipient.email,
    recipient.phone?.replace('+', ''),
    recipientAddress.street,
    recipientAddress.city,
    recipientAddress.postalCode.replace(' ', ''),
    ...order.customFields.map(({ value }) => value),
  ];
  return parts.map((part) => ` ${fold(part ?? '')}`).join('');
}

/** The columns of an order, as they were when this migration was written: it calls no live code. */
const facetsOf = (order: StoredOrder) => ({
  service: order.service,
  delivery_type: order.deliveryType,
  is_business: order.dtoRecipientAddress.isBusinessAddress,
  is_fulfilled: order.pickupReadyAt !== undefined,
  delivered_at: order.deliveredAt === undefined ? null : new Date(order.deliveredAt),
  origin_postal_code: order.originAddress.postalCode,
  display_name: order.merchantDisplayName === undefined ? null : fold(order.merchantDisplayName),
  tags: order.tags,
  search: searchOf(order),
});

interface Row {
  merchant_id: string;
  id: string;
  document: string;
}

/** Reads the columns out of the documents of the orders that are there already. */
async function fillColumns(db: Kysely<unknown>): Promise<void> {
  const nobody = '00000000-0000-0000-0000-000000000000';
  let last = { merchant_id: nobody, id: nobody };
  for (;;) {
    const { rows } = await sql<Row>`
      select merchant_id, id, document from orders
      where (merchant_id, id) > (${last.merchant_id}::uuid, ${last.id}::uuid)
      order by merchant_id, id limit ${BATCH}`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    for (const { merchant_id, id, document } of rows) {
      const facets = facetsOf(JSON.parse(document) as StoredOrder);
      await sql`
        update orders set
          service = ${facets.service}, delivery_type = ${facets.delivery_type},
          is_business = ${facets.is_business}, is_fulfilled = ${facets.is_fulfilled},
          delivered_at = ${facets.delivered_at}, origin_postal_code = ${facets.origin_postal_code},
          display_name = ${facets.display_name}, tags = ${facets.tags}, search = ${facets.search}
        where merchant_id = ${merchant_id} and id = ${id}`.execute(db);
    }
    last = end;
  }
}
