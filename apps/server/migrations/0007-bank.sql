-- Where an order's money came from, so that it can go back there; account numbers of orders, bank transfers in, SEPA pay-outs.
alter table orders
  -- How its owner answered the question about late or partial money, empty before.
  add column decision_answer text not null default '' check (decision_answer in ('', 'yes', 'no'));

-- Money that arrived for an order, one row per payment or transfer.
create table received_money (
  -- Key of its ledger entry; names the payment or transfer for ever.
  money_key text primary key,
  order_id uuid not null references orders,
  amount numeric(38, 0) not null check (amount > 0),
  currency text not null,
  -- Ledger account of the place it came from and goes back to.
  from_path text not null,
  refund_method text not null check (refund_method in ('card', 'bank', 'chain', 'balance')),
  -- Account that sent it and its holder, where they are known.
  refund_destination text not null default '',
  refund_name text not null default '',
  -- False for money that the order was not given: it came from a stranger, or too late.
  is_accepted boolean not null,
  received_at timestamptz not null
);
create index received_money_order on received_money (order_id);

create table bank_requisites (
  -- Its id is the idempotency key at the bank.
  order_id uuid primary key references orders,
  bank text not null,
  iban text unique,
  bic text not null default '',
  bank_name text not null default '',
  holder text not null default '',
  created_at timestamptz not null,
  opened_at timestamptz,
  check ((iban is null) = (opened_at is null))
);

create table bank_transfers (
  transfer_id uuid primary key,
  bank text not null,
  outside_id text not null,
  iban text not null,
  reference text not null,
  amount numeric(38, 0) not null check (amount > 0),
  currency text not null,
  sender_name text not null,
  sender_iban text not null,
  booked_at timestamptz not null,
  order_id uuid references orders,
  -- matched: belongs to an order that was not given it yet. unplaced: nobody knows whose it is.
  status text not null check (status in ('matched', 'taken', 'unplaced', 'returned')),
  -- When money that nobody placed goes back by itself.
  return_after timestamptz,
  return_id text,
  created_at timestamptz not null,
  unique (bank, outside_id),
  check (status in ('unplaced', 'returned') or order_id is not null)
);
create index bank_transfers_matched on bank_transfers (order_id) where status = 'matched';
create index bank_transfers_unplaced on bank_transfers (return_after) where status = 'unplaced';

-- How far the list of a bank's transfers was read.
create table bank_cursors (
  bank text primary key,
  last_number bigint not null
);

create table bank_payouts (
  payout_id uuid primary key,
  order_id uuid not null unique references orders,
  bank text not null,
  iban text not null,
  beneficiary text not null,
  amount numeric(38, 0) not null check (amount > 0),
  currency text not null,
  -- failed: the bank refused it. stuck: stopped before it was sent.
  status text not null check (status in ('planned', 'sent', 'settled', 'returned', 'failed', 'stuck')),
  outside_id text unique,
  created_at timestamptz not null,
  sent_at timestamptz,
  updated_at timestamptz not null
);
create index bank_payouts_open on bank_payouts (order_id) where status in ('planned', 'sent');
