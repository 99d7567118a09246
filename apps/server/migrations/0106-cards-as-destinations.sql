-- A card that was kept to pay with is no place for payouts before its owner has proven to want that.
alter table cards add column destination_since timestamptz;
-- An approval by its owner’s code sent money there before.
update cards set destination_since = paid.paid_at
from (
  select card.client_id, card.acquirer, card.first6, card.last4, card.exp_year, card.exp_month, min(payout.paid_at) as paid_at
  from card_payouts payout join cards card using (card_id) join orders using (order_id)
  where orders.payin_group = 'balance' and payout.status = 'paid'
  group by 1, 2, 3, 4, 5, 6
) paid
where (cards.client_id, cards.acquirer, cards.first6, cards.last4, cards.exp_year, cards.exp_month)
  = (paid.client_id, paid.acquirer, paid.first6, paid.last4, paid.exp_year, paid.exp_month);
