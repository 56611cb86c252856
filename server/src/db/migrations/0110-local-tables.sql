-- Tables that stay on the coordinator of a cluster: through a key to `merchants`, which is copied
-- to every worker, a cluster would write them on every worker (docs/cluster.md).

alter table users drop constraint if exists users_merchant_id_fkey;

alter table feature_flags drop constraint if exists feature_flags_merchant_id_fkey;

alter table security_events drop constraint if exists security_events_merchant_id_fkey;

alter table sign_up_requests drop constraint if exists sign_up_requests_merchant_id_fkey;

alter table shop_owners drop constraint if exists shop_owners_merchant_id_fkey;

alter table shipstation_keys drop constraint if exists shipstation_keys_merchant_id_fkey;
