-- What an order that has ended holds is on its way back, and a deposit is of the order whose address it came to: the database refuses anything else.

-- What of an order's money somebody is still to send back.
create function order_on_its_way_back(given_order uuid, given_currency text) returns numeric language sql stable as $$
  select coalesce((
      select sum(amount) from refunds where order_id = given_order and currency = given_currency and status <> 'done'
    ), 0) + coalesce((
      select sum(amount) from card_payments
      where order_id = given_order and currency = given_currency and refund_requested_at is not null and refunded_at is null
    ), 0)
$$;

-- At the end of a transaction: its statements come in any order, and each of the tables alone tells half of it.
create function order_ended_holds_nothing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended record;
  kept record;
begin
  -- Who ends an order holds its row: whoever gives it money meanwhile waits here for the status.
  if tg_table_name = 'ledger_balances' then
    select order_id, nice_id, status into ended from orders where nice_id = substr(new.path, length('order:') + 1) for share;
  else
    select order_id, nice_id, status into ended from orders where order_id = new.order_id for share;
  end if;
  if not found or ended.status not in ('finished', 'error', 'expired', 'refunded', 'canceled') then return null; end if;
  select currency, balance into kept from ledger_balances
  where path = 'order:' || ended.nice_id and balance > order_on_its_way_back(ended.order_id, currency) limit 1;
  if found then
    raise exception 'the order % has ended as % and would hold % %', ended.nice_id, ended.status, kept.balance, kept.currency
      using errcode = '23514', constraint = 'order_ended_holds_nothing';
  end if;
  return null;
end $$;

create constraint trigger orders_end_with_nothing after insert or update of status on orders deferrable initially deferred for each row
  when (new.status in ('finished', 'error', 'expired', 'refunded', 'canceled')) execute function order_ended_holds_nothing();
create constraint trigger ledger_balances_of_ended_orders after insert or update on ledger_balances deferrable initially deferred for each row
  when (new.path like 'order:%' and new.balance > 0) execute function order_ended_holds_nothing();
create constraint trigger refunds_of_ended_orders after update on refunds deferrable initially deferred for each row
  when (new.status = 'done' or new.amount < old.amount or new.currency <> old.currency) execute function order_ended_holds_nothing();
create constraint trigger card_refunds_of_ended_orders after update of refund_requested_at, refunded_at, amount, currency on card_payments
  deferrable initially deferred for each row when (old.refund_requested_at is not null and old.refunded_at is null) execute function order_ended_holds_nothing();

alter table deposit_addresses add constraint deposit_addresses_with_order unique (address_id, order_id);
alter table deposits add constraint deposits_of_their_order foreign key (address_id, order_id) references deposit_addresses (address_id, order_id);
create index card_payments_charged_back on card_payments (payment_id) where status = 'charged_back';
