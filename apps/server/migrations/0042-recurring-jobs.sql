-- Jobs that run by themselves: who is at one, and when it was done the last time, for whoever watches from outside.
create table recurring_jobs (
  name text primary key,
  -- Nobody else begins it before; renewed while it runs. Times are the database's.
  leased_until timestamptz not null,
  run_id uuid,
  done_at timestamptz not null,
  -- Runs that failed since it was done.
  failures integer not null default 0 check (failures >= 0)
);

-- How many orders ended as what, so that nobody has to count them: changes are added up now and then.
create table ended_orders (
  status text primary key,
  count bigint not null
);
create table ended_order_changes (
  status text not null,
  change integer not null
);
insert into ended_orders (status, count)
select status, count(*) from orders where status in ('finished', 'error', 'expired', 'refunded', 'canceled') group by status;

create function count_ended_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status in ('finished', 'error', 'expired', 'refunded', 'canceled') then
    insert into ended_order_changes values (old.status, -1);
  end if;
  if new.status in ('finished', 'error', 'expired', 'refunded', 'canceled') then
    insert into ended_order_changes values (new.status, 1);
  end if;
  return null;
end $$;
create trigger orders_ended_insert after insert on orders for each row
  when (new.status in ('finished', 'error', 'expired', 'refunded', 'canceled')) execute function count_ended_order();
create trigger orders_ended_update after update of status on orders for each row
  when (old.status is distinct from new.status
    and (old.status in ('finished', 'error', 'expired', 'refunded', 'canceled')
      or new.status in ('finished', 'error', 'expired', 'refunded', 'canceled')))
  execute function count_ended_order();
