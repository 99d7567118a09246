-- One word for each state of a pay-out that does not go on by itself. held: a person must allow it, and hold_reason says
-- why. stopped: it will not be sent, as its payment was taken back or a person has decided otherwise. failed: it was sent,
-- and provider or chain carried nothing out.
alter table payouts rename column stuck_reason to hold_reason;
alter table bank_payouts rename column stuck_reason to hold_reason;
alter table card_payouts add column hold_reason text not null default '';

alter table payouts drop constraint payouts_status_check, drop constraint payouts_check;
alter table bank_payouts drop constraint bank_payouts_status_check;
alter table card_payouts drop constraint card_payouts_status_check;
update payouts set status = case when hold_reason <> '' then 'held' when txid is null then 'stopped' else 'failed' end
where status = 'stuck';
update bank_payouts set status = case when hold_reason <> '' then 'held' else 'stopped' end where status = 'stuck';
update card_payouts set status = 'held', hold_reason = failure_reason, failure_reason = ''
where status = 'stopped' and failure_reason <> '';
alter table payouts
  add constraint payouts_status_check check (status in ('planned', 'signed', 'broadcast', 'confirmed', 'settled', 'held', 'stopped', 'failed')),
  add constraint payouts_bytes_check check (
    status in ('planned', 'held', 'stopped') or (txid is not null and raw_transaction is not null and fee is not null)
  ),
  add constraint payouts_hold_check check (status <> 'held' or hold_reason <> '');
alter table bank_payouts
  add constraint bank_payouts_status_check check (status in ('planned', 'sent', 'settled', 'returned', 'failed', 'held', 'stopped')),
  add constraint bank_payouts_hold_check check (status <> 'held' or hold_reason <> '');
alter table card_payouts
  add constraint card_payouts_status_check check (status in ('planned', 'sending', 'pending', 'paid', 'failed', 'held', 'stopped')),
  add constraint card_payouts_hold_check check (status <> 'held' or hold_reason <> '');
