-- What of an order's payment was lost, by its own payment or by one that a loss was followed from, until the loss ends: what comes back of
-- its pay-out meanwhile is held for each of them.
create table order_losses (
  order_id uuid not null references orders (order_id),
  loss_key text not null,
  lost numeric(38, 0) not null check (lost > 0),
  primary key (order_id, loss_key)
);

insert into order_losses (order_id, loss_key, lost)
select order_id, 'deposit:' || deposit_id || ':' || turns, amount - loss_settled
from deposits join orders using (order_id)
where deposits.status = 'lost' and amount > loss_settled and currency = payin_currency;

with borne as (
  select order_id, idempotency_key, split_part(idempotency_key, ':', 2) as payment,
    sum(case giver when 'expense:chargeback' then amount else -amount end) as lost
  from ledger_entries entries join ledger_keys using (entry_id) join orders on nice_id = reference
    cross join lateral unnest(givers, takers, amounts) as posting (giver, taker, amount)
  where kind in ('card_chargeback', 'card_refund', 'card_won', 'bank_taken_back') and payin_group <> 'balance'
    and 'expense:chargeback' in (giver, taker)
  group by order_id, idempotency_key
), named as (
  select order_id, lost, payment, idempotency_key,
    (select max(split_part(won.idempotency_key, ':', 3)::integer) from borne won
      where won.idempotency_key like 'card_won:' || borne.payment || ':%') as turn
  from borne
)
insert into order_losses (order_id, loss_key, lost)
select order_id,
  case
    when turn is not null then 'payment:' || payment || ':turn' || turn || ':rest'
    when idempotency_key like 'bank_taken_back:%' then 'transfer:' || substr(idempotency_key, length('bank_taken_back:') + 1)
    else 'payment:' || substr(idempotency_key, length('card_taken_back:') + 1)
  end as loss_key, sum(lost)
from named group by 1, 2 having sum(lost) > 0;

-- To which loss these were followed is not recorded: a person frees what is held of them.
insert into order_losses (order_id, loss_key, lost)
select order_id, 'followed', payin_amount from orders join turnover_entries using (order_id)
where payin_group = 'balance' and turnover_entries.amount = 0 and payin_amount > 0;
