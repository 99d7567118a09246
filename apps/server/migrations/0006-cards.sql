-- Saved cards, tries to charge one, payments with card fields in our page, and pay-outs to cards.
create table cards (
  card_id uuid primary key,
  -- What clients and orders name it by; unguessable, and no token of the acquirer.
  token text not null unique,
  client_id uuid not null references clients,
  acquirer text not null,
  acquirer_token text not null,
  brand text not null,
  first6 text not null,
  last4 text not null,
  bin_type text not null default '',
  exp_month smallint not null,
  exp_year smallint not null,
  -- In the client's list; the others were typed for one payment or pay-out.
  is_listed boolean not null,
  is_restricted boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (acquirer, acquirer_token)
);
create unique index cards_listed on cards (client_id, acquirer, first6, last4, exp_year, exp_month) where is_listed and deleted_at is null;

alter table card_payments
  -- What the acquirer's script asks for, and the bank's question while it is open.
  add column session_token text not null default '',
  add column client_unique_id text not null default '',
  add column challenge_url text not null default '',
  -- The card that was charged last.
  add column card_id uuid references cards;

-- Tries to charge a card for a payment; the row's id is the key at the acquirer.
create table card_charges (
  charge_id uuid primary key,
  payment_id uuid not null references card_payments,
  charge_number smallint not null,
  card_id uuid not null references cards,
  -- `intended`: we want it and do not know what became of it.
  status text not null check (status in ('intended', 'done', 'refused')),
  created_at timestamptz not null,
  done_at timestamptz,
  unique (payment_id, charge_number)
);

create table card_payouts (
  payout_id uuid primary key,
  order_id uuid not null unique references orders,
  acquirer text not null,
  card_id uuid not null references cards,
  amount numeric(38, 0) not null check (amount > 0),
  currency text not null,
  -- `sending`: the acquirer may have it; `pending`: it has it.
  status text not null check (status in ('planned', 'sending', 'pending', 'paid', 'failed', 'stopped')),
  acquirer_payout_id text unique,
  failure_reason text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  paid_at timestamptz,
  updated_at timestamptz not null
);
create index card_payouts_open on card_payouts (order_id) where status in ('planned', 'sending', 'pending');
