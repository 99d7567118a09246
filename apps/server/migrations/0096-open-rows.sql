-- Indexes of open rows alone, in the order in which they are read page by page, so that sweeps and scans stay as fast with any number of orders.

-- Pages of open orders go by their ids.
drop index orders_open;
create index orders_open on orders (order_id, status)
  where status not in ('finished', 'error', 'expired', 'refunded', 'canceled');
create index orders_asked on orders (order_id) where decision_kind <> '';
create index refunds_open_of_order on refunds (order_id) where status <> 'done';
create index bank_requisites_unopened on bank_requisites (order_id) where iban is null;

-- Of those that wait, the late ones.
create index payouts_leaving on payouts (created_at) where status in ('planned', 'signed', 'freeing');
create index payouts_arriving on payouts (broadcast_at) where status = 'broadcast';

create index bank_payouts_leaving on bank_payouts (created_at) where status = 'planned';
create index card_payouts_leaving on card_payouts (created_at) where status in ('planned', 'sending');

-- Money that could be taken back before it has left, and what was queried least lately first.
alter table card_payments
  add column is_watched boolean not null default true,
  -- As of when it was queried the last time.
  add column has_left boolean not null default false;
update card_payments set has_left = true, is_watched = coalesce(credited_at > now() - interval '1 hour', true)
  from orders where orders.order_id = card_payments.order_id and finished_at is not null;
drop index card_payments_credited;
create index card_payments_watched on card_payments (has_left, asked_at nulls first)
  where is_watched and status = 'approved' and credited_at is not null;
alter table bank_transfers
  add column is_watched boolean not null default true,
  add column has_left boolean not null default false;
update bank_transfers set has_left = true, is_watched = bank_transfers.created_at > now() - interval '1 hour'
  from orders where orders.order_id = bank_transfers.order_id and finished_at is not null;
create index bank_transfers_watched on bank_transfers (bank, has_left, asked_at nulls first) where is_watched and status <> 'returned';

-- The largest coins first: no payout looks at more than a part of them.
drop index wallet_outputs_unspent;
create index wallet_outputs_unspent on wallet_outputs (chain, amount) where spent_by_payout_id is null;
create index wallet_outputs_waiting on wallet_outputs (chain, amount)
  where spent_by_payout_id is null and is_spendable and ancestors > 0;
create index wallet_outputs_funding on wallet_outputs (chain, txid) where spent_by_payout_id is null and origin = 'funding';
-- The change that a waiting payout spends.
create index wallet_outputs_respent on wallet_outputs (spent_by_payout_id) where spent_by_payout_id is not null and origin = 'change';

-- A deposit whose collection is settled is looked at no more.
alter table deposits add column is_collected boolean not null default false;
update deposits set is_collected = true from account_transactions done
  where done.purpose = 'collect' and done.status = 'settled' and done.address_id = deposits.address_id
    and done.currency = deposits.currency and done.created_at > deposits.credited_at;
create index deposits_to_collect on deposits (chain, address_id) where status in ('credited', 'settled') and not is_collected;
