-- Commits that notify wait for each other until they are on the disk, and with a synchronous standby until they are on its disk too. So a
-- change leaves a row here, and a process with open streams takes the rows and notifies for many of them at once.
-- Unlogged: after a crash or a failover every stream is opened again and reads everything.
create unlogged table announced_changes (
  -- No number: PostgreSQL 15 does not carry the sequence of an unlogged table to a standby that takes over.
  change_id uuid primary key default gen_random_uuid(),
  kind text not null,
  client_id uuid not null
);

create or replace function announce_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into announced_changes (kind, client_id)
  select 'order', client_id from orders where order_id = new.order_id and client_id is not null;
  return null;
end $$;

create or replace function announce_client() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into announced_changes (kind, client_id) values (tg_argv[0], coalesce(new.client_id, old.client_id));
  return null;
end $$;

create or replace function announce_balance() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into announced_changes (kind, client_id)
  select 'balance', client_id from clients where nice_id = substr(new.path, length('client:') + 1);
  return null;
end $$;
