import { sql, type Kysely } from 'kysely';

/** A text as it is searched, as in `fold-for-search.ts` when this was written. */
const fold = (column: string) => sql`
  btrim(regexp_replace(
    translate(
      replace(replace(
        lower(regexp_replace(normalize(${sql.ref(column)}, nfkd), '[\u0300-\u036f]', '', 'g')),
        'œ', 'oe'), 'æ', 'ae'),
      ${'łø‘’ʼ‐‑‒–—―'}, ${"lo'''------"}),
    '\\s+', ' ', 'g'))`;

/** Finds orders by the SKU and the name of their items, too: of the first 100 of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update orders set search = search || (
      select string_agg(' ' || ${fold('part')}, '' order by place, field)
      from
        jsonb_path_query(document::jsonb, '$.orderItems[0 to 99]')
          with ordinality as items (item, place),
        lateral (values (1, item ->> 'sku'), (2, item ->> 'name')) as parts (field, part)
      where part is not null
    )
    where document::jsonb -> 'orderItems' <> '[]'::jsonb`.execute(db);
  await sql`
    update searchable_orders set search = orders.search
    from orders
    where orders.merchant_id = searchable_orders.merchant_id
      and orders.id = searchable_orders.id
      and orders.search <> searchable_orders.search`.execute(db);
}
