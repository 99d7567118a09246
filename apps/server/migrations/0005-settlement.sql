-- Money that comes late, in part or in excess, and money that goes back: what an order received, what its owner is asked, refunds.
alter table orders
  -- Everything that has arrived for the order, in smallest units of the pay-in, less nothing.
  add column received_amount numeric(38, 0) not null default 0 check (received_amount >= 0),
  -- Until when an unpaid order waits. The price is held until expires_at, which may be much sooner.
  add column payin_deadline timestamptz,
  -- The question put to the owner (A-093), empty when there is none.
  add column decision_kind text not null default '' check (decision_kind in ('', 'late', 'partial')),
  add column decide_until timestamptz,
  -- How money went back, empty when none did.
  add column refund_method text not null default '',
  -- Address step fields beside address and tag: bank account, memo, cards, agreements.
  add column destination_details jsonb not null default '{}';
update orders set payin_deadline = expires_at;
alter table orders alter column payin_deadline set not null;

create table refunds (
  refund_id uuid primary key,
  order_id uuid not null references orders,
  amount numeric(38, 0) not null check (amount > 0),
  currency text not null,
  method text not null check (method in ('card', 'bank', 'chain', 'balance')),
  -- IBAN or address the money goes to; empty where the source knows it by itself.
  destination text not null default '',
  destination_name text not null default '',
  reason text not null,
  status text not null check (status in ('planned', 'sent', 'done')),
  -- What the money belongs to at the firm: a payment, a transfer. One refund per source.
  source_key text not null unique,
  outside_id text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index refunds_order on refunds (order_id);
create index refunds_open on refunds (created_at) where status <> 'done';
