-- Failed deliveries need attention until they are dealt with; old ones were.

alter table orders add column attention_closed boolean not null default false;

do $$
declare
  merchant uuid;
begin
  for merchant in select merchant_id from merchants loop
    update orders
    set attention_closed = true,
      document = (left(document::text, -1) || ',"attentionClosedAt":'
        || (extract(epoch from modified_at) * 1000)::bigint || '}')::json
    where merchant_id = merchant and modified_at < now() - interval '14 days'
      and status in ('DELIVERY_FAILED', 'FAILED', 'RETURN_TO_SENDER', 'LOST');
  end loop;
end $$;
