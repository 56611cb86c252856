-- Adds jobs without the queue's notification, which commits cannot share a flush with: in this
-- schema `pg_notify` does nothing, and the queue's function finds it first.

create schema quiet;

create function quiet.pg_notify(text, text) returns void language sql as 'select';

create function quiet.add_jobs(jobs json, delay float8) returns void
language plpgsql set search_path = quiet, pg_catalog as $$
begin
  perform graphile_worker.add_jobs(array(
    select (
      name, payload, queue, now() + delay * interval '1 millisecond', null, key, null, null
    )::graphile_worker.job_spec
    from json_to_recordset(jobs) as job(name text, payload json, queue text, key text)
  ));
end $$;
