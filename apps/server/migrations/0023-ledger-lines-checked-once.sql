-- Lines name entries and accounts, which stay for ever: the check of an entry looks at that too, once for all its lines, and each line no longer locks the row of its account.

alter table ledger_lines drop constraint ledger_lines_entry_id_fkey, drop constraint ledger_lines_account_id_fkey;

create or replace function ledger_check_lines() returns trigger language plpgsql as $$
declare
  broken uuid;
begin
  select entry.entry_id into broken
  from (select distinct entry_id from written) entry,
    lateral (select 1 from ledger_lines where entry_id = entry.entry_id group by currency having sum(amount) <> 0 limit 1) uneven
  limit 1;
  if found then
    raise exception 'entry % does not sum to zero in every currency', broken using errcode = '23514', constraint = 'ledger_entry_sums_to_zero';
  end if;
  select entry_id into broken from (select distinct entry_id from written) entry
  where not exists (select from ledger_entries where entry_id = entry.entry_id)
  limit 1;
  if found then
    raise exception 'there is no entry % for its lines', broken using errcode = '23503', constraint = 'ledger_line_entry';
  end if;
  select entry_id into broken from written
  where currency is distinct from (select currency from ledger_accounts where account_id = written.account_id)
  limit 1;
  if found then
    raise exception 'entry % has a line of no account, or in another currency than its account', broken using errcode = '23514', constraint = 'ledger_line_currency';
  end if;
  -- The balances of guarded accounts are changed before their lines are written. Those of the house are not kept, and long to sum.
  select account_id into broken
  from (
    select touched.account_id
    from (select distinct account_id from written) touched
    where (select is_guarded from ledger_accounts where account_id = touched.account_id)
    offset 0
  ) guarded
  where coalesce((select balance from ledger_balances where account_id = guarded.account_id), 0)
    <> (select sum(amount) from ledger_lines where account_id = guarded.account_id)
  limit 1;
  if found then
    raise exception 'the balance of account % is not the sum of its lines', broken using errcode = '23514', constraint = 'ledger_balance_is_sum';
  end if;
  return null;
end $$;
