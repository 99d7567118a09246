-- A transaction that no node takes frees its number by a transfer of nothing to its own account under the same number. Final are settled,
-- and cancelled and reverted, which moved nothing; a pay-out whose transaction is cancelled is sent again under another number.
alter table account_attempts add column is_cancel boolean not null default false;
alter table account_transactions
  add column refused_at timestamptz,
  drop constraint account_transactions_payout_id_key,
  drop constraint account_transactions_status_check,
  add constraint account_transactions_status_check check (
    status in ('signed', 'sent', 'mined', 'failed', 'settled', 'reverted', 'cancelled')
  );
-- At most one transaction of a pay-out can move coins.
create unique index account_transactions_one_payout on account_transactions (payout_id) where status <> 'cancelled';
create index account_transactions_of_payout on account_transactions (payout_id) where payout_id is not null;
update account_transactions set status = 'reverted'
where status = 'settled' and payout_id in (select payout_id from payouts where status = 'failed');

alter table payouts
  -- Which sending this is: an earlier one was cancelled.
  add column sending integer not null default 1 check (sending > 0),
  drop constraint payouts_status_check,
  add constraint payouts_status_check check (
    status in ('planned', 'signed', 'freeing', 'broadcast', 'confirmed', 'settled', 'held', 'stopped', 'failed')
  );
drop index payouts_open;
create index payouts_open on payouts (order_id) where status in ('planned', 'signed', 'freeing', 'broadcast', 'confirmed');
