-- The laws of an entry are checked once when its lines are written, all of them in one statement, and no longer once more for each of its lines.

drop trigger ledger_lines_sum_to_zero on ledger_lines;
drop trigger ledger_lines_balance on ledger_lines;
drop trigger ledger_entries_have_lines on ledger_entries;
drop function ledger_check_entry();

create function ledger_check_lines() returns trigger language plpgsql as $$
declare
  broken record;
begin
  select line.entry_id into broken from ledger_lines line
  where line.entry_id in (select entry_id from written)
  group by line.entry_id, line.currency having sum(line.amount) <> 0 limit 1;
  if found then
    raise exception 'entry % does not sum to zero in every currency', broken.entry_id using errcode = '23514', constraint = 'ledger_entry_sums_to_zero';
  end if;
  select written.entry_id into broken from written join ledger_accounts account using (account_id)
  where written.currency <> account.currency limit 1;
  if found then
    raise exception 'entry % has a line in another currency than its account', broken.entry_id using errcode = '23514', constraint = 'ledger_line_currency';
  end if;
  -- The balances of guarded accounts are changed before their lines are written.
  select account.account_id into broken
  from (select distinct account_id from written) touched
  join ledger_accounts account using (account_id) left join ledger_balances balance using (account_id)
  where account.is_guarded
    and coalesce(balance.balance, 0) <> (select sum(amount) from ledger_lines where account_id = account.account_id) limit 1;
  if found then
    raise exception 'the balance of account % is not the sum of its lines', broken.account_id using errcode = '23514', constraint = 'ledger_balance_is_sum';
  end if;
  return null;
end $$;
create trigger ledger_lines_lawful after insert on ledger_lines referencing new table as written for each statement execute function ledger_check_lines();

create function ledger_check_entry() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger_lines where entry_id = new.entry_id) then
    raise exception 'entry % has no lines', new.entry_id using errcode = '23514', constraint = 'ledger_entry_has_lines';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_have_lines after insert on ledger_entries deferrable initially deferred for each row execute function ledger_check_entry();
