-- The balance of a client whose account is closed takes nothing: nobody could ever reach it.
create function ledger_refuse_closed_client() returns trigger language plpgsql as $$
declare
  closed_at timestamptz;
begin
  if tg_op = 'UPDATE' and new.balance <= old.balance then return new; end if;
  -- Whoever closes the account holds its row, and looks at the balance meanwhile.
  select deleted_at into closed_at from clients where nice_id = substr(new.path, length('client:') + 1) for key share;
  if closed_at is not null then
    raise exception 'the account of % is closed', new.path using errcode = '23514', constraint = 'ledger_client_closed';
  end if;
  return new;
end $$;
create trigger ledger_balances_open_clients before insert or update on ledger_balances for each row when (new.path like 'client:%') execute function ledger_refuse_closed_client();
