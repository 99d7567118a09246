-- Which amount of an order was promised, by a merchant's purchase or by what a partner fixed: it is exchanged exactly or goes back.
alter table orders add column bound_amount text not null default '' check (bound_amount in ('', 'payin', 'payout'));
update orders set bound_amount = 'payout'
  where is_merchant and not is_donation and purchase_amount ~ '[1-9]'
    and status not in ('finished', 'error', 'expired', 'refunded', 'canceled');
