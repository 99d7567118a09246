-- What an acquirer gave back of a payment without our asking is booked part by part; a credited payment is asked for again while it matters.
alter table card_payments
  add column refunded_outside numeric(38, 0) not null default 0,
  add column asked_at timestamptz,
  add constraint card_payments_refunded_outside check (refunded_outside >= 0 and refunded_outside <= amount);
update card_payments set refunded_outside = amount where status in ('refunded', 'charged_back') and refund_requested_at is null;
create index card_payments_credited on card_payments (credited_at) where status = 'approved' and credited_at is not null;
