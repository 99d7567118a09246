-- The card of a merchant's payer is no client's: the payer has typed an e-mail address, and is not signed in as its owner.
alter table cards alter column client_id drop not null;
update cards set client_id = null where not is_listed and exists (
  select from card_charges
    join card_payments on card_payments.payment_id = card_charges.payment_id
    join orders on orders.order_id = card_payments.order_id
  where card_charges.card_id = cards.card_id and orders.is_merchant
);
alter table cards add constraint cards_of_payers check (client_id is not null or (not is_listed and destination_since is null));
-- One that was charged back is looked up by how it looks, and what is left of the others is erased by its age.
create index cards_of_payers_restricted on cards (first6, last4) where client_id is null and is_restricted;
create index cards_of_payers_by_age on cards (created_at) where client_id is null;
