-- What came to and went from each client's balance, as its owner reads it: kept by client and time, and for longer than the months of entries, which are archived.
create table balance_operations (
  path text collate "C" not null constraint balance_operations_of_clients check (path like 'client:%'),
  created_at timestamptz not null,
  entry_id uuid not null,
  currency text not null,
  -- Smallest units; below zero for what went.
  amount numeric(38, 0) not null constraint balance_operation_moves check (amount <> 0),
  kind text not null,
  reference text not null,
  primary key (path, created_at, entry_id, currency)
);

insert into balance_operations (path, created_at, entry_id, currency, amount, kind, reference)
  select path, created_at, entry_id, currency, sum(amount), kind, reference
  from ledger_lines where path like 'client:%' group by 1, 2, 3, 4, 6, 7 having sum(amount) <> 0;
-- Of a month that is archived only its sums are here.
insert into balance_operations (path, created_at, entry_id, currency, amount, kind, reference)
  select path, ((month || '-01')::date + interval '1 month') at time zone 'UTC' - interval '1 millisecond',
    month_start_id(((month || '-01')::date + interval '1 month')::date), currency, amount, 'archived_month', month
  from ledger_archived_sums where path like 'client:%' and amount <> 0;

do $$
declare
  broken record;
begin
  select path, currency, coalesce(kept.balance, 0) as kept, coalesce(made.amount, 0) as made into broken
  from (select path, currency, balance from ledger_balances where path like 'client:%') kept
    full join (select path, currency, sum(amount) as amount from balance_operations group by 1, 2) made using (path, currency)
  where coalesce(kept.balance, 0) <> coalesce(made.amount, 0) limit 1;
  if found then
    raise exception 'the operations of % give % %, and its balance is %; nothing was changed', broken.path, broken.made, broken.currency, broken.kept;
  end if;
end $$;

-- As before, with a row for what the entry moves of a client's balance.
create or replace function ledger_apply_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
begin
  for change in
    select path, currency, sum(amount) as amount from (
      select giver as path, currency, -amount as amount from unnest(new.givers, new.currencies, new.amounts) as given (giver, currency, amount)
      union all
      select taker, currency, amount from unnest(new.takers, new.currencies, new.amounts) as taken (taker, currency, amount)
    ) moved group by path, currency having sum(amount) <> 0 order by path collate "C", currency collate "C"
  loop
    if ledger_is_guarded(change.path) then
      update ledger_balances set balance = balance + change.amount where path = change.path and currency = change.currency;
      if not found then
        insert into ledger_balances as kept (path, currency, balance) values (change.path, change.currency, change.amount)
        on conflict (path, currency) do update set balance = kept.balance + excluded.balance;
      end if;
      if change.path like 'client:%' then
        insert into balance_operations (path, created_at, entry_id, currency, amount, kind, reference)
        values (change.path, new.created_at, new.entry_id, change.currency, change.amount, new.kind, new.reference);
      end if;
    else
      -- The first part that no other writer holds just now; a new one where all are held.
      update ledger_house_sums set amount = amount + change.amount
      where path = change.path and currency = change.currency and part = (
        select part from ledger_house_sums where path = change.path and currency = change.currency order by part limit 1 for update skip locked
      );
      if not found then
        insert into ledger_house_sums (path, currency, part, amount) values (change.path, change.currency, gen_random_uuid(), change.amount);
      end if;
    end if;
  end loop;
  return null;
end $$;

-- Written by the entries' trigger alone, and never changed.
create trigger balance_operations_by_entries before insert on balance_operations for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change();
create trigger balance_operations_append_only before update or delete on balance_operations for each row execute function ledger_refuse_change();
create trigger balance_operations_no_truncate before truncate on balance_operations execute function ledger_refuse_change();

-- How a client wants its balance shown: nothing depends on it.
create table balance_settings (
  client_id uuid primary key references clients,
  primary_currency text not null,
  favorite_currencies text[] not null default '{}',
  favorite_groups text[] not null default '{}'
);
