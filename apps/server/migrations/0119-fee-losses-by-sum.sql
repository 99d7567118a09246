-- A partner's fee bears its share of the sum of what was lost of its order: it is rounded once, and not for each part.
create table partner_fee_losses (
  loss_key text collate "C" primary key,
  order_id uuid not null references orders (order_id),
  -- What of the order's exchanged amount was lost, in smallest units, until the loss ends.
  lost numeric(38, 0) not null check (lost > 0)
);
create index partner_fee_losses_order on partner_fee_losses (order_id);

-- What was taken for a loss says how much it was, but for the rounding.
insert into partner_fee_losses (loss_key, order_id, lost)
select loss_key, order_id, greatest(trunc(taken.amount * orders.payin_amount / partner_fees.amount), 1)
from (
  select substr(idempotency_key, length('partner_fee_lost:') + 1) as loss_key, reference,
    (select sum(amount) from unnest(amounts) as amount) - coalesce((
      select sum(back.amounts[1]) from ledger_keys returned join ledger_entries back using (entry_id)
      where returned.idempotency_key = 'partner_fee_returned:' || substr(own.idempotency_key, length('partner_fee_lost:') + 1)
        or starts_with(returned.idempotency_key, 'partner_fee_returned:' || substr(own.idempotency_key, length('partner_fee_lost:') + 1) || ':after:')
    ), 0) as amount
  from ledger_entries join ledger_keys own using (entry_id) where kind = 'partner_fee_lost'
) taken join orders on nice_id = reference join partner_fees using (order_id)
where taken.amount > 0 and partner_fees.status <> 'canceled';
