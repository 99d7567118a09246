-- What had brought the money that a loss was followed to was guessed by currency and amount. Where the same order had
-- brought something for two parts of one loss, the guess held more than was lost.
alter table order_losses add column followed_from text;
comment on column order_losses.followed_from is 'The loss of the order that brought what this one was paid with; null where the balance had it otherwise.';
create index on order_losses (followed_from);

-- Of earlier ones the old guess stays.
update order_losses as at set followed_from = (
  select giver.loss_key from order_losses as giver join orders as brought using (order_id)
  where brought.client_id = spent.client_id and brought.payout_group = 'balance'
    and brought.payout_currency = spent.payin_currency and giver.order_id <> at.order_id
    and split_part(giver.loss_key, ':via:', 1) = split_part(at.loss_key, ':via:', 1)
    and strpos(giver.loss_key, ':again:') = strpos(at.loss_key, ':again:')
  order by strpos(giver.loss_key, ':via:') desc, giver.lost desc, giver.loss_key limit 1
)
from orders as spent where spent.order_id = at.order_id and strpos(at.loss_key, ':via:') > 0;
