-- Each change of what a client sees is announced to all servers at its commit, by kind and client alone: what it is, the client reads by its own calls.
create function announce_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner uuid;
begin
  select client_id into owner from orders where order_id = new.order_id;
  if owner is not null then
    perform pg_notify('client_changes', 'order ' || owner);
  end if;
  return null;
end $$;

create function announce_client() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('client_changes', tg_argv[0] || ' ' || coalesce(new.client_id, old.client_id));
  return null;
end $$;

create function announce_balance() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  owner uuid;
begin
  select client_id into owner from clients where nice_id = substr(new.path, length('client:') + 1);
  if owner is not null then
    perform pg_notify('client_changes', 'balance ' || owner);
  end if;
  return null;
end $$;

-- A new order is known to who made it: commits that announce wait for each other, and orders must not.
create trigger orders_announced after update on orders for each row when (old.* is distinct from new.*) execute function announce_order();
create trigger order_events_announced after insert on order_events for each row when (new.event_number > 1) execute function announce_order();
create trigger order_confirmations_announced after update on order_confirmations for each row execute function announce_order();
create trigger received_money_announced after insert or update on received_money for each row execute function announce_order();
create trigger deposits_announced after insert or update on deposits for each row execute function announce_order();
create trigger bank_transfers_announced after insert or update on bank_transfers for each row execute function announce_order();
create trigger card_payments_announced after update on card_payments for each row when (old.* is distinct from new.*) execute function announce_order();
create trigger payouts_announced after insert or update on payouts for each row execute function announce_order();
create trigger bank_payouts_announced after insert or update on bank_payouts for each row execute function announce_order();
create trigger card_payouts_announced after insert or update on card_payouts for each row execute function announce_order();
create trigger refunds_announced after insert or update on refunds for each row execute function announce_order();

create trigger balance_operations_announced after insert on balance_operations for each row execute function announce_balance();

create trigger notifications_announced after insert or update or delete on notifications for each row execute function announce_client('notifications');

create trigger verifications_announced after insert or update on verifications for each row execute function announce_client('verification');
create trigger documents_announced after insert or update on documents for each row execute function announce_client('verification');
create trigger client_levels_announced after update on clients for each row
  when ((old.level, old.email_confirmed_at, old.phone_confirmed_at) is distinct from (new.level, new.email_confirmed_at, new.phone_confirmed_at))
  execute function announce_client('verification');

-- The streams of a session end with it.
create trigger ended_sessions_announced after update on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function announce_client('session');
create trigger deleted_sessions_announced after delete on sessions for each row execute function announce_client('session');
