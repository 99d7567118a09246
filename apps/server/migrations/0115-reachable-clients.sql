-- Money also lay on payers who had neither an account nor an address any more: no link could ever be sent for it.
alter table clients
  -- Whether somebody can have what its accounts hold: it is not closed, and a payer without an account has an address.
  add column is_reachable boolean not null generated always as (
    deleted_at is null and (payer_email is not null or not starts_with(email, 'payer:'))
  ) stored;

create or replace function ledger_refuse_closed_client() returns trigger language plpgsql as $$
declare
  is_open boolean;
begin
  if tg_op = 'UPDATE' and new.balance <= old.balance then return new; end if;
  -- What closes the account or erases the payer holds its row, and looks at the balance meanwhile.
  select is_reachable into is_open from clients where nice_id = substr(new.path, length('client:') + 1) for key share;
  if not is_open then
    raise exception 'the account of % is closed', new.path using errcode = '23514', constraint = 'ledger_client_closed';
  end if;
  return new;
end $$;

-- Whether an account of a client holds money that goes to its balance sooner or later. Of these only the balance is in ledger_balances.
create function holds_money(client_nice_id text) returns boolean language sql stable as $$
  select exists (
    select from ledger_accounts
    where path in ('client:' || client_nice_id, 'held:' || client_nice_id, 'waiting:' || client_nice_id) and balance > 0
  )
$$;
