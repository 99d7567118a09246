-- Quotes, orders, card payments, pay-outs and wallet outputs.
create table quotes (
  quote_id uuid primary key,
  payin_currency text not null,
  payin_group text not null,
  payin_amount numeric(38, 0) not null check (payin_amount > 0),
  payout_currency text not null,
  payout_group text not null,
  payout_amount numeric(38, 0) not null check (payout_amount > 0),
  is_payout_typed boolean not null,
  is_floating_rate boolean not null,
  -- Everything the price was made of, so that it can be told again and recalculated (pricing/quote-record).
  pricing jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table orders (
  order_id uuid primary key,
  nice_id text not null unique,
  client_id uuid not null references clients,
  partner_key text references partners,
  partner_order_id text not null default '',
  quote_id uuid not null unique references quotes,
  status text not null,
  payin_currency text not null,
  payin_group text not null,
  payin_amount numeric(38, 0) not null check (payin_amount > 0),
  payout_currency text not null,
  payout_group text not null,
  payout_amount numeric(38, 0) not null check (payout_amount > 0),
  -- Pay-in in smallest units of EUR at creation, for limits and reports.
  payin_amount_eur numeric(38, 0) not null,
  destination_address text not null,
  destination_tag text not null default '',
  description text not null default '',
  coupon text not null default '',
  language text not null,
  email text not null,
  is_floating_rate boolean not null,
  -- Final price, set when the money arrived; equal to the quote unless the rate floated.
  pricing jsonb not null,
  decline_reason text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finished_at timestamptz
);
create index orders_client on orders (client_id, created_at desc);
create index orders_open on orders (status, created_at) where status not in ('finished', 'error', 'expired', 'refunded', 'canceled');

create table order_events (
  order_id uuid not null references orders,
  event_number integer not null,
  from_status text,
  to_status text not null,
  reason text not null default '',
  actor text not null,
  at timestamptz not null,
  primary key (order_id, event_number)
);

create table card_payments (
  payment_id uuid primary key,
  order_id uuid not null unique references orders,
  acquirer text not null,
  -- Empty until the acquirer has answered; the payment id is the idempotency key there.
  acquirer_payment_id text unique,
  page_url text not null default '',
  status text not null check (status in ('intended', 'created', 'challenge', 'declined', 'approved', 'expired', 'canceled', 'refunded', 'charged_back')),
  amount numeric(38, 0) not null check (amount > 0),
  currency text not null,
  card_brand text not null default '',
  card_last4 text not null default '',
  decline_reason text not null default '',
  credited_at timestamptz,
  refund_id text,
  refund_requested_at timestamptz,
  refunded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index card_payments_open on card_payments (order_id) where status in ('intended', 'created', 'challenge', 'declined');
create index card_payments_refunds on card_payments (order_id) where refund_requested_at is not null and refunded_at is null;

create table received_webhooks (
  firm text not null,
  event_id text not null,
  event_type text not null,
  body text not null,
  received_at timestamptz not null,
  primary key (firm, event_id)
);
create index received_webhooks_time on received_webhooks (received_at);

create table payouts (
  payout_id uuid primary key,
  order_id uuid not null unique references orders,
  chain text not null,
  currency text not null,
  address text not null,
  amount numeric(38, 0) not null check (amount > 0),
  status text not null check (status in ('planned', 'signed', 'broadcast', 'confirmed', 'settled', 'stuck')),
  txid text unique,
  -- Signed bytes, stored before the first broadcast; every broadcast sends exactly these.
  raw_transaction text,
  fee numeric(38, 0),
  confirmations integer not null default -1,
  block_hash text,
  created_at timestamptz not null,
  signed_at timestamptz,
  broadcast_at timestamptz,
  confirmed_at timestamptz,
  updated_at timestamptz not null,
  check (status = 'planned' or status = 'stuck' or (txid is not null and raw_transaction is not null and fee is not null))
);

create index payouts_open on payouts (order_id) where status in ('planned', 'signed', 'broadcast', 'confirmed');

create table wallet_outputs (
  chain text not null,
  txid text not null,
  output_index integer not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- Funding from outside is spent only once confirmed; our own change may be spent at once.
  origin text not null check (origin in ('funding', 'change')),
  is_spendable boolean not null,
  spent_by_payout_id uuid references payouts,
  created_at timestamptz not null,
  primary key (chain, txid, output_index)
);
create index wallet_outputs_free on wallet_outputs (chain, amount) where spent_by_payout_id is null and is_spendable;

create table alarms (
  alarm_id uuid primary key,
  kind text not null,
  subject text not null,
  details jsonb not null default '{}',
  raised_at timestamptz not null,
  cleared_at timestamptz
);
create unique index alarms_open on alarms (kind, subject) where cleared_at is null;
