-- Accounts, entries and lines of the double-entry ledger, with its laws kept by the database.
create table ledger_accounts (
  account_id uuid primary key,
  path text not null,
  currency text not null,
  -- A guarded account may never be below zero and keeps a balance row; house accounts are summed when asked.
  is_guarded boolean not null,
  created_at timestamptz not null,
  unique (path, currency)
);

create table ledger_entries (
  entry_id uuid primary key,
  kind text not null,
  -- What the entry belongs to: an order's public id, a payout, a funding output.
  reference text not null,
  idempotency_key text not null unique,
  reverses_entry_id uuid unique references ledger_entries,
  created_at timestamptz not null
);
create index ledger_entries_reference on ledger_entries (reference);

create table ledger_lines (
  entry_id uuid not null references ledger_entries,
  line_number smallint not null,
  account_id uuid not null references ledger_accounts,
  currency text not null,
  -- Smallest units; positive comes in, negative goes out.
  amount numeric(38, 0) not null check (amount <> 0),
  primary key (entry_id, line_number)
);
create index ledger_lines_account on ledger_lines (account_id);

create table ledger_balances (
  account_id uuid primary key references ledger_accounts,
  balance numeric(38, 0) not null constraint ledger_balance_not_negative check (balance >= 0)
);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger rows are never changed or deleted; post a reversal' using errcode = '23514', constraint = 'ledger_append_only';
end $$;

-- An account keeps its path, currency and guard for ever, and a balance row stays once it is there.
create trigger ledger_accounts_append_only before update or delete on ledger_accounts for each row execute function ledger_refuse_change();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts execute function ledger_refuse_change();
create trigger ledger_balances_stay before delete on ledger_balances for each row execute function ledger_refuse_change();
create trigger ledger_balances_no_truncate before truncate on ledger_balances execute function ledger_refuse_change();
create trigger ledger_lines_append_only before update or delete on ledger_lines for each row execute function ledger_refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function ledger_refuse_change();
create trigger ledger_lines_no_truncate before truncate on ledger_lines execute function ledger_refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries execute function ledger_refuse_change();

create function ledger_check_entry() returns trigger language plpgsql as $$
begin
  if exists (select 1 from ledger_lines where entry_id = new.entry_id group by currency having sum(amount) <> 0) then
    raise exception 'entry % does not sum to zero in every currency', new.entry_id using errcode = '23514', constraint = 'ledger_entry_sums_to_zero';
  end if;
  if exists (
    select 1 from ledger_lines line join ledger_accounts account using (account_id)
    where line.entry_id = new.entry_id and line.currency <> account.currency
  ) then
    raise exception 'entry % has a line in another currency than its account', new.entry_id using errcode = '23514', constraint = 'ledger_line_currency';
  end if;
  if not exists (select 1 from ledger_lines where entry_id = new.entry_id) then
    raise exception 'entry % has no lines', new.entry_id using errcode = '23514', constraint = 'ledger_entry_has_lines';
  end if;
  return null;
end $$;

create constraint trigger ledger_lines_sum_to_zero after insert on ledger_lines deferrable initially deferred for each row execute function ledger_check_entry();
create constraint trigger ledger_entries_have_lines after insert on ledger_entries deferrable initially deferred for each row execute function ledger_check_entry();

-- A guarded balance is the sum of its lines, whoever writes: checked at commit.
create function ledger_check_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from ledger_accounts account left join ledger_balances balance using (account_id)
    where account.account_id = new.account_id and account.is_guarded
      and coalesce(balance.balance, 0) <> (select coalesce(sum(amount), 0) from ledger_lines where account_id = new.account_id)
  ) then
    raise exception 'the balance of account % is not the sum of its lines', new.account_id using errcode = '23514', constraint = 'ledger_balance_is_sum';
  end if;
  return null;
end $$;
create constraint trigger ledger_lines_balance after insert on ledger_lines deferrable initially deferred for each row execute function ledger_check_balance();
create constraint trigger ledger_balances_balance after insert or update on ledger_balances deferrable initially deferred for each row execute function ledger_check_balance();
