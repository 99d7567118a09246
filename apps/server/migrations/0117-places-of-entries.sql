-- Which of two entries came first is what the database says: ids and times are each server's own, and their clocks differ.
alter table ledger_keys add column place bigint;
comment on column ledger_keys.place is 'Among all entries: an entry that waits for another one, or reads it, comes after it.';
alter table ledger_keys disable trigger ledger_keys_append_only;
update ledger_keys set place = numbered.place
from (select entry_id, row_number() over (order by entry_id) as place from ledger_keys) numbered
where ledger_keys.entry_id = numbered.entry_id;
alter table ledger_keys enable trigger ledger_keys_append_only;
alter table ledger_keys
  alter column place set not null,
  alter column place add generated always as identity;
select setval(pg_get_serial_sequence('ledger_keys', 'place'), (select coalesce(max(place), 0) + 1 from ledger_keys), false);

-- Of a key only the place changes, once, with its entry.
drop trigger ledger_keys_append_only on ledger_keys;
create trigger ledger_keys_append_only before delete on ledger_keys for each row execute function ledger_refuse_change();
create trigger ledger_keys_stay before update on ledger_keys for each row
  when (pg_trigger_depth() = 0
    or (old.idempotency_key, old.entry_id, old.reverses_entry_id) is distinct from (new.idempotency_key, new.entry_id, new.reverses_entry_id))
  execute function ledger_refuse_change();

-- As before; an entry takes its place once it holds the balances that it changes: of two entries of a balance the second one has waited for the first.
create or replace function ledger_apply_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
  kept_balance numeric(38, 0);
  placed record;
begin
  for change in
    select path, currency, sum(amount) as amount from (
      select giver as path, currency, -amount as amount from unnest(new.givers, new.currencies, new.amounts) as given (giver, currency, amount)
      union all
      select taker, currency, amount from unnest(new.takers, new.currencies, new.amounts) as taken (taker, currency, amount)
    ) moved group by path, currency having sum(amount) <> 0 order by path collate "C", currency collate "C"
  loop
    if ledger_is_guarded(change.path) then
      if change.path like 'client:%' then
        placed := next_place('operations', change.path, new.created_at);
      end if;
      update ledger_balances set balance = balance + change.amount where path = change.path and currency = change.currency
      returning balance into kept_balance;
      if not found then
        insert into ledger_balances as kept (path, currency, balance) values (change.path, change.currency, change.amount)
        on conflict (path, currency) do update set balance = kept.balance + excluded.balance
        returning kept.balance into kept_balance;
      end if;
      if change.path like 'client:%' then
        insert into balance_operations (path, place, created_at, entry_id, currency, amount, balance, kind, reference)
        values (change.path, placed.place, placed.placed_at, new.entry_id, change.currency, change.amount, kept_balance, new.kind, new.reference);
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
  update ledger_keys set place = default where entry_id = new.entry_id;
  return null;
end $$;

-- Who got an order's payout is asked for by the entry, once that is archived.
create index balance_operations_of_payouts on balance_operations (entry_id) where kind = 'balance_payout' and amount > 0;
