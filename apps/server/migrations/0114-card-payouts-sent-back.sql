-- What an acquirer has paid to a card can come back, as from a bank account.
alter table card_payouts drop constraint card_payouts_status_check;
alter table card_payouts
  add constraint card_payouts_status_check
  check (status in ('planned', 'sending', 'pending', 'paid', 'returned', 'failed', 'held', 'stopped'));
